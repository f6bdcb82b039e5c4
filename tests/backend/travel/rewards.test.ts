/** Rewards of guides: off at first; what admitted tickets earned, once; approved by another person, paid, taken back after late refunds. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { sellTickets } from "~/contract/ticket/sale";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { guideVisitors } from "~/contract/travel/guide-visitors";
import { guideReward, guideRewardMonth, reckonRewards, rewardRule } from "~/contract/travel/reward";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";
import { addGuide, agencyInUse, refundTickets } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
let other: string;
let guides = 0;
const month = today.slice(0, 7);
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  await switched("T");
  const grants = ["approve", "pay", "clawBack", "cancel", "reckon"].map((one) => `guideRewards/guideReward:${one}`);
  other = (await backend.createUser({ grants: ["guideRewards", ...grants] })).token;
});
beforeEach(async () => {
  backend.setNow(friday);
  await backend.sql("update reward_rule set status = 'F'");
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const switched = (on: "T" | "F") =>
  backend.sql(
    `insert into sys_param (corp_code, param_code, param_option) values ('0001', 'guideRewards', $1)
     on conflict (corp_code, param_code) do update set param_option = $1`,
    [on],
  );
const rule = (fields: object = {}) =>
  backend.call(rewardRule.methods.save, {
    ...{ code: fresh("JL"), ticketTypeId: park.adultId, fromDay: `${month}-01`, toDay: "2027-12-31" },
    ...{ way: "perVisitor", each: 500, percent: null, payee: "agency", reason: "合同第九条", ...fields },
  } as never);
const onCredit = () => agencyInUse(backend, { settlement: "credit", creditLimit: 1_000_000 });
async function aGuide(): Promise<number> {
  guides += 1;
  return addGuide(backend, {
    document: "passport",
    country: "法国",
    identity: `FR${100_000 + guides}`,
    name: `导游${guides}`,
  });
}

/** One adult is 80 yuan. */
async function brought(agencyId: number, guideId: number, sold: number, admitted: number): Promise<number> {
  const [agency] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  const [guide] = await backend.sql<{ certificate: string }>("select certificate from guide where id = $1", [guideId]);
  const reply = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity: sold }] },
    ...{ agency: agency?.code, guide: guide?.certificate, paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  expect(reply.message).toBe("");
  const { orderId } = reply.data as unknown as { orderId: number };
  const tickets = await backend.sql<{ no: string }>(
    "select ticket_no as no from ticket where order_id = $1 order by id limit $2",
    [orderId, admitted],
  );
  for (const { no } of tickets) {
    const key = { idempotencyKey: fresh("check-key"), gateId: park.gateId, code: no };
    expect(((await backend.call(checkTicket, key as never)).data as unknown as { admitted: boolean }).admitted).toBe(
      true,
    );
  }
  return orderId;
}
const reckon = (as = backend.admin, of = month) =>
  backend.call(reckonRewards, { month: of, idempotencyKey: fresh("reckon-key") } as never, { as });
const rewardOf = async (guideId: number) => {
  const [row] = await backend.sql<{ id: number; amount: number; visitors: number; status: string; clawed: number }>(
    `select id::int as id, amount::int as amount, visitors, status, clawed::int as clawed
     from guide_reward where guide_id = $1 and status <> 'void' order by id desc limit 1`,
    [guideId],
  );
  return row ?? { id: 0, amount: 0, visitors: 0, status: "", clawed: 0 };
};
type Step = keyof typeof guideReward.commands;
const step = (name: Step, id: number, fields: object = {}, as = other) =>
  backend.call(guideReward.commands[name].method, { id, ...fields } as never, { as });
const account = async (id: number) => (await backend.call(agencyAccount, { id })).data.standing;
const refunded = (orderId: number, n: number) => refundTickets(backend, orderId, n);
async function contract(guideId: number, agencyId: number, fields: { until?: string } = {}): Promise<void> {
  await backend.sql(
    `insert into guide_payee (corp_code, code, guide_id, agency_id, contract_file, consent_file, bank, bank_account, withholding, until_day)
     select corp_code, $3, $1, id, '2026/c.pdf', '2026/a.pdf', '工商银行', '6222020000001234', 20, $4 from travel_agency where id = $2`,
    [guideId, agencyId, fresh("HT"), fields.until ?? "2027-12-31"],
  );
}

