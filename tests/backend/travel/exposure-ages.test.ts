/**
 * Ages of what agencies owe, from two numbers of a row (`agency_sold`), are those that the whole ledger adds up to: after
 * random sales, payments, nights and changes of the business's zone, whether the task of the night has run or not.
 */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { agencyExposure } from "~/contract/travel/exposure";
import { invariants } from "~server/backend/business/manifests";
import { moveAgesJob } from "~server/backend/business/travel/sold-by-age";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { runKind } from "~tests/support/run-kind";
import { addRegion } from "./sales-support";

let backend: TestBackend;
let regionId = 0;
let accounts: { id: number; agency: number; name: string }[] = [];
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
});
beforeEach(async () => {
  backend.setNow(friday);
  regionId = await addRegion(backend);
  accounts = await backend.sql(
    `with made as (
       insert into travel_agency (corp_code, code, name, type, licence, contact, mobile, settlement, credit_limit, status, region_id)
       select '0001', 'AGE-' || $1::text || '-' || n, '账龄 ' || $1::text || '-' || n, 'groups', 'L-AGE-' || $1::text || '-' || n, '李娜', '13800138000',
              'credit', 500000, 'active', $1::bigint
       from generate_series(1, 5) n
       returning id, name
     ), account as (
       insert into agency_account (corp_code, agency_id) select '0001', id from made returning id, agency_id
     )
     select account.id::int, agency_id::int as agency, name from account join made on made.id = agency_id order by 1`,
    [regionId],
  );
});
afterAll(() => backend.close());

interface Told {
  account: number;
  at: Date;
  change: number;
}

/** A movement as the ledger has it, with the account's figure. */
async function tell({ account, at, change }: Told): Promise<void> {
  await backend.sql(
    `with moved as (
       update agency_account set used = used + $2 where id = $1 returning corp_code, id, agency_id, prepaid, used, deposit
     )
     insert into agency_ledger (corp_code, at, agency_account_id, agency_id, kind, source, prepaid, used, used_change, deposit)
     select corp_code, $3::timestamptz, id, agency_id, $4, '', prepaid, used, $2, deposit from moved`,
    [account, change, at.toISOString(), change > 0 ? "saleCredit" : "repay"],
  );
}

const daysBefore = [29, 59, 89] as const;

/** From the movements one by one, the latest sale first: what is owed lies in the sales that are paid last. */
function agesOf(told: readonly Told[], account: number, dayStart: Date): number[] {
  const own = told.filter((one) => one.account === account);
  let owed = own.reduce((sum, { change }) => sum + change, 0);
  const ages = [0, 0, 0, 0];
  const sales = own.filter(({ change }) => change > 0).sort((one, other) => other.at.getTime() - one.at.getTime());
  for (const { at, change } of sales) {
    const taken = Math.min(owed, change);
    owed -= taken;
    const start = (days: number) => dayStart.getTime() - (days + 1) * 86_400_000;
    const age = daysBefore.findIndex((days) => at.getTime() >= start(days));
    ages[age === -1 ? 3 : age] = (ages[age === -1 ? 3 : age] ?? 0) + taken;
  }
  return ages;
}

const step = fc.record({
  what: fc.constantFrom("sale", "sale", "sale", "pay", "night", "look", "days", "late"),
  who: fc.nat(4),
  amount: fc.integer({ min: 1, max: 90_000_000_007 }),
  days: fc.integer({ min: 0, max: 95 }),
  /** Around the starts of days too. */
  milliseconds: fc.constantFrom(0, 1, 86_399_999, 43_200_000),
});

test("exposure by age is the ledger's, to the fen, after random steps", { timeout: 180_000 }, async () => {
  const told: Told[] = [];
  // Midnight in Shanghai.
  let dayStart = new Date("2026-03-01T00:00:00+08:00");
  let looks = 0;
  let nights = 0;
  const noon = () => new Date(dayStart.getTime() + 43_200_000);
  backend.setNow(noon());
  for (const { what, who, amount, days, milliseconds } of fc.sample(step, { numRuns: 300, seed: 20_261_129 })) {
    const account = accounts[who]?.id ?? 0;
    const add = async (at: Date, change: number) => {
      const one = { account, at, change };
      await tell(one);
      told.push(one);
    };
    if (what === "sale") await add(new Date(Math.min(noon().getTime(), dayStart.getTime() + milliseconds)), amount);
    // One that is told late, at the very start or end of a day too.
    if (what === "late")
      await add(new Date(dayStart.getTime() - days * 86_400_000 + milliseconds - 86_400_000), amount);
    if (what === "pay") {
      const owed = told.filter((one) => one.account === account).reduce((sum, { change }) => sum + change, 0);
      if (owed > 0) await add(noon(), -Math.min(owed, amount));
    }
    if (what === "days") {
      dayStart = new Date(dayStart.getTime() + Math.ceil(days / 10) * 86_400_000);
      backend.setNow(noon());
    }
    if (what === "night") {
      await runKind(backend, moveAgesJob, noon());
      nights += 1;
    }
    if (what !== "look") continue;
    looks += 1;
    const { rows, total } = (await backend.call(agencyExposure, { regionId })).data;
    const expected = new Map(accounts.map(({ id, agency }) => [agency, agesOf(told, id, dayStart)]));
    expect(Object.fromEntries(rows.map(({ id, ages }) => [id, ages]))).toEqual(Object.fromEntries(expected));
    expect(total.ages).toEqual(
      [0, 1, 2, 3].map((age) => [...expected.values()].reduce((sum, ages) => sum + (ages[age] ?? 0), 0)),
    );
  }
  expect(looks).toBeGreaterThan(20);
  expect(nights).toBeGreaterThan(20);
  expect(await broken()).toEqual([]);
});

