/** Somebody asks for their data to be destroyed: what is theirs goes at once and everywhere, unless something is open still. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { orderDetail } from "~/contract/order/order";
import { personalPerson, personalPersonErase } from "~/contract/platform/personal-person";
import { noteAdd } from "~/contract/platform/record-note";
import { personal, personalStanding } from "~server/backend/business/manifests";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { withCheckDigit } from "~tests/support/identity";
import { createPark, type TestPark } from "~tests/support/park";
import { race, raceIsReal, withoutLock } from "~tests/support/race";
import { openShop, type Shop } from "../card/support";

let backend: TestBackend;
let shop: Shop;
let theirs: TestPark;
let other: string;
const code = "7258";
/** They stand nowhere but where this file puts them. */
const planted = "李栖梧";
const mobile = "13912580258";
const identity = withCheckDigit("11010519930725123");
const asked = { identity: ` ${identity.toLowerCase()}`, mobile: "139-1258 0258", name: planted };
const sure = "T" as const;

beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  other = await backend.createCorp(code);
  theirs = await createPark(backend, other);
});
afterAll(() => backend.close());

/** Tables that hold one of the words anywhere in a row. */
async function tablesWith(corpCode = "0001", words = [planted, mobile, identity]): Promise<string[]> {
  const tables = await backend.sql<{ name: string }>(`
    select c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'corp_code'
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);
  expect(tables.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await backend.sql(
      `select 1 from "${name}" t where t::text like any ($1) and t.corp_code = $2 limit 1`,
      [words.map((word) => `%${word}%`), corpCode],
    );
    if (row) found.push(name);
  }
  return found;
}

const person = { name: planted, document: "resident" as const, identity };
const visit = (park: TestPark, as?: string) =>
  park.sell(
    {
      ...{ lines: [{ ticketTypeId: park.namedId, quantity: 1 }], visitors: [person], remark: `${planted}要轮椅` },
      ...{ contactName: planted, contactMobile: mobile },
    },
    as,
  );
const find = (given: PayloadOf<typeof personalPerson> = asked, as = backend.admin) =>
  backend.call(personalPerson, given, { as });
const erase = (records: number, given: PayloadOf<typeof personalPerson> = asked, as = backend.admin) =>
  backend.call(personalPersonErase, { ...given, records, sure }, { as });
const noted = async () =>
  (await backend.sql<{ n: number }>("select count(*)::int as n from personal_erasure_log where corp_code = '0001'"))[0]
    ?.n;
/** Answers of presses are kept for a day. */
const aDayLater = () => backend.sql("delete from idempotency where corp_code = '0001'");

test("every declaration says how a person finds theirs, or that it hangs on one that does; and what stands in the way", () => {
  const unsaid = personal.filter(({ theirs: how, partOf }) => !how && !partOf).map(({ table }) => table);
  // What tells a car is no number of a person; it is told on the page.
  expect(unsaid).toEqual(["parking_record"]);
  const silent = personal.filter(({ theirs: how, ended }) => how && (how.open ?? ended) && !how.stands);
  expect(silent.map(({ table }) => table)).toEqual([]);
  expect(personalStanding.map(({ table, theirs: { stands } }) => [table, typeof stands])).toEqual([
    ["locker_box", "function"],
  ]);
});

test("what stands open is named and refused, and nothing is written; then it goes from every table, of this tenant alone", async () => {
  const { park } = shop;
  const { orderId, orderNo } = await visit(park);
  await visit(theirs, other);
  const stranger = { ...person, name: "赵青" };
  const cardOf = { holders: [{ name: planted, identity }, stranger].slice(0, 1), remark: `${planted}代办` };
  expect((await shop.sell(await shop.addType(), cardOf as never)).message).toBe("");
  const text = `${planted}来电`;
  expect((await backend.call(noteAdd, { noun: "order", recordId: orderId, text, files: [] } as never)).message).toBe(
    "",
  );
  for (const statement of [
    `insert into refund (corp_code, refund_no, order_id, state, quantity, amount, reason, requested_by_id, requested_by, requested_at)
     values ('0001', 'RP258', ${orderId}, 'rejected', 1, 0, '${planted}来不了', 1, 'x', now())`,
    `insert into order_repair (corp_code, order_id, action, reason, account_id, account_name)
     values ('0001', ${orderId}, 'resend', '${planted}没收到', 1, 'x')`,
    `insert into approval (corp_code, kind, thing, thing_id, label, amount, reason, payload, fun_code, button_code, state,
       asked_by_id, asked_by, expires_at, decided_at)
     values ('0001', 'x', 'order', ${orderId}, 'RP258', 0, '${planted}', '{}', 'x', 'x', 'withdrawn', 1, 'x', now(), now())`,
    `insert into held_cart (corp_code, account_id, day, number, quantity, payable, cart, created_at)
     values ('0001', 1, '2026-11-20', 1, 1, 0, '{"contactName": "${planted}", "contactMobile": "${mobile}"}', now())`,
    `insert into message (corp_code, account_id, kind, title, title_en, at)
     select '0001', min(id), 'notice', '${planted} ${mobile}', 'x', now() from account where corp_code = '0001'`,
    "insert into department (corp_code, name) values ('0001', '运营部')",
    `insert into employee (corp_code, code, name, department_id, entry_day, state, leave_day, mobile)
     select '0001', 'E258', '${planted}的同事', max(id), '2020-01-01', 'left', '2021-01-01', '${mobile}' from department`,
  ])
    await backend.sql(statement);
  const before = await tablesWith();
  for (const name of ["orders", "ticket", "season_card", "record_note", "refund", "approval", "held_cart", "message"])
    expect(before).toContain(name);

  const { data } = await find();
  expect(data.stands.map(({ what }) => what).sort()).toEqual(
    ["有效、冻结或还有押金的年卡", "可用或退款中的门票", "未付款、未游玩或退款中的订单"].sort(),
  );
  expect(data.stands.flatMap(({ numbers }) => numbers)).toContain(orderNo);
  const refused = await erase(data.records);
  expect([refused.status, refused.message.includes("还有未了结的事项，不能销毁")]).toEqual([409, true]);
  expect([await tablesWith(), await noted()]).toEqual([before, 0]);

  await backend.sql("update ticket set state = 'used', used = admissions where corp_code = '0001'");
  await backend.sql("update orders set state = 'fulfilled' where corp_code = '0001'");
  await backend.sql("update season_card set deposit = 0 where corp_code = '0001'");
  await backend.sql("update season_card set status = 'cancelled' where corp_code = '0001'");
  await backend.sql("update season_card_holder set live = false where corp_code = '0001'");
  const looked = (await find()).data;
  expect(looked.stands).toEqual([]);
  const counts = Object.fromEntries(looked.kinds.map(({ what, records, within }) => [what, [records, within]]));
  // Bought and used today: the law would let the corp keep them.
  // The order of the card has a name and no number.
  expect(counts.订单).toEqual([2, 2]);
  expect(counts.门票).toEqual([1, 1]);
  // Another name under the same number is somebody else's.
  expect(counts.员工).toBeUndefined();
  // There is another number of records than was looked at.
  expect((await erase(looked.records + 1)).message).toBe("查找之后记录有变化，请重新查找并核对");
  expect(await tablesWith()).toEqual(before);

  expect((await erase(looked.records)).data).toEqual({ records: looked.records });
  await aDayLater();
  // A sealed log keeps what it says, and the colleague is left.
  expect.soft(await tablesWith()).toEqual(["audit_log", "employee"]);
  await backend.sql("update employee set name = 'x', mobile = null where code = 'E258'");
  const [entry] = await backend.sql<{ said: string }>(
    "select t::text as said from audit_log t where method = 'personalPersonErase' order by id desc limit 1",
  );
  for (const word of [planted, mobile, identity]) expect.soft(entry?.said).not.toContain(word);
  expect(entry?.said).toMatch(/orders"+: 2/);
  expect(await noted()).toBeGreaterThan(4);
  // A token is left where numbers must stay equal, and the order is an order still.
  const [left] = await backend.sql<{ identity: string }>(
    "select holder_identity as identity from ticket where order_id = $1",
    [orderId],
  );
  expect(left?.identity).toMatch(/^␡.{20,}/);
  expect((await backend.call(orderDetail, { id: orderId, logPage: 1, notesPage: 1 })).message).toBe("");
  expect((await erase(0)).message).toBe("没有找到这个人的个人信息");

  // Another tenant's same person has lost nothing.
  expect(await tablesWith(code)).toEqual(expect.arrayContaining(["orders", "ticket"]));
}, 120_000);

test("of a shared card and of a group each has their own row; who sits beside stays", async () => {
  const companion = { name: "周杏儿", identity: withCheckDigit("11010519930725225") };
  const type = await shop.addType({ kind: "annual", holdersMost: 2 });
  const sold = await shop.sell(type, { holders: [{ name: planted, identity }, companion] });
  expect(sold.message).toBe("");
  const both = (await find({ identity: companion.identity })).data;
  expect(both.stands.map(({ what }) => what)).toEqual(["有效、冻结或还有押金的年卡"]);
  await backend.sql("update season_card set deposit = 0 where status <> 'cancelled'");
  await backend.sql("update season_card set status = 'cancelled'");
  const { data } = await find({ identity: companion.identity });
  expect([data.records, data.kinds.map(({ what }) => what)]).toEqual([1, ["年卡及其日志（同行人、共用人）"]]);
  expect((await erase(1, { identity: companion.identity })).message).toBe("");
  await aDayLater();
  expect(await tablesWith("0001", [companion.identity])).toEqual([]);
  expect(await tablesWith("0001", [identity])).toEqual(expect.arrayContaining(["season_card", "season_card_holder"]));
});

test("it needs its own right, the whole corp, a number and the mark", async () => {
  const rights = ["personalData", "personalData/personalData:erase"];
  const { token: without } = await backend.createUser({ grants: rights });
  expect([(await find(asked, without)).status, (await erase(1, asked, without)).status]).toEqual([403, 403]);
  const { token: holding } = await backend.createUser({ grants: [...rights, "personalData/personalData:person"] });
  expect((await find(asked, holding)).status).toBe(200);
  const grants = [...rights, "personalData/personalData:person"];
  const { token: bound } = await backend.createUser({ grants, parks: [shop.park.parkId] });
  expect((await find(asked, bound)).status).toBe(409);
  const nameless = await find({ name: planted });
  expect(nameless.errors?.identity).toEqual(["证件号、手机号至少填一项"]);
  expect((await find({ identity: "123" })).errors?.identity).toHaveLength(1);
  expect((await find({ mobile: "abc" })).errors?.mobile).toHaveLength(1);
  const unsure = { ...asked, records: 1 } as never;
  expect((await backend.call(personalPersonErase, unsure)).errors?.sure).toHaveLength(1);
  expect(personalPersonErase.freshProof).toBe(true);
});

test.runIf(raceIsReal)(
  "two administrators at once destroy one person once; without the lock both would say that they did",
  async () => {
    const alone = { identity };
    const both = async () => {
      await visit(shop.park);
      await backend.sql(
        "update ticket set state = 'used', used = admissions where corp_code = '0001' and state = 'issued'",
      );
      await backend.sql("delete from season_card_holder where identity = $1", [identity]);
      await backend.sql("update season_card set identity = null where identity = $1", [identity]);
      const { records } = (await find(alone)).data;
      expect(records).toBe(1);
      const said = await race(backend, 2, async () => (await erase(records, alone)).message);
      return said.sort();
    };
    expect(await both()).toEqual(["", "没有找到这个人的个人信息"]);
    const off = { mark: 'from "ticket" t', lock: "for update of t", people: 2 };
    expect(await withoutLock(off, both)).toEqual(["", ""]);
  },
);