test("off at first: nothing is reckoned, approved or paid, and the page says so", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule();
  await brought(agencyId, guideId, 1, 1);
  await switched("F");
  const before = await digests(backend);
  expect((await reckon()).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await backend.call(guideRewardMonth, { month })).data.on).toBe(false);
  await switched("T");
  expect((await reckon()).status).toBe(200);
});

test("each admitted ticket earns once; another person approves; the agency's account is paid", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule();
  await brought(agencyId, guideId, 3, 2);
  expect((await reckon()).status).toBe(200);
  expect(await rewardOf(guideId)).toMatchObject({ visitors: 2, amount: 1_000, status: "calculated" });
  expect((await reckon()).status).toBe(409);
  const { id } = await rewardOf(guideId);
  const before = await digests(backend);
  expect((await step("approve", id, {}, backend.admin)).status).toBe(409);
  expect((await step("pay", id)).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await step("approve", id)).status).toBe(200);
  expect((await step("pay", id, { bankRef: "B1" })).status).toBe(422);
  expect((await step("pay", id, { bankRef: null })).status).toBe(200);
  expect((await account(agencyId)).used).toBe(24_000 - 1_000);
  expect((await step("pay", id, { bankRef: null })).status).toBe(409);
  expect((await account(agencyId)).used).toBe(24_000 - 1_000);
});

test("visitors by guide say what they have earned, before and after it is reckoned, to who may see rewards", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule();
  await brought(agencyId, guideId, 3, 2);
  const seen = async (as = backend.admin) => (await backend.call(guideVisitors, { guideId }, { as })).data;
  const earned = { rewards: true, rows: [{ tickets: 3, admitted: 2, reward: 1_000 }], total: { reward: 1_000 } };
  expect(await seen()).toMatchObject(earned);
  expect((await reckon()).status).toBe(200);
  // What was reckoned stays, whatever rules say by now.
  await backend.sql("update reward_rule set status = 'F'");
  expect(await seen()).toMatchObject(earned);
  const { token } = await backend.createUser({ grants: ["guiderNumDetail"] });
  expect(await seen(token)).toMatchObject({ rewards: false, rows: [{ admitted: 2, reward: 0 }], total: { reward: 0 } });
  await switched("F");
  expect(await seen()).toMatchObject({ rewards: false, total: { reward: 0 } });
  await switched("T");
});

test("a percent is of what the ticket cost, in whole fen; two rules of one type and day are refused", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule({ way: "percent", each: null, percent: 7 });
  const twice = await rule();
  expect([twice.status, Object.keys(twice.errors ?? {})]).toEqual([422, ["fromDay"]]);
  await brought(agencyId, guideId, 1, 1);
  await reckon();
  expect(await rewardOf(guideId)).toMatchObject({ amount: 560 });
});

test("to a person only with contract and consent in force, by a bank reference that is used once, with tax withheld", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule({ payee: "person" });
  await brought(agencyId, guideId, 2, 2);
  await contract(guideId, agencyId, { until: "2026-01-01" });
  expect((await reckon()).status).toBe(409);
  const { waiting } = (await backend.call(guideRewardMonth, { month })).data;
  expect(waiting.find((one) => one.guideId === guideId)?.why).not.toBe("");
  await backend.sql("update guide_payee set until_day = '2027-12-31' where guide_id = $1", [guideId]);
  expect((await reckon()).status).toBe(200);
  const { id } = await rewardOf(guideId);
  await step("approve", id);
  expect((await step("pay", id, { bankRef: null })).status).toBe(422);
  expect((await step("pay", id, { bankRef: "GZ-1" })).status).toBe(200);
  const { paying } = (await backend.call(guideRewardMonth, { month })).data;
  const told = paying.find((one) => one.id === id);
  expect(told).toMatchObject({ amount: 1_000, withheld: 200, net: 800, bank: "工商银行 *1234" });
  expect((await account(agencyId)).used).toBe(16_000);
  const second = await aGuide();
  await contract(second, agencyId);
  await brought(agencyId, second, 1, 1);
  await reckon();
  const next = (await rewardOf(second)).id;
  await step("approve", next);
  expect((await step("pay", next, { bankRef: "gz-1" })).status).toBe(422);
  // Nor is it one that an agency's money went by.
  const taken = { id: agencyId, amount: 100, bankRef: "GZ-2", remark: null };
  expect((await backend.call(agency.commands.topUp.method, taken as never)).message).toBe("");
  const again = await step("pay", next, { bankRef: "gz-2" });
  expect([again.status, again.errors?.bankRef]).toEqual([422, ["银行流水号 gz-2 已登记过"]]);
});

