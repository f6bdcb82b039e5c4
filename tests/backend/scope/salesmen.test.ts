/** Every method of the registry, called by a salesman who sees their own agencies alone with the ids of another's agency. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Method } from "~/contract/method";
import { refundOrder } from "~/contract/order/order";
import { approvalList } from "~/contract/platform/approval";
import { methods } from "~/contract/registry";
import { sellTickets } from "~/contract/ticket/sale";
import { agency } from "~/contract/travel/agency";
import { agencyExposure } from "~/contract/travel/exposure";
import { guide } from "~/contract/travel/guide";
import { agencyStatement } from "~/contract/travel/statement";
import { disputeLine } from "~/contract/travel/statement-dispute";
import { statementsDue } from "~/contract/travel/statement-due";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { examplePayload } from "~tests/support/example-payloads";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { allRights } from "~tests/support/two-parks";
import { addGuide, addSalesman, agencyInUse } from "../travel/sales-support";

/** In the names of everything that hangs on the other's agency. */
const mark = "ZZOTHERS";

let backend: TestBackend;
let park: TestPark;
let own: { token: string; agencyId: number; salesmanId: number };
let wide: string;
let other: Record<string, number>;

async function businessOf(name: string, salesmanId: number) {
  const code = fresh("SC");
  const agencyId = await agencyInUse(backend, {
    ...{ code: `${code}${name}`, name: `${name}${code}`, licence: `${name}${code}`, settlement: "credit" },
    ...{ creditLimit: 900_000, salesmanId },
  });
  for (let n = 0; n < 2; n += 1) {
    const sold = await backend.call(sellTickets, {
      ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity: 1 }] },
      ...{ agency: `${code}${name}`, paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
    } as never);
    expect(sold.message).toBe("");
  }
  const bank = { id: agencyId, amount: 500, remark: name };
  await backend.call(agency.commands.takeDeposit.method, { ...bank, bankRef: `${name}${fresh("BR")}` } as never);
  await backend.sql(
    `insert into travel_agreement (corp_code, code, agency_id, from_day, to_day, status)
     select corp_code, $2, id, '2026-01-01', '2027-12-31', 'signed' from travel_agency where id = $1`,
    [agencyId, `${name}${fresh("XY")}`],
  );
  const fields = { agencyId, fromDay: today, toDay: today, remark: name, stamped: null };
  const statementId = await backend.saved(agencyStatement.methods.save, { code: `${name}${fresh("JS")}`, ...fields });
  await backend.call(agencyStatement.commands.send.method, { id: statementId } as never);
  const [row] = await backend.sql<{ id: number }>(
    "select id::int as id from agency_statement_row where statement_id = $1 order by id limit 1",
    [statementId],
  );
  const dispute = await backend.call(disputeLine, {
    ...{ id: statementId, rowId: Number(row?.id), reason: name, idempotencyKey: fresh("dispute-key") },
  });
  await backend.call(agency.commands.allowOrder.method, {
    id: agencyId,
    amount: 5,
    untilDay: today,
    reason: name,
  } as never);
  const ids = await backend.sql<{ name: string; id: number }>(
    `select 'agreement' as name, id::int as id from travel_agreement where agency_id = $1
     union all select 'review', id::int from travel_review where agency_id = $1`,
    [agencyId],
  );
  const idOf = (of: string) => ids.find((one) => one.name === of)?.id ?? 0;
  return {
    ...{ agencyId, statementId, rowId: Number(row?.id), disputeId: Number(dispute.data.id) },
    ...{ agreementId: idOf("agreement"), reviewId: idOf("review") },
  };
}

beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  const account = await allRights(backend, [], "own");
  const department = await allRights(backend, [], "all");
  wide = department.token;
  const salesmanId = await addSalesman(backend, { accountId: account.id });
  const colleague = await allRights(backend, [], "own");
  const colleagueId = await addSalesman(backend, { accountId: colleague.id });
  const { agencyId } = await businessOf("ZZOWN", salesmanId);
  own = { token: account.token, agencyId, salesmanId };
  for (const [place, table] of tables.entries())
    await backend.sql(`alter table "${table}" alter column id restart with ${700_000 + place * 1_000}`);
  other = await businessOf(mark, colleagueId);
}, 300_000);
afterAll(() => backend.close());

const tables = [
  ...["travel_agency", "agency_account", "agency_ledger", "agency_receipt", "agency_charge", "agency_statement"],
  ...["agency_statement_row", "agency_statement_dispute", "travel_agreement", "travel_review", "agency_exception"],
];
const kinds = (): Record<string, number> => ({
  ...{
    agencyStatement: other.statementId ?? 0,
    statement: other.statementId ?? 0,
    agencyAgreement: other.agreementId ?? 0,
  },
  ...{ agencyReview: other.reviewId ?? 0, agency: other.agencyId ?? 0, row: other.rowId ?? 0 },
  ...{
    statementDispute: other.disputeId ?? 0,
    statementLine: other.statementId ?? 0,
    createdCustomer: other.agencyId ?? 0,
  },
});
const ofOneself = new Set(["logout", "login", "lockSession", "unlockSession", "changpwd"]);
/** Whatever has to do with agencies, by its name; parks and orders have tests of their own over the whole registry. */
const about =
  /agen|travel|statement|guide|salesman|sales(Region|Target)|plan|tradePrice|agreed|customer|group|approv|log|exposure/i;
const asked = methods.filter(({ name, access }) => access !== "public" && !ofOneself.has(name) && about.test(name));

function payloadsFor(method: Method): object[] {
  const ids = kinds();
  const kind = Object.keys(ids).find((name) => method.name.startsWith(name));
  const found = kind ? [ids[kind] ?? 0] : [other.agencyId ?? 0];
  const several = found.flatMap((id) =>
    (["required", "all"] as const).map((fields) =>
      examplePayload(method, (field) => ids[field.replace(/Ids?$/, "")] ?? id, fields),
    ),
  );
  const texts = several.flatMap((payload) => (payload ? [JSON.stringify(payload)] : []));
  return [...new Set(texts)].map((text) => JSON.parse(text) as object);
}

