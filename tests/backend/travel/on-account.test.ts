/** Sales on account: the agency's prices, the account charged with the sale, never beyond what it bears; refunds back to it. */

import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decideRefund, refundOrder } from "~/contract/order/order";
import { groupArrive, groupBooking, groupDesk, groupSettle } from "~/contract/ticket/group-booking";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { agencyExposure } from "~/contract/travel/exposure";
import { tradePrice } from "~/contract/travel/trade-price";
import { paysFrom } from "~server/backend/business/order/payment/by-account";
import { readAccounts } from "~server/backend/business/travel/accounts";
import { accountPayer, readLocked } from "~server/backend/business/travel/on-account";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

const days = (n: number) => backend.setNow(new Date(friday.getTime() + n * 86_400_000));
const codeOf = async (id: number) =>
  (await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]))[0]?.code ?? "";
/** One adult is 80 yuan. */
const cart = (quantity: number, fields: object = {}) => ({
  ...{ visitDay: today, lines: [{ ticketTypeId: park.adultId, quantity }], posId: park.posId },
  ...fields,
});
const sale = async (agencyId: number, quantity = 1, fields: object = {}) =>
  backend.call(sellTickets, {
    ...cart(quantity, { agency: await codeOf(agencyId), paymentType: "onAccount" }),
    ...{ idempotencyKey: fresh("sale-key"), ...fields },
  } as never);
const topUp = (id: number, amount: number) =>
  backend.call(agency.commands.topUp.method, { id, amount, bankRef: fresh("BR"), remark: null } as never);
const standing = async (id: number) => (await backend.call(agencyAccount, { id })).data.standing;
const credit = (creditLimit: number) => agencyInUse(backend, { settlement: "credit", creditLimit });
const refund = (orderId: number, fields: object = {}) =>
  backend.call(refundOrder, { orderId, reason: "行程取消", idempotencyKey: fresh("refund-key"), ...fields });
const suspend = (id: number) => backend.call(agency.commands.suspend.method, { id, reason: "逾期" } as never);
function signal(): { give: () => void; given: Promise<void> } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}
const tried = async (reply: Promise<{ success: boolean }>) => (await reply).success;