test("a refund before the payment stops it; one after it is taken back, and once", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule();
  const orderId = await brought(agencyId, guideId, 3, 3);
  await reckon();
  const first = (await rewardOf(guideId)).id;
  await step("approve", first);
  await refunded(orderId, 1);
  expect((await step("pay", first, { bankRef: null })).status).toBe(409);
  expect((await step("cancel", first)).status).toBe(200);
  expect((await reckon()).status).toBe(200);
  const { id, amount } = await rewardOf(guideId);
  expect(amount).toBe(1_000);
  await step("approve", id);
  await step("pay", id, { bankRef: null });
  expect((await step("clawBack", id, { bankRef: null })).status).toBe(409);
  await refunded(orderId, 2);
  const { used } = await account(agencyId);
  expect((await step("clawBack", id, { bankRef: null })).status).toBe(200);
  expect((await account(agencyId)).used).toBe(used + 500);
  expect((await step("clawBack", id, { bankRef: null })).status).toBe(409);
  expect((await account(agencyId)).used).toBe(used + 500);
  await refunded(orderId, 3);
  // What was refunded is owed no more, and what the reward had paid of it was the agency's for a moment.
  expect(await account(agencyId)).toMatchObject({ used: 0, prepaid: 500 });
  expect((await step("clawBack", id, { bankRef: null })).status).toBe(200);
  expect(await account(agencyId)).toMatchObject({ used: 0, prepaid: 0 });
  expect(await rewardOf(guideId)).toMatchObject({ status: "clawedBack", clawed: 1_000 });
});

test("what a person was paid comes back by a transfer of its own reference, and leaves the agency's account alone", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule({ payee: "person" });
  const orderId = await brought(agencyId, guideId, 2, 2);
  await contract(guideId, agencyId);
  await reckon();
  const { id } = await rewardOf(guideId);
  await step("approve", id);
  const [out, back, rest] = [fresh("GZ"), fresh("GZ"), fresh("GZ")];
  expect((await step("pay", id, { bankRef: out })).status).toBe(200);
  await refunded(orderId, 1);
  const { used, prepaid } = await account(agencyId);
  const before = await digests(backend);
  expect((await step("clawBack", id, { bankRef: null })).status).toBe(422);
  expect((await step("clawBack", id, { bankRef: out })).status).toBe(422);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await step("clawBack", id, { bankRef: back })).status).toBe(200);
  expect((await step("clawBack", id, { bankRef: rest })).status).toBe(409);
  expect(await rewardOf(guideId)).toMatchObject({ status: "paid", clawed: 500 });
  await refunded(orderId, 2);
  expect((await step("clawBack", id, { bankRef: rest })).status).toBe(200);
  expect(await rewardOf(guideId)).toMatchObject({ status: "clawedBack", clawed: 1_000 });
  const kept = await backend.sql(
    "select kind, bank_ref as ref, amount::int from agency_receipt where agency_id = $1 order by id",
    [agencyId],
  );
  expect(kept).toEqual([
    { kind: "paidOut", ref: out, amount: 800 },
    { kind: "paidBack", ref: back, amount: 500 },
    { kind: "paidBack", ref: rest, amount: 500 },
  ]);
  // The second ticket's own refund alone moved it.
  expect(await account(agencyId)).toMatchObject({ used: used - 8_000, prepaid });
});

test("an agency that settles in cash has no account: the page says so, and nothing is reckoned for it", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule();
  await brought(agencyId, guideId, 1, 1);
  await backend.sql("update travel_agency set settlement = 'cash', credit_limit = null where id = $1", [agencyId]);
  const { waiting } = (await backend.call(guideRewardMonth, { month })).data;
  expect(waiting.find((one) => one.guideId === guideId)?.why).toContain("现结");
  expect((await reckon()).status).toBe(409);
  await backend.sql("update travel_agency set settlement = 'credit', credit_limit = 1000000 where id = $1", [agencyId]);
  expect((await reckon()).status).toBe(200);
});

test("what the account cannot bear is refused and writes nothing", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule();
  const orderId = await brought(agencyId, guideId, 2, 1);
  await reckon();
  const { id } = await rewardOf(guideId);
  await step("approve", id);
  await step("pay", id, { bankRef: null });
  await refunded(orderId, 1);
  await backend.sql("update travel_agency set credit_limit = 7500 where id = $1", [agencyId]);
  const before = await digests(backend);
  expect((await step("clawBack", id, { bankRef: null })).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  await backend.sql("update travel_agency set credit_limit = 1000000 where id = $1", [agencyId]);
});