/** What the other agency's rows are, by table. */
async function held(): Promise<Record<string, string>> {
  const parts = tables.map(
    (table) => `select '${table}' as name, md5(coalesce(string_agg(t::text, '' order by id), '')) as sum
                from "${table}" t where id between 700000 and 900000`,
  );
  const rows = await backend.sql<{ name: string; sum: string }>(parts.join(" union all "));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

async function offences(some: readonly Method[], as: string): Promise<string[]> {
  const found: string[] = [];
  let before = await held();
  for (const method of some) {
    for (const payload of payloadsFor(method)) {
      const reply = await backend.call(method, payload as never, { as });
      if (reply.status >= 500) found.push(`${method.name}: ${reply.status}`);
      if (JSON.stringify(reply.data ?? reply.message).includes(mark))
        found.push(`${method.name} tells of the other agency`);
    }
    if (!method.writes) continue;
    const after = await held();
    const touched = tables.filter((table) => before[table] !== after[table]);
    if (touched.length > 0) found.push(`${method.name} changes ${touched.join(", ")}`);
    before = after;
  }
  return [...new Set(found)];
}

test("a salesman gets no row of another's agency and changes none, by any method and with any of its ids", async () => {
  expect(await offences(asked, own.token)).toEqual([]);
}, 600_000);

test("they see their own: in lists, exposure, statements, what is due", async () => {
  const names = (await backend.call(agency.methods.list, { pageSize: -1 }, { as: own.token })).data.records;
  expect(names.map(({ id }) => Number(id))).toEqual([own.agencyId]);
  const exposure = await backend.call(agencyExposure, {}, { as: own.token });
  expect(exposure.data.rows.map(({ id }) => id)).toEqual([own.agencyId]);
  const bills = await backend.call(agencyStatement.methods.list, { pageSize: -1 }, { as: own.token });
  expect(bills.data.records).toHaveLength(1);
  expect((await backend.call(statementsDue, {}, { as: own.token })).status).toBe(200);
  expect((await backend.call(approvalList, {} as never, { as: own.token })).status).toBe(200);
  const all = (await backend.call(agency.methods.list, { pageSize: -1 }, { as: wide })).data.records;
  expect(all.length).toBeGreaterThan(1);
});

test("a new agency is their own; none is given to another", async () => {
  const code = fresh("NEW");
  const fields = {
    ...{ code, name: `新社${code}`, type: "groups", licence: code, contact: "李娜", mobile: "13800138000" },
    ...{ settlement: "prepaid", creditLimit: null },
  };
  const made = await backend.call(agency.methods.save, fields as never, { as: own.token });
  expect(made.message).toBe("");
  const [row] = await backend.sql("select salesman_id::int as id from travel_agency where code = $1", [code]);
  expect(row).toEqual({ id: own.salesmanId });
  const [colleague] = await backend.sql<{ id: number }>(
    "select salesman_id::int as id from travel_agency where id = $1",
    [other.agencyId],
  );
  const given = await backend.call(
    agency.methods.save,
    { ...fields, code: fresh("NEW"), name: fresh("他社"), licence: fresh("L"), salesmanId: colleague?.id } as never,
    { as: own.token },
  );
  expect(given.errors).toHaveProperty("salesmanId");
});

test("a refund goes back to an agency that somebody else looks after by now", async () => {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [own.agencyId]);
  const sold = await backend.call(
    sellTickets,
    {
      ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity: 1 }] },
      ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
    } as never,
    { as: own.token },
  );
  expect(sold.message).toBe("");
  await backend.sql("update travel_agency set salesman_id = null where id = $1", [own.agencyId]);
  const back = await backend.call(
    refundOrder,
    { orderId: sold.data.orderId, reason: "退", idempotencyKey: fresh("refund-key") } as never,
    { as: own.token },
  );
  expect(back.message).toBe("");
  await backend.sql("update travel_agency set salesman_id = $2 where id = $1", [own.agencyId, own.salesmanId]);
  await checkInvariants(backend);
});

test("a guide who works for agencies of others is not changed by whoever cannot see them", async () => {
  const id = await addGuide(backend, {
    agencies: [{ agencyId: own.agencyId }, { agencyId: other.agencyId }],
  });
  const { data } = await backend.call(guide.methods.get, { id } as never, { as: own.token });
  expect(JSON.stringify(data)).not.toContain(mark);
  const [held] = await backend.sql<{ row_version: number }>("select row_version from guide where id = $1", [id]);
  const saved = await backend.call(
    guide.methods.save,
    { id, rowVersion: held?.row_version, agencies: [{ agencyId: own.agencyId }], remark: "改" } as never,
    { as: own.token },
  );
  expect(saved.success).toBe(false);
  expect(await backend.sql("select 1 from guide_agency where guide_id = $1", [id])).toHaveLength(2);
});

test("control: with the policies away the same calls tell of the other agency and change it", async () => {
  const policies = await backend.sql<{ policyname: string; tablename: string }>(
    "select policyname, tablename from pg_policies where policyname like 'scope\\_%'",
  );
  for (const { policyname, tablename } of policies) await backend.sql(`drop policy ${policyname} on "${tablename}"`);
  const found = await offences(
    asked.filter(({ name }) => /^(agency|statement)/i.test(name)),
    own.token,
  );
  expect(found.some((line) => line.includes("tells of"))).toBe(true);
  expect(found.some((line) => line.includes("changes"))).toBe(true);
}, 600_000);
