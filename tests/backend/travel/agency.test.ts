/** Agencies: reviewed before anything is signed, active by an agreement, warned of its end. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { agency } from "~/contract/travel/agency";
import { agencyAgreement } from "~/contract/travel/agreement";
import { agencyReview } from "~/contract/travel/review";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { fresh, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { addAgency } from "./support";

let backend: TestBackend;
let now = friday;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(() => backend.setNow(friday));
afterEach(() => {
  now = friday;
});
afterAll(() => backend.close());

const stateOf = async (id: number) => {
  const [row] = await backend.sql<{ status: string; day: string | null }>(
    "select status, agreement_until::text as day from travel_agency where id = $1",
    [id],
  );
  return [row?.status, row?.day ?? null];
};
const reviewOf = async (agencyId: number) => {
  const [row] = await backend.sql<{ id: number; status: string }>(
    "select id::int, status from travel_review where agency_id = $1",
    [agencyId],
  );
  return row ?? { id: 0, status: "" };
};
const review = (name: "approve" | "reject" | "resubmit", id: number, as = backend.admin) =>
  backend.call(
    agencyReview.commands[name].method,
    { id, ...(name === "reject" && { reason: "许可证看不清" }) } as never,
    { as },
  );
const draft = async (agencyId: number, fromDay = "2026-01-01", toDay = "2026-12-31") =>
  (
    await backend.call(agencyAgreement.methods.save, {
      ...{ code: fresh("XY"), agencyId, fromDay, toDay },
    } as never)
  ).data.id;
const sign = (id: number, as = backend.admin) =>
  backend.call(agencyAgreement.commands.sign.method, { id } as never, { as });
const applied = async () => (await addAgency(backend)).data.id;

test("an agreement without a period and a basis has the usual ones; a change that leaves them out keeps what there is", async () => {
  const agencyId = await applied();
  const terms = { code: fresh("XY"), agencyId, fromDay: "2026-01-01", toDay: "2026-12-31" };
  const { id } = (await backend.call(agencyAgreement.methods.save, terms as never)).data;
  const now = async () =>
    (await backend.sql("select cycle, basis, row_version::int as v from travel_agreement where id = $1", [id]))[0];
  expect(await now()).toEqual({ cycle: "month", basis: "sale", v: 0 });
  const weekly = { ...terms, id, rowVersion: 0, cycle: "week", basis: "admission" };
  expect((await backend.call(agencyAgreement.methods.save, weekly as never)).message).toBe("");
  const later = { ...terms, id, rowVersion: 1, toDay: "2027-01-31" };
  expect((await backend.call(agencyAgreement.methods.save, later as never)).message).toBe("");
  expect(await now()).toMatchObject({ cycle: "week", basis: "admission" });
  const empty = await backend.call(agencyAgreement.methods.save, { ...terms, code: fresh("XY"), cycle: "" } as never);
  expect([empty.status, Object.keys(empty.errors ?? {})]).toEqual([422, ["cycle"]]);
});

test("an agency is applied first; a credit limit is of those on credit alone", async () => {
  const made = await addAgency(backend, { settlement: "credit", creditLimit: 500_000 });
  expect(await stateOf(made.data.id)).toEqual(["applied", null]);
  const without = await addAgency(backend, { settlement: "credit", creditLimit: null });
  expect([without.status, Object.keys(without.errors ?? {})]).toEqual([422, ["creditLimit"]]);
});

test("rejected with a reason, handed in again, approved; signed it is active until the agreement's last day", async () => {
  const id = await applied();
  const { id: reviewId } = await reviewOf(id);
  const early = await draft(id);
  const before = await digests(backend);
  expect((await sign(early)).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await review("reject", reviewId)).message).toBe("");
  expect(await stateOf(id)).toEqual(["rejected", null]);
  expect((await review("approve", reviewId)).status).toBe(409);
  expect((await review("resubmit", reviewId)).status).toBe(200);
  expect(await stateOf(id)).toEqual(["applied", null]);
  expect((await review("approve", reviewId)).status).toBe(200);
  expect(await stateOf(id)).toEqual(["approved", null]);
  expect((await sign(early)).status).toBe(200);
  expect(await stateOf(id)).toEqual(["active", "2026-12-31"]);
  // One that ends no later renews nothing, and what is signed stays as it was.
  expect((await sign(await draft(id, "2026-06-01", "2026-12-31"))).status).toBe(409);
  const changedDays = { id: early, rowVersion: 1, toDay: "2030-01-01" };
  expect((await backend.call(agencyAgreement.methods.save, changedDays as never)).status).not.toBe(200);
  expect((await sign(await draft(id, "2027-01-01", "2027-12-31"))).status).toBe(200);
  expect(await stateOf(id)).toEqual(["active", "2027-12-31"]);
});

test("suspended with its reason and resumed; closed it is signed with no more", async () => {
  const id = await applied();
  await review("approve", (await reviewOf(id)).id);
  await sign(await draft(id));
  const command = (name: "suspend" | "resume" | "close") =>
    backend.call(agency.commands[name].method, { id, ...(name !== "resume" && { reason: "逾期未付" }) } as never);
  expect((await command("suspend")).status).toBe(200);
  expect((await stateOf(id))[0]).toBe("suspended");
  expect((await sign(await draft(id, "2027-01-01", "2027-12-31"))).status).toBe(409);
  expect((await command("resume")).status).toBe(200);
  expect((await command("close")).status).toBe(200);
  expect((await sign(await draft(id, "2027-01-01", "2027-12-31"))).status).toBe(409);
  expect((await command("resume")).status).toBe(409);
});

test("staff is told 60, 30 and 7 days before the end, once each, however often the round comes", async () => {
  const id = await applied();
  await review("approve", (await reviewOf(id)).id);
  await sign(await draft(id, "2026-01-01", "2027-03-31"));
  const told = async () =>
    (
      await backend.sql<{ matter: string }>("select distinct matter from message where matter like $1 order by 1", [
        `agreement ${id} %`,
      ])
    ).map(({ matter }) => matter.split(" ").at(-1));
  const round = async (day: string) => {
    now = new Date(`${day}T01:00:00Z`);
    await backend.sql("insert into job (corp_code, kind) values ('0001', 'warnAgreements')");
    const { database } = backend;
    await createWorker({ database, kinds: allKinds, now: () => now }).drain();
  };
  await round("2027-01-15");
  expect(await told()).toEqual([]);
  await round("2027-02-01");
  await round("2027-02-10");
  expect(await told()).toEqual(["60"]);
  await round("2027-03-05");
  await round("2027-03-28");
  await round("2027-03-29");
  expect(await told()).toEqual(["30", "60", "7"]);
});

test("another tenant finds none of it, and whoever has not the right decides nothing", async () => {
  const id = await applied();
  const { id: reviewId } = await reviewOf(id);
  const agreement = await draft(id);
  const tenant = await backend.createCorp("7715");
  const reader = await backend.createUser({ grants: ["singVerification", "agencyAgreement"] });
  const before = await digests(backend);
  expect([(await review("approve", reviewId, tenant)).status, (await sign(agreement, tenant)).status]).toEqual([
    404, 404,
  ]);
  expect((await review("approve", reviewId, reader.token)).status).toBe(403);
  expect((await sign(agreement, reader.token)).status).toBe(403);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test.runIf(raceIsReal)("of six who approve and reject at once one decides", async () => {
  const id = await applied();
  const { id: reviewId } = await reviewOf(id);
  const all = await race(backend, 6, (person) => review(person % 2 ? "approve" : "reject", reviewId));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  const { status } = await reviewOf(id);
  expect((await stateOf(id))[0]).toBe(status);
});
