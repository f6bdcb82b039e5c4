/** A statement as an `.xls`: whose it is, every movement, its totals and what paid it; amounts are numbers. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { agencyStatement } from "~/contract/travel/statement";
import { agencyStatementFile } from "~/contract/travel/statement-file";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { readXls } from "~tests/support/read-xls";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

/** One adult is 80 yuan. */
async function sale(id: number, quantity: number): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(sold.message).toBe("");
  return Number(sold.data.orderId);
}
const press = async (name: keyof typeof agencyStatement.commands, id: number, fields: object = {}) =>
  expect((await backend.call(agencyStatement.commands[name].method, { id, ...fields } as never)).message).toBe("");
const made = (agencyId: number) =>
  backend.saved(agencyStatement.methods.save, {
    ...{ code: fresh("JS"), agencyId, fromDay: today, toDay: today, remark: null },
  });
const fileOf = (id: number, as = backend.admin) => backend.call(agencyStatementFile, { id }, { as });
async function rowsOf(id: number) {
  const { message, data } = await fileOf(id);
  expect(message).toBe("");
  const [sheet] = readXls(Buffer.from(data.content, "base64"));
  return {
    name: data.name,
    rows: Array.from(sheet?.rows ?? [], (row) => Array.from(row ?? [], (cell) => cell?.value)),
  };
}
/** Of the row that begins so, the amount. */
const amountAt = (rows: unknown[][], head: string) => rows.find(([first]) => first === head)?.[5];

test("its head, its movements with amounts as numbers, its totals, and what paid it", async () => {
  const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000 });
  await sale(agencyId, 2);
  const back = await sale(agencyId, 1);
  const refunded = await backend.call(refundOrder, {
    orderId: back,
    reason: "退",
    idempotencyKey: fresh("refund-key"),
  });
  expect(refunded.success).toBe(true);
  const id = await made(agencyId);
  await backend.sql("update agency_statement set stamped = '2026/stamped.pdf' where id = $1", [id]);
  for (const name of ["send", "confirm", "close"] as const) await press(name, id);
  const bankRef = fresh("BR");
  await backend.call(agency.commands.topUp.method, { id: agencyId, amount: 10_000, bankRef, remark: null } as never);
  await press("allocate", id, { amount: 10_000 });
  const [own] = await backend.sql<{ code: string; name: string }>(
    "select s.code, a.name from agency_statement s join travel_agency a on a.id = s.agency_id where s.id = $1",
    [id],
  );
  const { name, rows } = await rowsOf(id);
  expect(name).toBe(`结算单 ${own?.code} ${own?.name}`);
  expect(rows[0]?.[0]).toBe(`结算单 ${own?.code}`);
  expect(rows.slice(1, 4).map(([label, value]) => [label, value])).toEqual([
    ["出单方", "总部"],
    ["旅行社", own?.name],
    ["结算期间", `${today} – ${today}`],
  ]);
  const begin = rows.findIndex(([, kind]) => kind === "变动类型");
  const end = rows.findIndex(([first]) => first === "应结金额");
  const amounts = rows.slice(begin + 1, end).map((row) => row[5]);
  expect(amounts).toEqual([160, 80, -80]);
  expect(["应结金额", "已收金额", "未收金额"].map((head) => amountAt(rows, head))).toEqual([160, 100, 60]);
  expect(rows.slice(begin + 1, end).map(([, , , day, what]) => [day, what])).toEqual([
    [today, "成人票 2 × ¥80.00"],
    [today, "成人票 1 × ¥80.00"],
    [today, "成人票"],
  ]);
  expect([rows.at(-1)?.[2], rows.at(-1)?.[5]]).toEqual([bankRef, 100]);
});

test("with a thousand movements it asks the database as often as with one", async () => {
  const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000 });
  await sale(agencyId, 1);
  const id = await made(agencyId);
  const asked = async () => {
    const { Client } = await import("pg");
    const usual = Client.prototype.query;
    let n = 0;
    Client.prototype.query = function (this: unknown, ...given: unknown[]) {
      const [first] = given;
      const text = typeof first === "string" ? first : String((first as { text?: string }).text);
      // What the process does of its own beside is none of it.
      if (text.includes("agency_")) n += 1;
      return (usual as (...all: unknown[]) => unknown).apply(this, given);
    } as never;
    try {
      const { rows } = await rowsOf(id);
      return { n, rows: rows.length };
    } finally {
      Client.prototype.query = usual;
    }
  };
  await asked();
  const few = await asked();
  await backend.sql(
    `with more as (
       insert into agency_ledger (corp_code, at, agency_account_id, agency_id, kind, source, source_key, used_change, used, prepaid, deposit)
       select l.corp_code, l.at, l.agency_account_id, l.agency_id, l.kind, l.source, 'more ' || n, 0, l.used, l.prepaid, l.deposit
       from agency_ledger l, generate_series(1, 1000) n
       where l.agency_id = $1 and l.kind = 'saleCredit'
       returning corp_code, id
     )
     insert into agency_statement_row (corp_code, statement_id, ledger_id, amount)
     select corp_code, $2, id, 0 from more`,
    [agencyId, id],
  );
  const many = await asked();
  expect([many.rows - few.rows, many.n]).toEqual([1_000, few.n]);
});

test("another tenant finds none, and the right of its page opens it", async () => {
  const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000 });
  await sale(agencyId, 1);
  const id = await made(agencyId);
  const reader = await backend.createUser({ grants: ["statementList"] });
  const other = await backend.createUser({ grants: ["travelAgreedTicketNumDetail"] });
  expect((await fileOf(id, reader.token)).status).toBe(200);
  expect((await fileOf(id, other.token)).status).toBe(403);
  expect((await fileOf(id, await backend.createCorp("7749"))).status).toBe(404);
});