/** The rule of the nightly audit that this is about: accounts of this file are made up, and break others. */
const rule = invariants["what an account was sold on credit, by age, is on the ledger"]?.broken ?? "";
const broken = async () => (await backend.sql(rule)).map(({ name, held, sum }) => [name, Number(held), Number(sum)]);

test("the night's task makes the row that of today; another zone of business days is told from the ledger until its night", async () => {
  const [one] = accounts;
  const account = one?.id ?? 0;
  // On the first day of the newest age, and today.
  await tell({ account, at: new Date(friday.getTime() - 30 * 86_400_000), change: 700 });
  await tell({ account, at: friday, change: 300 });
  const ages = async () => (await backend.call(agencyExposure, { regionId })).data.total.ages;
  const before = await ages();
  await runKind(backend, moveAgesJob, friday);
  expect(await ages()).toEqual(before);
  const [row] = await backend.sql("select sold::int, before_first::int from agency_sold where agency_account_id = $1", [
    account,
  ]);
  expect(row).toEqual({ sold: 1_000, before_first: 1_000 - (before[0] ?? 0) });
  // It is read, and not the ledger, until the day is over.
  await backend.sql("update agency_sold set before_first = before_first + 5 where agency_account_id = $1", [account]);
  expect((await ages())[0]).toBe((before[0] ?? 0) - 5);
  await backend.sql("update agency_sold set before_first = before_first - 5 where agency_account_id = $1", [account]);
  // Thirty days before this day begins earlier there.
  const inZone = async (zone: string) => {
    await backend.sql(
      `insert into sys_param (corp_code, param_code, param_option) values ('0001', 'timeZone', $1)
       on conflict (corp_code, param_code) do update set param_option = excluded.param_option`,
      [zone],
    );
    return ages();
  };
  const far = await inZone("Pacific/Kiritimati");
  await runKind(backend, moveAgesJob, friday);
  expect(await ages()).toEqual(far);
  expect([far, before].map((all) => all.reduce((sum, age) => sum + age, 0))).toEqual([1_000, 1_000]);
  expect(await inZone("Asia/Shanghai")).toEqual(before);
  expect(await broken()).toEqual([]);
});

test("the audit names an account whose kept numbers are not its ledger's", async () => {
  const [one] = accounts;
  await tell({ account: one?.id ?? 0, at: friday, change: 1_000 });
  await runKind(backend, moveAgesJob, friday);
  expect(await broken()).toEqual([]);
  await backend.sql("update agency_sold set sold = sold + 1 where agency_account_id = $1", [one?.id]);
  expect(await broken()).toEqual([[one?.name, 1_001, 1_000]]);
  await backend.sql(
    "update agency_sold set sold = sold - 1, before_second = before_second + 1 where agency_account_id = $1",
    [one?.id],
  );
  expect(await broken()).toEqual([[one?.name, 1_000, 1_000]]);
  await backend.sql("update agency_sold set before_second = before_second - 1 where agency_account_id = $1", [one?.id]);
  expect(await broken()).toEqual([]);
});

test.runIf(raceIsReal)("sales beside the night's task are counted once each", async () => {
  const [one] = accounts;
  const account = one?.id ?? 0;
  for (let round = 0; round < 5; round += 1)
    await race(backend, 6, (n) =>
      n === 0
        ? runKind(backend, moveAgesJob, friday)
        : tell({ account, at: new Date(friday.getTime() - n * 31 * 86_400_000), change: 100 }),
    );
  expect(await broken()).toEqual([]);
  const { total } = (await backend.call(agencyExposure, { regionId })).data;
  expect(total.used).toBe(2_500);
  expect(total.ages.reduce((sum, age) => sum + age, 0)).toBe(2_500);
});
