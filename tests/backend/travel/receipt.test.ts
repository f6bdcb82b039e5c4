/** The list of what agencies paid in: what of each has paid statements, whose eyes it is for, and the bank's slip on its page. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { noteAdd } from "~/contract/platform/record-note";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { agencyReceipt } from "~/contract/travel/receipt";
import { receiptPaid } from "~/contract/travel/receipt-paid";
import { agencyStatement } from "~/contract/travel/statement";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { allRights } from "~tests/support/two-parks";
import { send } from "../files/uploading";
import { addSalesman, agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
let agencyId: number;
let mine: string;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  const salesman = await allRights(backend, [], "own");
  mine = salesman.token;
  const salesmanId = await addSalesman(backend, { accountId: salesman.id });
  agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000, code: "RC-1", salesmanId });
  const other = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000, code: "RC-2" });
  await sale("RC-1", 2);
  await press("topUp", agencyId, 10_000, "RC-BR-1");
  await press("topUp", agencyId, 9_000, "RC-BR-2");
  await press("topUp", other, 700, "RC-BR-3");
  await press("takeDeposit", agencyId, 3_000, "RC-BR-4");
  await press("withdraw", agencyId, 500, "RC-BR-5");
  const id = await backend.saved(agencyStatement.methods.save, {
    ...{ code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null },
  });
  await backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
  for (const name of ["send", "confirm", "close", "allocate"] as const) {
    const fields = name === "allocate" ? { id, amount: 12_000 } : { id };
    expect((await backend.call(agencyStatement.commands[name].method, fields as never)).message).toBe("");
  }
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

/** One adult is 80 yuan. */
async function sale(code: string, quantity: number): Promise<void> {
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: code, paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(sold.message).toBe("");
}
async function press(what: "topUp" | "withdraw" | "takeDeposit", id: number, amount: number, bankRef: string) {
  const reply = await backend.call(agency.commands[what].method, { id, amount, bankRef, remark: null } as never);
  expect(reply.message).toBe("");
}
async function list(filters: Record<string, string> = {}, as = backend.admin, sort = {}) {
  const { data, message } = await backend.call(agencyReceipt.methods.list, { filters, ...sort } as never, { as });
  expect(message).toBe("");
  return { records: data.records, totals: data.otherData.totals };
}
const refs = async (...asked: Parameters<typeof list>) => (await list(...asked)).records.map(({ bankRef }) => bankRef);
const idOf = async (ref: string) =>
  Number((await backend.sql<{ id: number }>("select id from agency_receipt where bank_ref = $1", [ref]))[0]?.id);

test("each says what of it has paid statements and what is left, the oldest first; what went out is no receipt", async () => {
  const { records, totals } = await list();
  expect(records).toMatchObject([
    { bankRef: "RC-BR-4", kind: "deposit", amount: 3_000, allocated: 0, open: 0, status: "none" },
    { bankRef: "RC-BR-3", kind: "topUp", amount: 700, allocated: 0, open: 700, status: "open" },
    { bankRef: "RC-BR-2", kind: "topUp", amount: 9_000, allocated: 2_000, open: 7_000, status: "partly" },
    { bankRef: "RC-BR-1", kind: "topUp", amount: 10_000, allocated: 10_000, open: 0, status: "allocated" },
  ]);
  expect(totals).toEqual({ amount: 22_700, allocated: 12_000, open: 7_700 });
});