describe("a sale on account", () => {
  afterEach(() => checkInvariants(backend));

  test("takes prepaid money first and then credit, with the agency's own prices", async () => {
    const id = await credit(50_000);
    await backend.saved(tradePrice.methods.save, {
      ...{ code: fresh("P"), ticketTypeId: park.adultId, layer: "agency", agencyType: null, priceGroupId: null },
      ...{ agencyId: id, channel: null, startDay: today, endDay: today, days: "all", holidays: "any", price: 6_001 },
      ...{ priority: 0, remark: null },
    });
    await topUp(id, 10_000);
    const { data: quote } = await backend.call(quoteSale, cart(3, { agency: await codeOf(id) }) as never);
    expect([quote.payable, quote.whyNot]).toEqual([18_003, ""]);
    expect(quote.agency).toContain("可挂账 600.00 元");
    const sold = await sale(id, 3, { expectedPayable: 18_003 });
    expect(sold.message).toBe("");
    expect(await standing(id)).toMatchObject({ prepaid: 0, used: 8_003, free: 41_997 });
    const [earned] = await backend.sql("select agency_id::int as id from travel_order where order_id = $1", [
      sold.data.orderId,
    ]);
    expect(earned).toEqual({ id });
  });

  test("is refused with what there is and what is missing, and writes nothing", async () => {
    const id = await credit(10_000);
    await sale(id, 1);
    const before = await digests(backend);
    // The check of the amount says so already, and so does the refusal.
    const { data: quote } = await backend.call(quoteSale, cart(1, { agency: await codeOf(id) }) as never);
    expect(quote.agency).toContain("还差 60.00 元");
    const no = await sale(id, 1);
    expect([no.status, no.message]).toEqual([409, expect.stringContaining("还差 60.00 元")]);
    expect(no.message).toContain("预存 0.00，授信 100.00，已用 80.00，在途退款 0.00，可用 20.00，本单 80.00");
    const cash = await agencyInUse(backend, { settlement: "cash" });
    expect(
      changed(before, await digests(backend)).filter(
        (table) => table !== "travel_agency" && !/audit|review|message/.test(table),
      ),
    ).toEqual([]);
    expect((await sale(cash, 1)).message).toContain("现结");
    expect((await sale(id, 1, { paymentType: "cash" })).success).toBe(true);
    expect((await sale(id, 1, { agency: "" })).errors?.paymentType).toEqual(["“挂账”须先选择旅行社"]);
    expect((await sale(id, 1, { agency: "没有这一家" })).errors?.agency).toEqual(["没有找到旅行社“没有这一家”"]);
    expect((await sale(id, 1, { paymentType: "storedCard" })).status).toBe(422);
  });

  test("pressed twice is one sale and one charge", async () => {
    const id = await credit(50_000);
    const idempotencyKey = fresh("sale-key");
    const [first, second] = [await sale(id, 1, { idempotencyKey }), await sale(id, 1, { idempotencyKey })];
    expect(second.data).toEqual(first.data);
    expect(await standing(id)).toMatchObject({ used: 8_000 });
  });

  test("stops where the oldest that is owed is older than the parameter, until it is paid", async () => {
    const id = await credit(500_000);
    await sale(id, 1);
    days(60);
    expect((await sale(id, 1, { visitDay: "2027-01-19" })).message).toBe("");
    days(61);
    const no = await sale(id, 1, { visitDay: "2027-01-20" });
    expect([no.status, no.message]).toEqual([
      409,
      expect.stringContaining("最早一笔未结挂账为 2026-11-20，已超过 60 天"),
    ]);
    const { data } = await backend.call(agencyAccount, { id });
    expect(data.ages).toEqual([8_000, 0, 8_000, 0]);
    expect((await topUp(id, 8_000)).message).toBe("");
    expect((await sale(id, 1, { visitDay: "2027-01-20" })).message).toBe("");
  });

  test("exposure tells the ages of the account, also when it was looked at earlier that day", async () => {
    const id = await credit(500_000);
    const agesTold = async () =>
      (await backend.call(agencyExposure, {})).data.rows.find((row) => row.id === id)?.ages ?? [];
    const same = async () => {
      const own = (await backend.call(agencyAccount, { id })).data.ages;
      expect(await agesTold()).toEqual(own);
      return own;
    };
    await sale(id, 1);
    days(35);
    await sale(id, 2, { visitDay: "2026-12-25" });
    days(50);
    expect(await same()).toEqual([16_000, 8_000, 0, 0]);
    await sale(id, 1, { visitDay: "2027-01-11" });
    expect(await same()).toEqual([24_000, 8_000, 0, 0]);
    await topUp(id, 8_000);
    expect(await same()).toEqual([24_000, 0, 0, 0]);
    days(51);
    await sale(id, 1, { visitDay: "2027-01-11" });
    expect(await same()).toEqual([32_000, 0, 0, 0]);
    days(66);
    expect(await same()).toEqual([16_000, 16_000, 0, 0]);
  });

  test("an agency is found by a part of its name that only one has; counters of others ask for none", async () => {
    const name = fresh("独一无二国旅");
    await agencyInUse(backend, { name });
    const asked = async (typed: string) => (await backend.call(quoteSale, cart(1, { agency: typed }) as never)).data;
    expect((await asked(name.slice(1))).agency).toContain(name);
    expect((await asked("青山")).refusedReductions[0]).toMatchObject({
      field: "agency",
      message: expect.stringContaining("不止一家"),
    });
    const tenant = await backend.createCorp("7735");
    const { data } = await backend.call(getCounter, {}, { as: tenant });
    expect([data.takesAgencies, data.paymentTypes.some(({ value }) => value === "onAccount")]).toEqual([false, false]);
    const foreign = await backend.call(
      sellTickets,
      { ...cart(1, { agency: name, paymentType: "onAccount" }), idempotencyKey: fresh("sale-key") } as never,
      { as: tenant },
    );
    expect(foreign.errors?.agency?.[0]).toContain("没有找到旅行社");
    const own = await backend.call(getCounter, {});
    expect(own.data.paymentTypes.map(({ value }) => value)).toContain("onAccount");
  });
});

describe("a refund of it", () => {
  afterEach(() => checkInvariants(backend));

  test("goes back the way it came; what was paid meanwhile is prepaid; under way it keeps the agency from going", async () => {
    const id = await credit(90_000);
    await topUp(id, 8_000);
    const { data } = await sale(id, 10);
    expect(await standing(id)).toMatchObject({ prepaid: 0, used: 72_000 });
    await topUp(id, 70_000);
    const asked = await refund(data.orderId);
    expect(asked.data.state).toBe("waiting");
    expect(await standing(id)).toMatchObject({ used: 2_000, underWay: 80_000, free: 88_000 });
    expect((await suspend(id)).message).toBe("账户未结清：已用授信 20.00 元、在途退款 800.00 元");
    const other = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    const decided = await backend.call(
      decideRefund,
      { refundId: asked.data.refundId, decision: "approve" },
      {
        as: other.token,
      },
    );
    expect(decided.message).toBe("");
    expect(await standing(id)).toMatchObject({ prepaid: 78_000, used: 0, underWay: 0 });
    expect((await suspend(id)).message).toBe("");
    expect((await sale(id, 1)).status).toBe(422);
    // By a part of its name too: it is there, and nothing is sold to it.
    const code = await codeOf(id);
    const part = await sale(id, 1, { agency: `行社 ${code}` });
    expect(part.errors?.agency).toEqual([`旅行社“青山旅行社 ${code}”未在合作中`]);
  });
});

