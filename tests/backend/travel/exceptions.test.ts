/** One order beyond an agency's credit, allowed by a second person and used once; money of another payer taken by two people. */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approvalDecide } from "~/contract/platform/approval";
import { sellTickets } from "~/contract/ticket/sale";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { paysFrom } from "~server/backend/business/order/payment/by-account";
import { readAccounts } from "~server/backend/business/travel/accounts";
import { accountPayer, readLocked } from "~server/backend/business/travel/on-account";
import { rowsOf } from "~server/backend/kernel/rows";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
let judge: string;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  const grants = ["agencyList", "agencyList/agency:allowOrderDecide", "agencyList/agency:topUpDecide"];
  judge = (await backend.createUser({ grants })).token;
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const days = (n: number) => backend.setNow(new Date(friday.getTime() + n * 86_400_000));
const credit = (creditLimit: number) => agencyInUse(backend, { settlement: "credit", creditLimit });
/** One adult is 80 yuan. */
async function sale(id: number, quantity = 1, visitDay = today) {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]);
  return backend.call(sellTickets, {
    ...{ visitDay, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
}
const ask = (id: number, amount: number, untilDay = today, as = backend.admin) =>
  backend.call(agency.commands.allowOrder.method, { id, amount, untilDay, reason: "老客户旺季团" } as never, { as });
async function decide(id: number, kind: string, as = judge) {
  const [asked] = await backend.sql<{ id: number }>(
    "select id::int as id from approval where kind = $2 and thing_id = $1 and state = 'waiting' order by id desc limit 1",
    [id, kind],
  );
  return backend.call(approvalDecide, { id: Number(asked?.id), decision: "approve" }, { as });
}
async function allow(id: number, amount: number, untilDay = today): Promise<void> {
  expect((await ask(id, amount, untilDay)).data).toMatchObject({ waiting: true });
  expect((await decide(id, "agency.allowOrder")).message).toBe("");
}
const standing = async (id: number) => (await backend.call(agencyAccount, { id })).data;

describe("an exception", () => {
  test("waits for a second person, bears one order up to its amount, and is used up", async () => {
    const id = await credit(10_000);
    expect((await sale(id, 1)).message).toBe("");
    expect((await ask(id, 14_000)).data).toMatchObject({ waiting: true });
    expect((await sale(id, 1)).status).toBe(409);
    // Nobody decides what they asked for.
    expect((await decide(id, "agency.allowOrder", backend.admin)).status).toBeGreaterThanOrEqual(400);
    expect((await decide(id, "agency.allowOrder")).message).toBe("");
    // 20.00 are free and 140.00 more are allowed: 160.00 pass, 240.00 do not.
    const before = await digests(backend);
    expect((await sale(id, 3)).status).toBe(409);
    expect(changed(before, await digests(backend)).filter((table) => !/audit/.test(table))).toEqual([]);
    expect((await sale(id, 2)).message).toBe("");
    expect((await standing(id)).standing).toMatchObject({ limit: 10_000, used: 24_000, free: 0 });
    expect((await standing(id)).exceptions).toMatchObject([
      { amount: 14_000, open: false, order: expect.stringMatching(/./) },
    ]);
    expect((await sale(id, 1)).status).toBe(409);
  });

  test("ends with its day, is for agencies on credit, lets one order pass where the oldest is too old", async () => {
    const id = await credit(50_000);
    await allow(id, 8_000);
    days(1);
    expect((await standing(id)).exceptions).toMatchObject([{ open: false, order: "" }]);
    expect((await sale(id, 7, "2026-11-21")).status).toBe(409);
    expect((await sale(id, 1, "2026-11-21")).message).toBe("");
    days(62);
    expect((await sale(id, 1, "2027-01-21")).message).toContain("停止授信销售");
    await allow(id, 100, "2027-01-22");
    expect((await sale(id, 1, "2027-01-21")).message).toBe("");
    expect((await sale(id, 1, "2027-01-21")).message).toContain("停止授信销售");
    const prepaid = await agencyInUse(backend);
    expect((await ask(prepaid, 8_000)).status).toBe(409);
    expect((await ask(id, 8_000, "2027-06-01")).errors).toHaveProperty("untilDay");
    expect((await ask(id, 0, "2027-01-22")).errors).toHaveProperty("amount");
  });

  test("another tenant and whoever has not the right ask for none", async () => {
    const id = await credit(8_000);
    const tenant = await backend.createCorp("7751");
    const reader = (await backend.createUser({ grants: ["agencyList"] })).token;
    const before = await digests(backend);
    expect((await ask(id, 100, today, tenant)).status).toBe(404);
    expect((await ask(id, 100, today, reader)).status).toBe(403);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("two orders at once use it once", async () => {
    const id = await credit(8_000);
    await allow(id, 8_000);
    expect((await sale(id, 1)).message).toBe("");
    const both = await race(backend, 2, () => sale(id, 1));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await standing(id)).standing.used).toBe(16_000);
  });

  test.runIf(raceIsReal)("control: without the lock and the condition one exception bears two orders", async () => {
    const id = await credit(8_000);
    await allow(id, 8_000);
    await sale(id, 1);
    let both = meeting(2);
    paysFrom(
      accountPayer(
        async (call, agencyId) => {
          const [account] = await readAccounts(call, sql`a.id = ${agencyId}`);
          await both();
          return account;
        },
        // Looked at, and not used up.
        async (call, { id: agencyId }) =>
          (await rowsOf(call.db, sql`select 1 from agency_exception where agency_id = ${agencyId} and used_at is null`))
            .length > 0,
      ),
    );
    try {
      let used = 0;
      for (let round = 0; round < 5 && used < 24_000; round += 1) {
        both = meeting(2);
        await race(backend, 2, () => sale(id, 1));
        used = (await standing(id)).standing.used;
      }
      expect(used).toBeGreaterThanOrEqual(24_000);
      await expect(checkInvariants(backend)).rejects.toThrow();
    } finally {
      paysFrom(accountPayer(readLocked));
      await backend.sql("update travel_agency set credit_limit = 1000000 where id = $1", [id]);
    }
  });
});

describe("a payer that the contract does not name", () => {
  const topUp = (id: number, payer: string | null, as = backend.admin) =>
    backend.call(
      agency.commands.topUp.method,
      { id, amount: 5_000, bankRef: fresh("BR"), remark: null, payer } as never,
      { as },
    );

  test("waits for a second person; the contract's title and its name do not", async () => {
    const id = await agencyInUse(backend, { taxTitle: "青山国际旅行社有限公司" });
    const [row] = await backend.sql<{ name: string }>("select name from travel_agency where id = $1", [id]);
    for (const own of [null, "青山国际旅行社有限公司", row?.name ?? ""])
      expect((await topUp(id, own)).data.waiting).toBeUndefined();
    expect((await standing(id)).standing.prepaid).toBe(15_000);
    expect((await topUp(id, "张三")).data.waiting).toBe(true);
    expect((await standing(id)).standing.prepaid).toBe(15_000);
    expect((await decide(id, "agency.topUp")).message).toBe("");
    expect((await standing(id)).standing.prepaid).toBe(20_000);
    const kept = await backend.sql("select payer from agency_receipt where agency_id = $1 and payer is not null", [id]);
    expect(kept).toEqual([{ payer: "张三" }]);
  });
});