test("its page names the statements that it paid, with its part of each, to whoever may see the receipt", async () => {
  const ask = async (ref: string, as = backend.admin) => backend.call(receiptPaid, { id: await idOf(ref) }, { as });
  const [first, second] = [await ask("RC-BR-1"), await ask("RC-BR-2", mine)];
  expect(first.data).toMatchObject({ open: 0, statements: [{ fromDay: today, toDay: today, amount: 10_000 }] });
  expect(second.data).toMatchObject({ open: 7_000, statements: [{ amount: 2_000, state: "部分收款" }] });
  expect(second.data.statements[0]?.code).toBe(first.data.statements[0]?.code);
  expect((await ask("RC-BR-4")).data).toEqual({ open: 0, statements: [] });
  // What went out is no receipt; that of another salesman's agency, of another tenant and of nobody is not there.
  expect((await ask("RC-BR-5")).status).toBe(404);
  expect((await ask("RC-BR-3", mine)).status).toBe(404);
  expect((await ask("RC-BR-1", await backend.createCorp(fresh("T").replaceAll("-", "")))).status).toBe(404);
  const { token } = await backend.createUser({ grants: ["statementList"] });
  expect((await ask("RC-BR-1", token)).status).toBe(403);
});

test("found by how they stand, agency, reference, amount and moment, with totals of those; sorted by what is left", async () => {
  expect(await refs({ status: "open,partly" })).toEqual(["RC-BR-3", "RC-BR-2"]);
  expect((await list({ status: "open,partly" })).totals).toMatchObject({ amount: 9_700, open: 7_700 });
  expect(await refs({ agencyId: String(agencyId), kind: "topUp" })).toEqual(["RC-BR-2", "RC-BR-1"]);
  expect(await refs({ bankRef: "br-3" })).toEqual(["RC-BR-3"]);
  expect(await refs({ amount: "3000~9500" })).toEqual(["RC-BR-4", "RC-BR-2"]);
  expect(await refs({ at: "2026-01-01~2026-01-02" })).toEqual([]);
  const most = await refs({}, backend.admin, { sort: "open", order: "desc" });
  expect(most.slice(0, 2)).toEqual(["RC-BR-2", "RC-BR-3"]);
});

test("a salesman reads those of their own agencies; another tenant none; without the function nobody", async () => {
  const foreign = await idOf("RC-BR-3");
  expect(await refs({}, mine)).toEqual(["RC-BR-4", "RC-BR-2", "RC-BR-1"]);
  expect((await list({}, mine)).totals?.open).toBe(7_000);
  const get = async (id: number, as: string) =>
    (await backend.call(agencyReceipt.methods.get, { id } as never, { as })).status;
  expect([await get(foreign, mine), await get(await idOf("RC-BR-1"), mine)]).toEqual([404, 200]);
  const stranger = await backend.createCorp("receipts");
  expect(await refs({}, stranger)).toEqual([]);
  expect(await get(foreign, stranger)).toBe(404);
  const { token } = await backend.createUser({ grants: ["statementList"] });
  expect((await backend.call(agencyReceipt.methods.list, {} as never, { as: token })).status).toBe(403);
});

test("an account of one park reads all of them: money of agencies is the corp's", async () => {
  const elsewhere = await createPark(backend);
  const { token } = await allRights(backend, [elsewhere.parkId]);
  expect(await refs({}, token)).toHaveLength(4);
});

test("the bank's slip is attached to its page afterwards, by who sees it", async () => {
  const add = async (ref: string, as: string) => {
    const fields = { as, fields: { accept: "file" } };
    const sent = await send(backend, uploadPaths.temporary, [{ bytes: "%PDF-1.7", name: "回单.pdf" }], fields);
    const note = { noun: "agencyReceipt", recordId: await idOf(ref), text: "银行回单", files: [String(sent.data)] };
    const before = await digests(backend);
    const reply = await backend.call(noteAdd, note as never, { as });
    return { status: reply.status, wrote: changed(before, await digests(backend)).length > 0 };
  };
  expect(await add("RC-BR-2", mine)).toEqual({ status: 200, wrote: true });
  const { data } = await backend.call(agencyReceipt.methods.changes, { id: await idOf("RC-BR-2"), notes: 1 } as never);
  expect(data.notes?.notes).toMatchObject([{ text: "银行回单" }]);
  expect(await add("RC-BR-3", mine)).toEqual({ status: 404, wrote: false });
});