test("a group of an agency on credit is settled on its account, at the agency's prices", async () => {
  const id = await credit(1_000_000);
  const booked = await backend.call(groupBooking.methods.save, {
    ...{
      organisation: null,
      tourNo: "T-1",
      itinerary: "一日游",
      contactName: "王芳",
      mobile: "13800138000",
      guide: null,
      parkId: park.parkId,
    },
    ...{
      visitDay: today,
      slot: null,
      arrival: null,
      customerGroup: "agency",
      remark: null,
      agencyId: id,
      guideId: null,
    },
    ...{ plate: null, people: [{ ticketTypeId: park.adultId, quantity: 5 }] },
  } as never);
  expect(booked.message).toBe("");
  const { id: groupId } = booked.data;
  await backend.call(groupBooking.commands.confirm.method, { id: groupId } as never);
  await backend.call(groupArrive, { id: groupId, people: [{ ticketTypeId: park.adultId, arrived: 4 }] });
  const { data: desk } = await backend.call(groupDesk, { id: groupId });
  expect(desk.paymentTypes[0]?.value).toBe("onAccount");
  const settled = await backend.call(groupSettle, {
    ...{ id: groupId, idempotencyKey: fresh("settle-key"), paymentType: "onAccount" },
  });
  expect(settled.message).toBe("");
  expect(await standing(id)).toMatchObject({ used: 32_000 });
});

describe.runIf(raceIsReal)("at once", () => {
  test("two sales on the last of the credit: one is made", async () => {
    const id = await credit(8_000);
    const all = await race(backend, 2, () => sale(id, 1));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await standing(id)).toMatchObject({ used: 8_000, free: 0 });
  });

  test("a suspension and a sale: whichever is first keeps the other from it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await credit(80_000);
      const [sold, suspended] = await race(backend, 2, (person) =>
        person === 0 ? tried(sale(id, 1)) : tried(suspend(id)),
      );
      expect([sold, suspended].filter(Boolean)).toHaveLength(1);
    }
  });

  test("control: without the lock an agency is suspended while a sale on its account is under way, and owes", async () => {
    const id = await credit(80_000);
    const [hasRead, mayGo] = [signal(), signal()];
    paysFrom(
      accountPayer(async (call, agencyId) => {
        const [account] = await readAccounts(call, sql`a.id = ${agencyId}`);
        hasRead.give();
        await mayGo.given;
        return account;
      }),
    );
    try {
      const selling = sale(id, 1);
      await hasRead.given;
      expect((await suspend(id)).message).toBe("");
      mayGo.give();
      expect((await selling).message).toBe("");
    } finally {
      paysFrom(accountPayer(readLocked));
    }
    expect(await standing(id)).toMatchObject({ used: 8_000 });
    const [row] = await backend.sql("select status from travel_agency where id = $1", [id]);
    expect(row).toEqual({ status: "suspended" });
  });

  test("the same bank reference twice is one receipt", async () => {
    const ids = [await credit(8_000), await credit(8_000)];
    const bankRef = fresh("BR");
    const all = await race(backend, 2, (person) =>
      backend.call(agency.commands.topUp.method, { id: ids[person], amount: 500, bankRef, remark: null } as never),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("control: without the lock both sales find the credit free, and the account is overdrawn", async () => {
    let both = meeting(2);
    paysFrom(
      accountPayer(async (call, agencyId) => {
        const [account] = await readAccounts(call, sql`a.id = ${agencyId}`);
        await both();
        return account;
      }),
    );
    try {
      // A sale that runs out of numbers begins again, and reads again: then nothing is seen, and another round is.
      let used = 0;
      for (let round = 0; round < 5 && used < 16_000; round += 1) {
        const id = await credit(8_000);
        both = meeting(2);
        await race(backend, 2, () => sale(id, 1));
        used = (await standing(id)).used;
      }
      expect(used).toBe(16_000);
      await expect(checkInvariants(backend)).rejects.toThrow();
    } finally {
      paysFrom(accountPayer(readLocked));
    }
  });
});
