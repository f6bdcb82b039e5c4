/** Deposits as of any moment, with what came in and went out, and in the cash-up of who took them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockerBox } from "~/contract/locker/box";
import { lockerGroup } from "~/contract/locker/group";
import { lockerLedger } from "~/contract/locker/locker-ledger";
import type { Method, PayloadOf } from "~/contract/method";
import { cashUp } from "~/contract/order/cash-up";
import { refundOrder } from "~/contract/order/order";
import { quotaLedger } from "~/contract/ticket/quota-ledger";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { bind } from "~tests/support/two-parks";

let backend: TestBackend;
let park: TestPark;
let [one, two] = [0, 0];
const at = (time: string) => backend.setNow(new Date(`2026-11-20T${time}+08:00`));
const day = "2026-11-20";
const window = { from: `${day} 00:00:00`, at: `${day} 23:59:59` };

async function saved<M extends Method>(method: M, fields: Record<string, unknown>): Promise<number> {
  const reply = await backend.call(method, fields as PayloadOf<M>);
  expect([reply.message, reply.errors]).toEqual(["", undefined]);
  return (reply.data as { id: number }).id;
}

async function boxes(parkId: number) {
  const lockerGroupId = await saved(lockerGroup.methods.save, {
    ...{ code: fresh("LK"), name: "东门储物柜", parkId, hours: 12 },
    ...{ depositSmall: 1_000, depositMedium: 2_000, depositLarge: 3_000 },
  });
  const add = (number: string) => saved(lockerBox.methods.save, { lockerGroupId, size: "medium", number });
  return [await add("A01"), await add("A02")] as const;
}
const { occupy, release, clear } = lockerBox.methods;
const take = (id: number, paymentType: string, as = backend.admin) =>
  backend.call(occupy, { id, mobile: "13800138000", paymentType }, { as });
const standing = async (fields: Partial<PayloadOf<typeof lockerLedger.standing>> = {}, as = backend.admin) =>
  (await backend.call(lockerLedger.standing, { ...window, ...fields }, { as })).data;
const totals = ({ totals: { opening, in: came, out, closing } }: Awaited<ReturnType<typeof standing>>) =>
  [opening, came, out, closing].map(({ held }) => held);

beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  [one, two] = await boxes(park.parkId);
  at("08:00:00");
  await take(one, "cash");
  at("09:00:00");
  await take(two, "wechat");
  at("10:00:00");
  await backend.call(release, { id: one });
  at("11:00:00");
  await take(one, "cash");
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

describe("4 a ledger as of any moment", () => {
  test("opening, in, out and closing, row by row and over all that the filters find", async () => {
    const whole = await standing();
    expect(totals(whole)).toEqual([0, 6_000, 2_000, 4_000]);
    expect(whole.count).toBe(2);
    const shown = whole.rows.map(({ account, in: came, out, closing }) => [
      ...[account.boxId, account.paymentType],
      ...[came.held, out.held, closing.held],
    ]);
    expect(shown).toEqual([
      [one, "cash", 4_000, 2_000, 2_000],
      [two, "wechat", 2_000, 0, 2_000],
    ]);
    expect(totals(await standing({ filters: { paymentType: "wechat" } }))).toEqual([0, 2_000, 0, 2_000]);
    expect(totals(await standing({ filters: { boxId: String(one) } }))).toEqual([0, 4_000, 2_000, 2_000]);
  });

  test("as it was then: what happened later is not in it", async () => {
    expect(totals(await standing({ at: `${day} 08:30:00` }))).toEqual([0, 2_000, 0, 2_000]);
    expect(totals(await standing({ at: `${day} 10:00:00` }))).toEqual([0, 4_000, 2_000, 2_000]);
    expect(totals(await standing({ from: `${day} 09:30:00`, at: `${day} 10:30:00` }))).toEqual([
      4_000, 0, 2_000, 2_000,
    ]);
    expect(await standing({ from: "2026-11-19 00:00:00", at: "2026-11-19 23:00:00" })).toMatchObject({
      count: 0,
      rows: [],
    });
  });

  test("is the sum of the ledger's rows at every moment", async () => {
    for (const time of ["08:00:00", "08:59:59", "09:00:00", "10:30:00", "11:00:00"]) {
      const [row] = await backend.sql<{ held: number }>(
        "select coalesce(sum(held_change), 0)::int as held from locker_ledger where at <= $1",
        [`${day}T${time}+08:00`],
      );
      expect([time, totals(await standing({ at: `${day} ${time}` })).at(-1)]).toEqual([time, row?.held]);
    }
  });

  test("of quotas as well; nonsense is refused; without the function 403; of another park or corp nothing", async () => {
    expect((await backend.call(quotaLedger.standing, {})).status).toBe(200);
    const refused = async (payload: object) => (await backend.call(lockerLedger.standing, payload)).status;
    expect(await refused({ at: "yesterday" })).toBe(422);
    expect(await refused({ from: `${day} 12:00:00`, at: `${day} 11:00:00` })).toBe(422);
    expect(await refused({ filters: { held: "1" } })).toBe(422);
    const { token } = await backend.createUser({ grants: ["lockerBoxList"] });
    expect((await backend.call(lockerLedger.standing, {}, { as: token })).status).toBe(403);
    const elsewhere = await backend.createUser({ grants: ["lockerDeposits"] });
    const other = await createPark(backend);
    await bind(backend, elsewhere.id, [other.parkId]);
    expect((await standing({}, elsewhere.token)).count).toBe(0);
    expect((await standing({}, await backend.createCorp("0008"))).count).toBe(0);
  });
});

describe("4 the cash-up", () => {
  const days = { from: day, to: day };
  const shownBy = async (payload: object = {}, as = backend.admin) =>
    (await backend.call(cashUp, { ...days, ...payload }, { as })).data.rows;

  test("has deposits beside the takings, by seller and payment type, with what each hands over", async () => {
    at("12:00:00");
    const grants = [
      "lockerBoxList",
      "lockerBoxList/lockerBox:occupy",
      "reportPayments",
      "buyTktList",
      "buyTktList/sale:sell",
    ];
    const clerk = await backend.createUser({ grants });
    const [mine] = await boxes(park.parkId);
    await take(mine, "cash", clerk.token);
    const { orderId } = await park.sell();
    const refund = { orderId, idempotencyKey: fresh("cash-key"), reason: "改期" };
    expect((await backend.call(refundOrder, refund)).data.amount).toBe(16_000);
    await park.sell();
    const sums = (rows: Awaited<ReturnType<typeof shownBy>>) =>
      rows.map(({ paymentType, taken, givenBack, heldTaken, heldGivenBack, due }) => [
        ...[paymentType, taken, givenBack],
        ...[heldTaken, heldGivenBack, due],
      ]);
    const all = await shownBy();
    expect(sums(all.filter(({ accountId }) => accountId !== clerk.id))).toEqual([
      ["cash", 32_000, 16_000, 4_000, 2_000, 18_000],
      ["wechat", 0, 0, 2_000, 0, 2_000],
    ]);
    expect(sums(all.filter(({ accountId }) => accountId === clerk.id))).toEqual([["cash", 0, 0, 2_000, 0, 2_000]]);
    expect(await shownBy({ accountId: clerk.id })).toHaveLength(1);
    // Who may not see others' sales sees their own alone, whomever they ask for.
    expect(sums(await shownBy({}, clerk.token))).toEqual([["cash", 0, 0, 2_000, 0, 2_000]]);
    const someone = all.find(({ accountId }) => accountId !== clerk.id)?.accountId;
    expect(await shownBy({ accountId: someone }, clerk.token)).toEqual([]);
  });

  test("what is kept of a cleared locker changes no hands", async () => {
    const before = await shownBy();
    const later = { from: "2026-11-21", to: "2026-11-22" };
    backend.setNow(new Date("2026-11-21T12:00:00+08:00"));
    expect((await backend.call(clear, { id: two })).status).toBe(200);
    expect(await shownBy(later)).toEqual([]);
    expect(await shownBy()).toEqual(before);
  });

  test("days in order and not too many; the function is asked for; another corp sees nothing of it", async () => {
    expect((await backend.call(cashUp, { from: "2026-11-21", to: day })).status).toBe(422);
    expect((await backend.call(cashUp, { from: "2026-01-01", to: day })).status).toBe(422);
    const { token } = await backend.createUser({ grants: ["buyTktList"] });
    expect((await backend.call(cashUp, days, { as: token })).status).toBe(403);
    expect(await shownBy({}, await backend.createCorp("0007"))).toEqual([]);
  });
});
