/** What people typed, photographed and attached goes with the record: no table and no file holds it afterwards. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { uploadPaths } from "~/contract/files";
import { orderDetail } from "~/contract/order/order";
import { personalData } from "~/contract/platform/personal-data";
import { noteAdd } from "~/contract/platform/record-note";
import { agency } from "~/contract/travel/agency";
import { guide } from "~/contract/travel/guide";
import { personal, personalKept, purges } from "~server/backend/business/manifests";
import { sweep } from "~server/backend/files/sweep";
import { eraseKind, eraseKindName } from "~server/backend/jobs/erase-kind";
import { purgeKind } from "~server/backend/jobs/purge-kind";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { withCheckDigit } from "~tests/support/identity";
import { openShop, person, type Shop } from "../card/support";
import { fetched, picture, send } from "../files/uploading";
import { addAgency, agencyOf } from "../travel/support";

let backend: TestBackend;
let shop: Shop;
let other: string;
const code = "7018";
/** Stands nowhere but where this test puts it. */
const planted = "李栖梧";
const later = new Date("2046-11-25T10:00:00+08:00");

beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  other = await backend.createCorp(code);
});
afterAll(() => backend.close());

async function paper(text = planted, as = backend.admin): Promise<string> {
  const pdf = { bytes: `%PDF-1.7 ${text}`, name: `${text}.pdf` };
  return (await send(backend, uploadPaths.temporary, [pdf], { as, fields: { accept: "file" } })).data;
}
async function photo(): Promise<string> {
  return (await send(backend, uploadPaths.temporary, [{ bytes: await picture("png"), name: `${planted}.png` }])).data;
}
const noted = async (noun: string, recordId: number, as = backend.admin) => {
  const files = [await paper(planted, as)];
  const made = await backend.call(noteAdd, { noun, recordId, text: `${planted}来电`, files } as never, { as });
  expect(made.message).toBe("");
  return files[0] ?? "";
};

