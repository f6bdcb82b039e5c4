/** Notes and attachments of records: who reads, adds, changes and removes them; what stays and what does not. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { buttons } from "~/contract/function-tree";
import { noteBounds, removeNotes } from "~/contract/note-bounds";
import { orderDetail } from "~/contract/order/order";
import { noteAdd, noteEdit, noteRemove } from "~/contract/platform/record-note";
import { resources } from "~/contract/registry";
import { agency } from "~/contract/travel/agency";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { fetched, send } from "../files/uploading";
import { addAgency, agencyOf } from "../travel/support";

let backend: TestBackend;
let park: TestPark;
let orderId = 0;
let agencyId = 0;
/** Sees offline orders, in all parks. */
let clerk = "";
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  clerk = (await backend.createUser({ grants: ["offlineOrderList"] })).token;
});
beforeEach(async () => {
  backend.setNow(friday);
  orderId = (await park.sell()).orderId;
  agencyId = Number((await addAgency(backend)).data.id);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

type Added = Partial<Parameters<typeof backend.call<typeof noteAdd>>[1]>;
const add = (more: Added = {}, as = backend.admin) =>
  backend.call(noteAdd, { noun: "order", recordId: orderId, text: "客人要求靠窗", ...more } as never, { as });
const edit = (id: number, text: string, rowVersion = 0, as = backend.admin) =>
  backend.call(noteEdit, { id, rowVersion, text }, { as });
const remove = (id: number, as = backend.admin, idempotencyKey?: string) =>
  backend.call(noteRemove, { id, ...(idempotencyKey && { idempotencyKey }) }, { as });
const page = async (as = backend.admin, notesPage = 1) =>
  (await backend.call(orderDetail, { id: orderId, logPage: 1, notesPage }, { as })).data;
const ofAgency = async (as = backend.admin) =>
  (await backend.call(agency.methods.changes, { id: agencyId, notes: 1 }, { as })).data;
const later = (minutes: number) => backend.setNow(new Date(friday.getTime() + minutes * 60_000));

async function document(as = backend.admin, name = "确认函.pdf"): Promise<string> {
  const sent = await send(backend, uploadPaths.temporary, [{ bytes: "%PDF-1.7", name }], {
    as,
    fields: { accept: "file" },
  });
  return String(sent.data);
}
const stateOf = async (path: string) =>
  (await backend.sql<{ state: string }>("select state from stored_file where path = $1", [path]))[0]?.state;

/** Nothing of it is written. */
async function refused(status: number, press: () => Promise<{ status: number }>) {
  const before = await digests(backend);
  expect((await press()).status).toBe(status);
  expect(changed(before, await digests(backend))).toEqual([]);
}

describe("on an order", () => {
  test("a note stands on its page, newest first, with who and when, and on its time line", async () => {
    expect((await page()).notes).toEqual({ notes: [], count: 0 });
    await add();
    const path = await document(clerk);
    expect((await add({ text: "", files: [path] }, clerk)).message).toBe("");
    const { notes, log } = await page();
    expect(notes?.count).toBe(2);
    expect(notes?.notes).toMatchObject([
      { text: "", files: [{ path, name: "确认函.pdf", size: 8 }], mayEdit: false, mayRemove: true },
      { text: "客人要求靠窗", files: [], edited: false, mayEdit: true, at: friday.toISOString() },
    ]);
    expect(log.changes.slice(0, 2).map(({ event }) => event?.title)).toEqual([
      expect.stringMatching(/添加了备注$/),
      expect.stringMatching(/添加了备注$/),
    ]);
    expect(log.changes.map(({ event }) => event?.detail)).toContain("附件 1 个");
  });

  test("a page has twenty, and one behind the last is the first", async () => {
    for (let n = 1; n <= noteBounds.perPage + 1; n += 1) await add({ text: `第 ${n} 条` });
    const first = (await page()).notes;
    expect([first?.count, first?.notes.length, first?.notes[0]?.text]).toEqual([21, 20, "第 21 条"]);
    expect((await page(backend.admin, 2)).notes?.notes.map(({ text }) => text)).toEqual(["第 1 条"]);
    expect((await page(backend.admin, 9)).notes?.notes).toHaveLength(20);
  });

  test("without a page asked for none is answered", async () => {
    expect((await backend.call(orderDetail, { id: orderId })).data).not.toHaveProperty("notes");
  });

  test("the author changes it for half an hour, and nobody else ever", async () => {
    const { id } = (await add({}, clerk)).data;
    expect((await edit(id, "靠过道", 0, clerk)).message).toBe("");
    expect((await page(clerk)).notes?.notes[0]).toMatchObject({ text: "靠过道", edited: true, rowVersion: 1 });
    await refused(409, () => edit(id, "旧页面", 0, clerk));
    await refused(403, () => edit(id, "别人的", 1));
    later(29);
    expect((await edit(id, "靠窗", 1, clerk)).message).toBe("");
    later(30);
    expect((await page(clerk)).notes?.notes[0]).toMatchObject({ mayEdit: false, mayRemove: false });
    await refused(409, () => edit(id, "太晚", 2, clerk));
    await refused(409, () => remove(id, clerk));
  });

  test("the author takes it back in time; later it takes the right; the time line keeps a sentence and no text", async () => {
    const [mine, theirs] = [(await add({}, clerk)).data.id, (await add({ text: "绝密内容" })).data.id];
    await refused(403, () => remove(theirs, clerk));
    expect((await remove(mine, clerk)).message).toBe("");
    later(60);
    const grants = ["offlineOrderList", `offlineOrderList/${removeNotes("order")}`];
    const { token } = await backend.createUser({ grants });
    expect((await page(token)).notes?.notes[0]).toMatchObject({ mayEdit: false, mayRemove: true });
    expect((await remove(theirs, token)).message).toBe("");
    const { notes, log } = await page();
    expect(notes).toEqual({ notes: [], count: 0 });
    expect(log.changes[0]?.event?.title).toMatch(/删除了一条备注$/);
    const kept = await backend.sql("select 1 from audit_log where before::text || after::text like '%绝密内容%'");
    expect(kept).toEqual([]);
    await refused(404, () => remove(theirs));
    await refused(404, () => edit(theirs, "没有了"));
  });

  test("a second press adds nothing and removes nothing more", async () => {
    const idempotencyKey = fresh("press");
    const [one, two] = [await add({ idempotencyKey }), await add({ idempotencyKey })];
    expect(two.data).toEqual(one.data);
    expect((await page()).notes?.count).toBe(1);
    const key = fresh("gone");
    expect([(await remove(one.data.id, backend.admin, key)).status]).toEqual([200]);
    expect([(await remove(one.data.id, backend.admin, key)).status]).toEqual([200]);
  });

  test("what is wrong is said and writes nothing", async () => {
    await refused(422, () => add({ text: "  " }));
    await refused(422, () => add({ text: "长".repeat(2_001) }));
    await refused(422, () => add({ files: ["/files/0001/202611/aaaaaaaaaaaaaaaaaaaaaaaaaa.pdf"] }));
    const theirs = await document(clerk);
    await refused(422, () => add({ files: [theirs] }));
    await refused(404, () => add({ recordId: 999_999 }));
    await refused(404, () => add({ noun: "account" }));
    const { id } = (await add()).data;
    await refused(422, () => edit(id, ""));
    const six = await Promise.all(Array.from({ length: 6 }, () => document()));
    await refused(422, () => add({ files: six }));
  });

  test("there are so many and no more", async () => {
    await backend.sql(
      `insert into record_note (corp_code, thing, thing_id, text, account_id, author, created_at)
       select '0001', 'order', $1, 'x', 1, 'x', now() from generate_series(1, $2)`,
      [orderId, noteBounds.notes],
    );
    await refused(409, () => add());
  });
});

describe("the record's rights", () => {
  test("another tenant, a role without the list, another park: nothing is read, added, changed or removed", async () => {
    const path = await document();
    const { id } = (await add({ files: [path] })).data;
    const rival = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const other = await createPark(backend);
    const elsewhere = await backend.createUser({
      ...{ grants: ["offlineOrderList", `offlineOrderList/${removeNotes("order")}`], parks: [other.parkId] },
    });
    const without = await backend.createUser({ grants: ["agencyList", `agencyList/${removeNotes("order")}`] });
    const network = await backend.createUser({
      grants: ["networkOrderList", `offlineOrderList/${removeNotes("order")}`],
    });
    for (const [as, status] of [
      [rival, 404],
      [elsewhere.token, 404],
      [without.token, 403],
      [network.token, 404],
    ] as const) {
      await refused(status, () => add({}, as));
      expect([403, 404]).toContain((await edit(id, "改", 0, as)).status);
      await refused(status, () => remove(id, as));
      expect((await fetched(backend, path, as)).status).toBe(404);
    }
    expect((await backend.call(orderDetail, { id: orderId, notesPage: 1 }, { as: elsewhere.token })).status).toBe(404);
    expect((await fetched(backend, path, clerk)).status).toBe(200);
    expect((await page(clerk)).notes?.count).toBe(1);
  });

  test("whoever sees their own sale at the counter reads what is attached to it, and not to another's", async () => {
    const seller = await backend.createUser({ grants: ["buyTktLog", "buyTktList", "buyTktList/sale:sell"] });
    const path = await document();
    await add({ files: [path] });
    expect((await fetched(backend, path, seller.token)).status).toBe(404);
    await backend.sql("update orders set seller_id = $1 where corp_code = '0001' and id = $2", [seller.id, orderId]);
    expect((await fetched(backend, path, seller.token)).status).toBe(200);
    expect((await add({}, seller.token)).message).toBe("");
  });

  test("the database itself shows a scoped account no note of another park's order", async () => {
    await add();
    const other = await createPark(backend);
    const seen = async (parks: number) =>
      backend.database.pool.connect().then(async (client) => {
        try {
          await client.query("begin");
          await client.query(
            `select set_config('app.corp_code', '0001', true), set_config('app.parks', $1, true),
                    set_config('app.bound', 'T', true), set_config('app.makers', '*', true),
                    set_config('app.salesmen', '*', true), set_config('app.account', '1', true)`,
            [`{0,${parks}}`],
          );
          await client.query("set local role console_scoped");
          const { rows } = await client.query("select 1 from record_note where thing = 'order' and thing_id = $1", [
            orderId,
          ]);
          return rows.length;
        } finally {
          await client.query("rollback");
          client.release();
        }
      });
    expect([await seen(park.parkId), await seen(other.parkId)]).toEqual([1, 0]);
  });
});

describe("attachments", () => {
  test("are kept with the note, and let go of with it", async () => {
    const path = await document();
    const { id } = (await add({ files: [path] })).data;
    expect(await stateOf(path)).toBe("kept");
    await remove(id);
    expect(await stateOf(path)).toBe("temporary");
    expect((await fetched(backend, path, clerk)).status).toBe(404);
  });
});

describe("on an agency", () => {
  const note = (more: Added = {}, as = backend.admin) =>
    add({ noun: "agency", recordId: agencyId, text: "年底前结清", ...more }, as);

  test("it comes with the time line that its page asks for", async () => {
    await note();
    const { notes, changes } = await ofAgency();
    expect(notes).toMatchObject({ count: 1, notes: [{ text: "年底前结清" }] });
    expect(changes[0]?.event?.title).toMatch(/添加了备注$/);
    expect((await backend.call(agency.methods.changes, { id: agencyId })).data).not.toHaveProperty("notes");
    await refused(403, () => note({}, clerk));
  });

  test("a note changes no field: whoever has the form open saves it", async () => {
    const { record } = (await backend.call(agency.methods.get, { id: agencyId })).data;
    await note();
    const rowVersion = Number(record?.rowVersion);
    const fields = { ...agencyOf(), code: record?.code, licence: record?.licence, contact: "王强" };
    const saved = await backend.call(agency.methods.save, { id: agencyId, rowVersion, ...fields } as never);
    expect([saved.message, saved.errors]).toEqual(["", undefined]);
    const since = await backend.call(agency.methods.changes, { id: agencyId, since: rowVersion });
    expect(since.data.changes.map(({ kind }) => kind)).toEqual(["edited"]);
    const late = await backend.call(agency.methods.save, { id: agencyId, rowVersion, ...fields } as never);
    expect(late.status).toBe(409);
  });

  /** One that was never signed. */
  const unsigned = () => backend.sql("delete from travel_review where agency_id = $1", [agencyId]);

  test("an agency that is deleted takes its notes and files along", async () => {
    await unsigned();
    const path = await document();
    const { id } = (await note({ files: [path] })).data;
    expect((await backend.call(agency.methods.remove, { id: agencyId })).message).toBe("");
    expect(await backend.sql("select 1 from record_note where id = $1", [id])).toEqual([]);
    expect(await stateOf(path)).toBe("temporary");
    await refused(404, () => note());
  });
});

describe.runIf(raceIsReal)("two at once", () => {
  test("of two who edit the note as both have read it one is told", async () => {
    const { id } = (await add()).data;
    const told = await race(backend, 2, (person) => edit(id, `第 ${person} 位`));
    expect(told.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("the same without the version loses what one of them wrote", async () => {
    const { id } = (await add()).data;
    const told = await race(backend, 2, (person) =>
      backend.sql("update record_note set text = $2 where corp_code = '0001' and id = $1 returning id", [
        id,
        `${person}`,
      ]),
    );
    expect(told.map((rows) => rows.length)).toEqual([1, 1]);
  });

  test("the last place is taken once", async () => {
    await backend.sql(
      `insert into record_note (corp_code, thing, thing_id, text, account_id, author, created_at)
       select '0001', 'order', $1, 'x', 1, 'x', now() from generate_series(1, $2)`,
      [orderId, noteBounds.notes - 1],
    );
    const told = await race(backend, 4, () => add());
    expect(told.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("a double press at the same moment adds one", async () => {
    const idempotencyKey = fresh("twice");
    const told = await race(backend, 4, () => add({ idempotencyKey }));
    expect(new Set(told.map(({ data }) => data.id)).size).toBe(1);
    expect((await page()).notes?.count).toBe(1);
  });

  test("a note added while its agency is deleted is refused, or goes with it", async () => {
    await backend.sql("delete from travel_review where agency_id = $1", [agencyId]);
    await race(backend, 2, (person) =>
      person === 0
        ? backend.call(agency.methods.remove, { id: agencyId })
        : add({ noun: "agency", recordId: agencyId, text: "同时" }),
    );
    const left = await backend.sql("select 1 from record_note where thing = 'agency' and thing_id = $1", [agencyId]);
    expect(left).toEqual([]);
  });
});

test("every noun that says so has them: its records are found, and its right stands under its list", async () => {
  const noted = resources.filter(({ notes }) => notes);
  expect(noted.map(({ noun }) => noun).toSorted()).toEqual(
    ["agency", "agencyReceipt", "seasonCard", "smartCard", "stockIn", "stockOut", "stockWriteOff"].toSorted(),
  );
  for (const { noun, fun } of noted) {
    await refused(404, () => add({ noun, recordId: 999_999 }));
    expect(buttons.get(fun)?.map(({ code }) => code)).toContain(removeNotes(noun));
  }
});