test("another tenant finds none of it; a park's account reckons nothing; the right alone decides", async () => {
  const [agencyId, guideId] = [await onCredit(), await aGuide()];
  await rule();
  await brought(agencyId, guideId, 1, 1);
  const tenant = await backend.createCorp("7731");
  const reader = await backend.createUser({ grants: ["guideRewards"] });
  const grants = ["guideRewards", "guideRewards/guideReward:reckon"];
  const bound = await backend.createUser({ grants, parks: [park.parkId] });
  const before = await digests(backend);
  expect((await backend.call(guideRewardMonth, { month }, { as: tenant })).data.waiting).toEqual([]);
  expect((await reckon(tenant)).status).toBe(409);
  expect((await reckon(reader.token)).status).toBe(403);
  expect((await reckon(bound.token)).status).toBe(409);
  expect((await reckon(backend.admin, "2099-01")).status).toBe(422);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test.runIf(raceIsReal)(
  "of six who reckon at once each ticket earns once; without its index it earns again",
  async () => {
    const [agencyId, guideId] = [await onCredit(), await aGuide()];
    await rule();
    await brought(agencyId, guideId, 4, 4);
    await raceToInsert(backend, "guide_reward_ticket", 3, () => reckon());
    const sum = async (of: number) =>
      Number(
        (await backend.sql<{ sum: string }>("select sum(amount) as sum from guide_reward where guide_id = $1", [of]))[0]
          ?.sum,
      );
    expect(await sum(guideId)).toBe(2_000);
    const { id } = await rewardOf(guideId);
    const approved = await race(backend, 6, () => step("approve", id));
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1);
    const paid = await race(backend, 6, () => step("pay", id, { bankRef: null }));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await account(agencyId)).used).toBe(32_000 - 2_000);

    const unprotected = await aGuide();
    await brought(agencyId, unprotected, 4, 4);
    await backend.sql("drop index guide_reward_ticket_once");
    await raceToInsert(backend, "guide_reward_ticket", 3, () => reckon());
    const doubled = await sum(unprotected);
    await backend.sql(
      "delete from guide_reward_ticket where reward_id in (select id from guide_reward where guide_id = $1)",
      [unprotected],
    );
    await backend.sql("delete from guide_reward where guide_id = $1", [unprotected]);
    await backend.sql("create unique index guide_reward_ticket_once on guide_reward_ticket (corp_code, ticket_id)");
    expect(doubled).toBeGreaterThan(2_000);
  },
);

test.runIf(raceIsReal)(
  "killed where it reckons, pays or takes back: all of the rows are there or none; the second press makes it whole",
  { timeout: 120_000 },
  async () => {
    const [agencyId, guideId] = [await onCredit(), await aGuide()];
    await rule();
    const orderId = await brought(agencyId, guideId, 4, 3);
    const moved = async (before: Awaited<ReturnType<typeof digests>>) =>
      // Numbers are drawn beforehand, in blocks: those of a call that died stay a gap.
      changed(before, await digests(backend)).filter((table) => table !== "counter");
    const killedIn = async (tables: readonly string[], press: () => Promise<{ success: boolean }>) => {
      const before = await digests(backend);
      for (const table of tables) {
        expect([table, await killedWhile(backend, table, press)]).toEqual([table, { success: false, killed: 1 }]);
        expect([table, await moved(before)]).toEqual([table, []]);
      }
    };
    await killedIn(["guide_reward", "guide_reward_ticket", "audit_log"], () => reckon());
    expect((await reckon()).status).toBe(200);
    const { id, ...made } = await rewardOf(guideId);
    expect(made).toMatchObject({ visitors: 3, amount: 1_500 });
    await step("approve", id);
    await killedIn(["agency_ledger", "audit_log"], () => step("pay", id, { bankRef: null }));
    expect((await step("pay", id, { bankRef: null })).status).toBe(200);
    expect((await account(agencyId)).used).toBe(32_000 - 1_500);
    await refunded(orderId, 2);
    const { used } = await account(agencyId);
    await killedIn(["agency_ledger", "audit_log"], () => step("clawBack", id, { bankRef: null }));
    expect((await step("clawBack", id, { bankRef: null })).status).toBe(200);
    expect((await step("clawBack", id, { bankRef: null })).status).toBe(409);
    expect((await account(agencyId)).used).toBe(used + 1_000);
    expect(await rewardOf(guideId)).toMatchObject({ amount: 1_500, clawed: 1_000 });
  },
);