/** Tables of the database that hold the word anywhere in a row. */
async function tablesWith(word: string, corpCode = "0001"): Promise<string[]> {
  const tables = await backend.sql<{ name: string; own: boolean }>(`
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'corp_code'
    ) as own
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);
  expect(tables.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const { name, own } of tables) {
    const of = own ? `and t.corp_code = '${corpCode}'` : "";
    const [row] = await backend.sql(`select 1 from "${name}" t where t::text like $1 ${of} limit 1`, [`%${word}%`]);
    if (row) found.push(name);
  }
  return found;
}
const inStore = () =>
  [...backend.store.files].filter(([, { bytes }]) => Buffer.from(bytes).includes(planted)).map(([key]) => `/${key}`);

async function night(corpCode: string): Promise<void> {
  const { schedule: _, ...alone } = eraseKind(personal);
  const id = await backend.database.tenant(corpCode, (tx) => enqueue(tx, { kind: eraseKindName, maxAttempts: 1 }));
  const now = () => later;
  await createWorker({ database: backend.database, kinds: [alone], secrets: secretsOfTests, now }).drain();
  const [job] = await backend.sql("select state, error from job where id = $1", [id]);
  expect(job).toEqual({ state: "done", error: "" });
  await sweep({ database: backend.database, store: backend.store, now });
}

/** The nightly clean-up, when everything that it may take is old. */
async function cleanUp(): Promise<void> {
  await backend.sql("update idempotency set at = '2000-01-01'");
  const run = { writeAsOwner: (work: never) => backend.database.system(work), progress: async () => {} };
  await purgeKind(purges).run(run as never, {} as never);
}

const statements = [
  `insert into refund (corp_code, refund_no, order_id, state, quantity, amount, reason, requested_by_id, requested_by, requested_at)
   select corp_code, 'RP' || id, id, 'rejected', 1, 0, '${planted}来不了', 1, 'x', now() from orders where contact_name = '${planted}'`,
  `insert into order_repair (corp_code, order_id, action, reason, account_id, account_name)
   select corp_code, id, 'resend', '${planted}没收到', 1, 'x' from orders where contact_name = '${planted}'`,
  `insert into approval (corp_code, kind, thing, thing_id, label, amount, reason, payload, fun_code, button_code, state,
     asked_by_id, asked_by, expires_at, decided_at)
   values ('0001', 'x', 'order', 1, 'RP1', 0, '${planted}', '{"reason": "${planted}"}', 'x', 'x', 'withdrawn', 1, 'x', now(), now())`,
  `insert into held_cart (corp_code, account_id, day, number, quantity, payable, cart, created_at)
   values ('0001', 1, '2020-01-01', 1, 1, 0, '{"contactName": "${planted}"}', '2020-01-01')`,
  `insert into message (corp_code, account_id, kind, title, title_en, at)
   select '0001', min(id), 'notice', '${planted}的订单', 'x', '2020-01-01' from account where corp_code = '0001'`,
  "insert into department (corp_code, name) values ('0001', '运营部')",
  `insert into employee (corp_code, code, name, department_id, entry_day, state, leave_day, remark)
   select '0001', 'E7018', '赵青', max(id), '2020-01-01', 'left', '2021-01-01', '家属${planted}' from department`,
  `insert into restricted_visitor (corp_code, name, document, identity, person, reason, until_day, set_by)
   values ('0001', 'x', 'resident', 'x', 'x', '${planted}', '2020-01-02', 'x')`,
];

test("names, photographs, remarks, notes, attachments and messages are in no table and no file after their days", async () => {
  const { park } = shop;
  const { orderId } = await park.sell({ contactName: planted, remark: `${planted}要轮椅` });
  await noted("order", orderId);
  const sold = await shop.sell(await shop.addType(), { holders: [person(planted)], remark: `${planted}代办` });
  expect(sold.message).toBe("");
  const [card] = await backend.sql<{ id: number; rowVersion: number }>(
    `select id::float8 as id, row_version as "rowVersion" from season_card where holder_name = '${planted}'`,
  );
  const cardId = card?.id ?? 0;
  const face = await photo();
  const change = { id: cardId, rowVersion: card?.rowVersion ?? 0, photos: face, remark: `${planted}的卡` };
  expect((await backend.call(seasonCard.methods.save, change as never)).message).toBe("");
  await noted("seasonCard", cardId);
  const licence = await paper("营业执照");
  const agencyFields = { contact: planted, remark: `找${planted}`, licenceFile: licence };
  const closed = Number((await addAgency(backend, agencyFields)).data.id);
  await noted("agency", closed);
  const working = Number((await addAgency(backend, { contact: "王五" })).data.id);
  const stays = await noted("agency", working);
  const guideFace = await photo();
  await backend.saved(guide.methods.save, {
    ...{ name: planted, mobile: "13800138000", document: "resident", country: null, level: "junior" },
    ...{ identity: withCheckDigit("11010519900307123"), certificate: "D7018", certificateUntil: null },
    ...{ languages: null, photo: guideFace, remark: `${planted}会英语`, agencies: [{ agencyId: working }] },
  });
  for (const statement of statements) await backend.sql(statement);
  await backend.sql("update season_card set status = 'cancelled', valid_to = '2027-01-01', deposit = 0");
  await backend.sql("update travel_agency set status = 'closed' where id = $1", [closed]);
  await backend.sql("update guide set status = 'suspended', suspended_for = $1", [`${planted}投诉`]);
  const elsewhere = await backend.call(agency.methods.save, agencyOf({ contact: planted }) as never, { as: other });
  const foreign = Number(elsewhere.data.id);
  await backend.sql("update travel_agency set status = 'closed' where corp_code = $1", [code]);
  const theirs = await noted("agency", foreign, other);

  // What is read below does find it.
  const before = await tablesWith(planted);
  for (const name of ["orders", "season_card", "travel_agency", "guide", "record_note", "stored_file", "refund"])
    expect(before).toContain(name);
  for (const name of ["approval", "held_cart", "message", "employee", "order_repair", "restricted_visitor"])
    expect(before).toContain(name);
  expect(inStore().length).toBe(5);

  await night("0001");
  await cleanUp();
  // Of whom the corp works with still, nothing went.
  expect(await backend.sql("select thing_id::int as id from record_note where corp_code = '0001'")).toEqual([
    { id: working },
  ]);
  expect(inStore().sort()).toEqual([stays, theirs].sort());
  await backend.sql("delete from file_use where path = $1", [stays]);
  await backend.sql("delete from record_note where corp_code = '0001'");
  await backend.sql("update stored_file set state = 'temporary', since = '2020-01-01' where path = $1", [stays]);
  await sweep({ database: backend.database, store: backend.store, now: () => later });
  // A sealed log keeps what it says, and the page says so.
  expect(await tablesWith(planted)).toEqual(["audit_log"]);
  expect(personalKept.find(({ table }) => table === "audit_log")?.why).toBe("sealed");
  expect([...backend.store.files.keys()].map((key) => `/${key}`).sort()).toEqual([licence, theirs].sort());
  expect((await fetched(backend, face)).status).toBe(404);
  expect((await fetched(backend, licence)).status).toBe(200);
  expect((await backend.call(orderDetail, { id: orderId, logPage: 1, notesPage: 1 })).message).toBe("");
  const [left] = await backend.sql("select photos, remark from season_card where id = $1", [cardId]);
  expect(left).toEqual({ photos: null, remark: null });

  // Another tenant's goes in its own night.
  expect(await tablesWith(planted, code)).toContain("record_note");
  await night(code);
  await cleanUp();
  expect(await tablesWith(planted, code)).toEqual(["audit_log"]);
  expect(inStore()).toEqual([]);
}, 120_000);

test("a file that another record holds stays, and a record that was taken before loses its notes and files", async () => {
  const first = Number((await addAgency(backend, { contact: "王五" })).data.id);
  const second = Number((await addAgency(backend, { contact: "王六" })).data.id);
  const [shared, own] = [await noted("agency", first), await noted("agency", first)];
  await backend.sql(
    "insert into file_use (corp_code, thing, thing_id, field, path) values ('0001', 'agency', $1, 'note.0', $2)",
    [second, shared],
  );
  // As an earlier version left it.
  await backend.sql(
    `update travel_agency set status = 'closed', contact = '␡', mobile = '␡', remark = null, updated_at = '2026-01-01' where id = $1`,
    [first],
  );
  const due = async () =>
    (await backend.call(personalData, {})).data.purposes.find(({ purpose }) => purpose === "partner")?.due;
  backend.setNow(new Date("2026-11-20T10:00:00+08:00"));
  expect(await due()).toBe(0);
  await night("0001");
  expect(inStore()).toContain(shared);
  expect(inStore()).not.toContain(own);
  expect(await backend.sql("select id from record_note where thing = 'agency' and thing_id = $1", [first])).toEqual([]);
}, 60_000);
