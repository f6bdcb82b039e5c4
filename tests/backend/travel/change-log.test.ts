/** The trade's change log: what became what, of one agency with what belongs to it, and nobody else's. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { thingTitle } from "~/contract/audit-sentence";
import type { PayloadOf } from "~/contract/method";
import { groupBooking } from "~/contract/ticket/group-booking";
import { agency } from "~/contract/travel/agency";
import { agencyContact } from "~/contract/travel/agency-contact";
import { agreedQuantity } from "~/contract/travel/agreed-quantity";
import { agencyAgreement } from "~/contract/travel/agreement";
import { changesOnPage, tradeThings, travelLog } from "~/contract/travel/change-log";
import { travel } from "~/contract/travel/manifest";
import { guidePayee } from "~/contract/travel/reward";
import { thingsOfAgency } from "~server/backend/business/travel/change-log";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, today } from "~tests/support/park";
import { addGuide, agencyInUse } from "./sales-support";
import { addAgency, agencyOf } from "./support";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

async function log(asked: PayloadOf<typeof travelLog> = {}, as = backend.admin) {
  const reply = await backend.call(travelLog, asked, { as });
  expect(reply.message).toBe("");
  return reply.data;
}

test("2.3n.8 /travelLogDetail: from what to what, by whom; numbers of people are masked", async () => {
  const fields = agencyOf({ contact: "李娜" });
  const { id } = (await backend.call(agency.methods.save, fields as never)).data;
  await backend.call(agency.methods.save, { ...fields, id, contact: "王芳", mobile: "13900139000" } as never);
  const { entries, agencyName } = await log({ agencyId: id });
  expect(agencyName).toBe(fields.name);
  expect(entries.map(({ what }) => what)).toEqual([
    expect.stringContaining(fields.name),
    expect.stringContaining(fields.name),
  ]);
  expect(entries[0]?.by).toBeTruthy();
  expect(entries[0]?.fields).toEqual(
    expect.arrayContaining([
      { label: "联系人", before: "李娜", after: "王芳" },
      { label: "联系手机", before: "138****8000", after: "139****9000" },
    ]),
  );
  expect(entries[0]?.fields).toHaveLength(2);
  expect((await log({ agencyId: id, who: "没有这个人" })).entries).toEqual([]);
  expect((await log({ agencyId: id, to: "2020-01-01" })).entries).toEqual([]);
});

test("of an agency its agreements are part; others' are not", async () => {
  const one = (await addAgency(backend)).data.id;
  const other = (await addAgency(backend)).data.id;
  const sign = (agencyId: number) =>
    backend.call(agencyAgreement.methods.save, {
      ...{ code: fresh("XY"), agencyId, fromDay: "2026-01-01", toDay: "2026-12-31" },
      ...{ cycle: "month", basis: "sale" },
    } as never);
  await sign(one);
  await sign(other);
  expect((await log({ agencyId: one })).entries).toHaveLength(2);
  expect((await log({ agencyId: one, thing: "agencyAgreement" })).entries).toHaveLength(1);
  expect((await log({ thing: "agencyAgreement" })).entries.length).toBeGreaterThanOrEqual(2);
});

test("goes on by pages, each entry once, and ends", async () => {
  for (let n = 0; n < changesOnPage; n += 1) await addAgency(backend);
  const seen: number[] = [];
  let next: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof log>> = await log(next === null ? {} : { before: next });
    expect(page.entries.length).toBeGreaterThan(0);
    seen.push(...page.entries.map(({ id }) => id));
    next = page.next;
  } while (next !== null);
  expect(seen).toEqual([...new Set(seen)].sort((one, two) => two - one));
  const all = await backend.sql<{ n: number }>(
    "select count(*)::int as n from audit_log where thing in ('agency', 'agencyAgreement', 'agencyReview') and not look",
  );
  expect(seen.length).toBeGreaterThanOrEqual(all[0]?.n ?? 0);
});

test("another tenant's agency is not found, and whoever lacks the right is refused", async () => {
  const { id } = (await addAgency(backend)).data;
  const stranger = await backend.createCorp("4503");
  expect((await backend.call(travelLog, { agencyId: id }, { as: stranger })).status).toBe(404);
  expect((await log({}, stranger)).entries).toEqual([]);
  const { token } = await backend.createUser({ grants: ["agencyList"] });
  expect((await backend.call(travelLog, {}, { as: token })).status).toBe(403);
});

test("no resource of the trade that has a change log is missing, and each has a name of its own", () => {
  const logged = (travel.resources ?? []).filter(({ methods }) => "changes" in methods).map(({ thing }) => thing);
  expect(logged.length).toBeGreaterThan(15);
  expect(logged.filter((thing) => !(tradeThings as readonly string[]).includes(thing))).toEqual([]);
  const titles = tradeThings.map(thingTitle);
  expect(new Set(titles).size).toBe(tradeThings.length);
});

test("whatever refers to an agency belongs to its log", () => {
  const referring = (travel.resources ?? []).filter(
    ({ fields, methods }) => "changes" in methods && fields.agencyId?.kind === "reference",
  );
  expect(referring.map(({ thing }) => thing).filter((thing) => !(thing in thingsOfAgency))).toEqual([]);
});

test("of an agency its contacts, agreed quantities, payees and group bookings are part; others' are not", async () => {
  backend.setNow(friday);
  const park = await createPark(backend);
  const guideId = await addGuide(backend);
  const [one, other] = [await agencyInUse(backend), await agencyInUse(backend)];
  for (const agencyId of [one, other]) {
    const person = { name: "周敏", duty: "计调", mobile: "13800138011", email: null, remark: null };
    await backend.saved(agencyContact.methods.save, { agencyId, ...person });
    await backend.saved(agreedQuantity.methods.save, {
      ...{ code: fresh("XL"), agencyId, fromDay: today, toDay: today, reason: "合同第七条", remark: null },
      ...{ counts: "sold", tiers: [{ atLeast: 1, rebate: 100 }] },
    });
    // Its papers are not what this is about.
    const [payee] = await backend.sql<{ id: number }>(
      `insert into guide_payee (corp_code, code, guide_id, agency_id, contract_file, consent_file, bank, bank_account, withholding, until_day)
       values ('0001', $3, $1, $2, '2026/c.pdf', '2026/a.pdf', '工商银行', '6222020000001234', 20, '2027-12-31') returning id::float8 as id`,
      [guideId, agencyId, fresh("HT")],
    );
    await backend.call(guidePayee.commands.suspend.method, { id: payee?.id } as never);
    await backend.saved(groupBooking.methods.save, {
      ...{ organisation: null, contactName: "王芳", mobile: "13800138000", guide: null, parkId: park.parkId },
      ...{ visitDay: today, slot: null, arrival: null, customerGroup: "agency", remark: null, plate: null },
      ...{ agencyId, people: [{ ticketTypeId: park.adultId, quantity: 5 }] },
    });
  }
  for (const thing of ["agencyContact", "agreedQuantity", "guidePayee", "groupBooking"] as const) {
    const own = (await log({ agencyId: one, thing })).entries;
    expect([thing, own.length]).toEqual([thing, 1]);
    expect((await log({ thing })).entries.length).toBeGreaterThanOrEqual(2);
  }
});
