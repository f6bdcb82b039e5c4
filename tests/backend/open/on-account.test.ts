/** Applications that are bound to an agency: its prices, its account charged when an order is confirmed, never beyond what it bears. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accessApp } from "~/contract/platform/access-app";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { tradePrice } from "~/contract/travel/trade-price";
import { paysFrom } from "~server/backend/business/order/payment/by-account";
import { readAccounts } from "~server/backend/business/travel/accounts";
import { accountPayer, readLocked } from "~server/backend/business/travel/on-account";
import { agencyInUse } from "~tests/backend/travel/sales-support";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { allScopes, ask, createPartner, orderOf, type Partner } from "./partner";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const inForce = async (fields: object = {}) => {
  const id = await agencyInUse(backend, { settlement: "credit", creditLimit: 50_000, ...fields });
  await backend.sql("update travel_agency set agreement_until = '2027-12-31' where id = $1", [id]);
  return id;
};
const bound = async (agencyId: number, fields: object = {}) => ({
  agencyId,
  partner: await createPartner(backend, { agencyId, paymentType: null, ...fields }),
});
const ownPrice = (agencyId: number, fields: object = {}) =>
  backend.saved(tradePrice.methods.save, {
    ...{ code: fresh("P"), ticketTypeId: park.adultId, layer: "agency", agencyType: null, priceGroupId: null },
    ...{ agencyId, channel: null, startDay: today, endDay: today, days: "all", holidays: "any", price: 6_001 },
    ...{ priority: 0, remark: null, ...fields },
  } as never);
const place = (partner: Partner, quantity = 1, fields: object = {}) =>
  ask(
    backend,
    partner,
    "POST",
    "/orders",
    orderOf(park.adultId, today, { lines: [{ ticketTypeId: park.adultId, quantity }], ...fields }),
  );
const confirm = (
  partner: Partner,
  { outerNo, payable }: { outerNo: string; payable: number },
  fields: object = {},
  bent = {},
) =>
  ask(
    backend,
    partner,
    "POST",
    `/orders/${outerNo}/confirm`,
    { payNo: `V-${outerNo}`, amount: payable, ...fields },
    bent,
  );
const query = (partner: Partner, outerNo: string) => ask(backend, partner, "GET", `/orders/${outerNo}`);
const standing = async (id: number) => (await backend.call(agencyAccount, { id })).data.standing;
const topUp = (id: number, amount: number) =>
  backend.call(agency.commands.topUp.method, { id, amount, bankRef: fresh("BR"), remark: null } as never);
const suspend = (id: number) => backend.call(agency.commands.suspend.method, { id, reason: "逾期" } as never);
const bind = (partner: Partner, agencyId: number | null, as = backend.admin) =>
  backend.call(
    accessApp.methods.save,
    {
      ...{ id: partner.id, name: "伙伴", origin: null, remark: null, webhookUrl: null, scopes: allScopes },
      ...{ channel: "network", paymentType: "wechat", holdMinutes: 15, ratePerMinute: 600, agencyId },
    } as never,
    { as },
  );

describe("binding an application", () => {
  it("takes an agency of the same corp that is active, on account, and has an agreement in force", async () => {
    const partner = await createPartner(backend);
    const refused = async (agencyId: number) => (await bind(partner, agencyId)).errors?.agencyId?.[0] ?? "";
    expect(await refused(await inForce({ settlement: "cash", creditLimit: null }))).toContain("现结");
    expect(await refused(await agencyInUse(backend, { settlement: "credit", creditLimit: 100 }))).toContain(
      "没有生效中的合同",
    );
    const over = await inForce();
    await backend.sql("update travel_agency set agreement_until = $2 where id = $1", [over, "2026-11-19"]);
    expect(await refused(over)).toContain("已于 2026-11-19 到期");
    const suspended = await inForce();
    await suspend(suspended);
    expect(await refused(suspended)).not.toBe("");
    const tenant = await backend.createCorp("7431");
    const foreign = await createPartner(backend, {}, tenant);
    const own = await inForce();
    const reply = await bind(foreign, own, tenant);
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, ["agencyId"]]);
    expect((await bind(partner, own)).message).toBe("");
  });

  it("is written in the change log, and asks for the right to renew secrets", async () => {
    const partner = await createPartner(backend);
    const id = await inForce();
    const clerk = await backend.createUser({ grants: ["sysAccessApplication", "sysAccessApplication/accessApp:edit"] });
    const no = await bind(partner, id, clerk.token);
    expect([no.status, no.errors?.agencyId?.[0]]).toEqual([422, expect.stringContaining("更换密钥的权限")]);
    expect((await bind(partner, null, clerk.token)).message).toBe("");
    expect((await bind(partner, id)).message).toBe("");
    expect((await bind(partner, null, clerk.token)).status).toBe(422);
    const rows = await backend.sql<{ row: string }>(
      "select row_to_json(a)::text as row from audit_log a where thing = 'accessApp' and thing_id = $1 order by id desc limit 1",
      [partner.id],
    );
    expect(rows[0]?.row).toContain("agencyId");
    const gone = await backend.call(agency.methods.remove as never, { id } as never);
    expect([gone.status, gone.message]).toEqual([409, expect.stringContaining("接入应用")]);
  });
});

describe("a sale by a bound application", () => {
  it("has the agency's price for its day and channel, and charges prepaid money first, then credit", async () => {
    const { agencyId, partner } = await bound(await inForce());
    await ownPrice(agencyId);
    await ownPrice(agencyId, { channel: "window", price: 5_000, priority: 9 });
    await topUp(agencyId, 10_000);
    const { data: shelf } = await ask(backend, partner, "GET", `/products?visitDay=${today}`);
    const adult = shelf.products.find((one: { ticketTypeId: number }) => one.ticketTypeId === park.adultId);
    expect([shelf.agency !== "", adult.price, adult.whyNot]).toEqual([true, 6_001, ""]);
    const { data: other } = await ask(backend, await createPartner(backend), "GET", `/products?visitDay=${today}`);
    expect(other.agency).toBe("");
    expect(other.products.find((one: { ticketTypeId: number }) => one.ticketTypeId === park.adultId).price).toBe(8_000);
    const { data: held } = await place(partner, 3);
    expect([held.state, held.payable, held.onAccount, held.tickets[0].code]).toEqual(["pending", 18_003, true, ""]);
    expect(await standing(agencyId)).toMatchObject({ prepaid: 10_000, used: 0 });
    const done = await confirm(partner, held);
    expect([done.message, done.data.state, done.data.paid]).toEqual(["", "paid", 18_003]);
    expect(done.data.tickets[0].code).not.toBe("");
    expect(await standing(agencyId)).toMatchObject({ prepaid: 0, used: 8_003, free: 41_997 });
    const [row] = await backend.sql(
      `select p.payment_type as type, t.agency_id::int as earned, c.prepaid::int as prepaid, c.credit::int as credit
       from orders o join payment p on p.order_id = o.id join travel_order t on t.order_id = o.id
       join agency_charge c on c.order_id = o.id where o.order_no = $1`,
      [held.orderNo],
    );
    expect(row).toEqual({ type: "onAccount", earned: agencyId, prepaid: 10_000, credit: 8_003 });
  });

  it("is confirmed once whatever is sent twice; another number is refused, and another amount", async () => {
    const { agencyId, partner } = await bound(await inForce());
    const { data: held } = await place(partner);
    expect((await confirm(partner, held, { amount: 1 })).status).toBe(422);
    const [first, second] = [await confirm(partner, held), await confirm(partner, held)];
    expect(second.data).toEqual(first.data);
    expect((await confirm(partner, held, { payNo: "another" })).status).toBe(409);
    expect(await standing(agencyId)).toMatchObject({ used: 8_000 });
  });

  it("beyond the credit is refused with the sentence of the counter and its figures, and stays held", async () => {
    const { agencyId, partner } = await bound(await inForce({ creditLimit: 10_000 }));
    await confirm(partner, (await place(partner)).data);
    const { data: held } = await place(partner);
    const no = await confirm(partner, held);
    expect([no.status, no.message]).toEqual([409, expect.stringContaining("还差 60.00 元")]);
    expect(no.facts).toEqual({
      ...{ why: "short", prepaid: 0, limit: 10_000, used: 8_000, underWay: 0, free: 2_000, amount: 8_000 },
      missing: 6_000,
    });
    expect((await query(partner, held.outerNo)).data.state).toBe("pending");
    await topUp(agencyId, 6_000);
    expect((await confirm(partner, held)).data.state).toBe("paid");
  });

  it("stops where the oldest sale is unpaid for more than the days that are set", async () => {
    const { partner } = await bound(await inForce());
    await confirm(partner, (await place(partner)).data);
    const at = new Date(friday.getTime() + 61 * 86_400_000);
    backend.setNow(at);
    const order = orderOf(park.adultId, "2027-01-20");
    const { data: held } = await ask(backend, partner, "POST", "/orders", order, { at });
    const no = await confirm(partner, held, {}, { at });
    expect([no.status, no.facts]).toEqual([
      409,
      expect.objectContaining({ why: "overdue", used: 8_000, missing: 0, days: 60, day: "2026-11-20" }),
    ]);
  });

  it("is kept from by a suspension or the end of the agreement between hold and confirmation, and told on the shelf", async () => {
    const ends = {
      suspended: suspend,
      ended: (id: number) => backend.sql("update travel_agency set agreement_until = '2026-11-19' where id = $1", [id]),
    };
    for (const end of Object.values(ends)) {
      const { agencyId, partner } = await bound(await inForce());
      const { data: held } = await place(partner);
      await end(agencyId);
      const no = await confirm(partner, held);
      expect([no.status, no.facts?.why]).toEqual([409, "standing"]);
      expect((await place(partner)).status).toBe(409);
      const { data } = await ask(backend, partner, "GET", `/products?visitDay=${today}`);
      expect(data.products[0].whyNot).toBe(no.message);
      expect(await standing(agencyId)).toMatchObject({ used: 0 });
    }
  });

  it("is kept from where the application was released or bound to another meanwhile", async () => {
    const { agencyId, partner } = await bound(await inForce());
    const second = await inForce();
    const { data: held } = await place(partner);
    for (const to of [null, second]) {
      expect((await bind(partner, to)).message).toBe("");
      const no = await confirm(partner, held);
      expect([no.status, no.message]).toEqual([409, expect.stringContaining("已解除或更换")]);
    }
    // Neither does it become the application's own sale.
    const paid = await ask(backend, partner, "POST", `/orders/${held.outerNo}/pay`, { payNo: "P", amount: 8_000 });
    expect(paid.status).toBe(409);
    await bind(partner, agencyId);
    expect((await confirm(partner, held)).data.state).toBe("paid");
    expect((await standing(second)).used).toBe(0);
  });

  it("of another application is not there; one that is not bound confirms nothing", async () => {
    const { partner } = await bound(await inForce());
    const other = await createPartner(backend);
    const { data: held } = await place(partner);
    expect((await confirm(other, held)).status).toBe(404);
    const { data: own } = await place(other);
    expect([own.onAccount, (await confirm(other, own)).status]).toEqual([false, 409]);
    const paid = await ask(backend, partner, "POST", `/orders/${held.outerNo}/pay`, { payNo: "P", amount: 8_000 });
    expect([paid.status, paid.message]).toEqual([409, expect.stringContaining("请用确认接口")]);
  });

  it("whose hold is over is charged to nobody", async () => {
    const { agencyId, partner } = await bound(await inForce());
    const { data: held } = await place(partner);
    const at = new Date(friday.getTime() + 16 * 60_000);
    backend.setNow(at);
    const no = await confirm(partner, held, {}, { at });
    expect([no.status, no.message]).toEqual([409, expect.stringContaining("占位已过期")]);
    expect(await standing(agencyId)).toMatchObject({ used: 0, free: 50_000 });
  });

  it("goes back to the account it came from, once; a change that costs more is refused", async () => {
    const { agencyId, partner } = await bound(await inForce());
    await topUp(agencyId, 8_000);
    const { data: held } = await place(partner, 2);
    const { data: sold } = await confirm(partner, held);
    expect(await standing(agencyId)).toMatchObject({ prepaid: 0, used: 8_000 });
    const dear = "2026-11-21";
    await ownPrice(agencyId, { startDay: dear, endDay: dear, price: 9_000 });
    const change = { outerChangeNo: randomUUID(), ticketNos: [sold.tickets[0].ticketNo], toDay: dear };
    const no = await ask(backend, partner, "POST", `/orders/${held.outerNo}/change`, change);
    expect([no.status, await standing(agencyId)]).toEqual([409, expect.objectContaining({ used: 8_000 })]);
    const back = { outerRefundNo: randomUUID(), reason: "行程取消" };
    const refund = () => ask(backend, partner, "POST", `/orders/${held.outerNo}/refund`, back);
    const [first, again] = [await refund(), await refund()];
    expect([first.data.state, first.data.amount]).toEqual(["done", 16_000]);
    expect(again.data).toEqual(first.data);
    expect(await standing(agencyId)).toMatchObject({ prepaid: 8_000, used: 0 });
  });
});

describe.runIf(raceIsReal)("at once", () => {
  const two = async () => {
    const { agencyId, partner } = await bound(await inForce({ creditLimit: 8_000 }));
    return { agencyId, partner, held: [(await place(partner)).data, (await place(partner)).data] };
  };

  it("two confirmations on the last of the credit: one is made", async () => {
    const { agencyId, partner, held } = await two();
    const all = await race(backend, 2, (person) => confirm(partner, held[person]));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(all.find(({ status }) => status === 409)?.facts).toMatchObject({ why: "short", missing: 8_000 });
    expect(await standing(agencyId)).toMatchObject({ used: 8_000, free: 0 });
  });

  it("a suspension and a confirmation: whichever is first keeps the other from it", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { agencyId, partner, held } = await two();
      const all = await race(backend, 2, (person) => (person === 0 ? confirm(partner, held[0]) : suspend(agencyId)));
      expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await standing(agencyId)).used).toBe(all[0]?.status === 200 ? 8_000 : 0);
    }
  });

  it("the same confirmation twice at once is one charge", async () => {
    const { agencyId, partner, held } = await two();
    const all = await race(backend, 2, () => confirm(partner, held[0]));
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    expect(await standing(agencyId)).toMatchObject({ used: 8_000 });
  });
});

describe.runIf(raceIsReal)("control", () => {
  it("without the lock both confirmations find the credit free, and the account is overdrawn", async () => {
    const { agencyId, partner } = await bound(await inForce({ creditLimit: 8_000 }));
    const held = [(await place(partner)).data, (await place(partner)).data];
    const both = meeting(2);
    paysFrom(
      accountPayer(async (call, id) => {
        const [account] = await readAccounts(call, sql`a.id = ${id}`);
        await both();
        return account;
      }),
    );
    try {
      await race(backend, 2, (person) => confirm(partner, held[person]));
      expect((await standing(agencyId)).used).toBe(16_000);
      await expect(checkInvariants(backend)).rejects.toThrow();
    } finally {
      paysFrom(accountPayer(readLocked));
      await backend.sql("update travel_agency set credit_limit = 16000 where id = $1", [agencyId]);
    }
  });
});
