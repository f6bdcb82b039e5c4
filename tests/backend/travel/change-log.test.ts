/** The trade's change log: what became what, of one agency with what belongs to it, and nobody else's. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { agency } from "~/contract/travel/agency";
import { agencyAgreement } from "~/contract/travel/agreement";
import { changesOnPage, travelLog } from "~/contract/travel/change-log";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
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
