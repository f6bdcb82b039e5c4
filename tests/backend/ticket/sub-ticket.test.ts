/** Sub-tickets: shares of whatever is paid, their movements with the money, and the settlement that equals the ledger. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { decideRefund, quoteRefund, refundOrder } from "~/contract/order/order";
import { closure } from "~/contract/ticket/closure";
import { subTicket, subTicketSettlement, subTicketShare } from "~/contract/ticket/sub-ticket";
import { givenBackOf, sharesOf } from "~server/backend/business/ticket/sub-ticket-split";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";
import { createCombo, slot } from "./combos";

let backend: TestBackend;
let park: TestPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

interface PartFields {
  name: string;
  parkId?: number;
  party?: string;
  perMille?: number;
  amount?: number;
}

function subTicketOf(ticketTypeId: number, parts: PartFields[], fields: Record<string, unknown> = {}) {
  return {
    ...{ name: fresh("分账"), ticketTypeId, splitBy: "perMille" },
    parts: parts.map((part) => ({ parkId: null, party: null, perMille: null, amount: null, ...part })),
    ...fields,
  } as unknown as PayloadOf<typeof subTicket.methods.save>;
}
const save = (ticketTypeId: number, parts: PartFields[], fields: Record<string, unknown> = {}, as = backend.admin) =>
  backend.call(subTicket.methods.save, subTicketOf(ticketTypeId, parts, fields), { as });

const thirds = (): PartFields[] => [
  { name: "门票", parkId: park.parkId, perMille: 334 },
  { name: "观光车", party: "青云客运", perMille: 333 },
  { name: "保险", party: "人保", perMille: 333 },
];

const shared = () =>
  backend.sql<{ name: string; kind: string; quantity: number; amount: number }>(
    "select name, kind, quantity, amount::int from sub_ticket_share order by id",
  );
const settled = async (payload: Record<string, unknown> = {}) =>
  (await backend.call(subTicketSettlement, { from: today, to: today, ...payload })).data.rows;
/** What the orders' ledger has. */
const ledger = async () =>
  (await backend.sql<{ sum: number }>("select coalesce(sum(amount), 0)::int as sum from payment"))[0]?.sum;
const back = (orderId: number, ticketIds?: number[], idempotencyKey = fresh("refund")) =>
  backend.call(refundOrder, { orderId, reason: "行程取消", idempotencyKey, ...(ticketIds && { ticketIds }) });
const ticketsOf = async (orderId: number) =>
  (await backend.sql<{ id: number }>("select id::int from ticket where order_id = $1 order by id", [orderId])).map(
    ({ id }) => id,
  );

describe("shares", () => {
  const weights = fc
    .array(fc.nat(100_000), { minLength: 1, maxLength: 20 })
    .filter((all) => all.reduce((sum, one) => sum + one, 0) > 0);

  it("of whatever price add up to it, and none is below nothing", () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), weights, (price, parts) => {
        const shares = sharesOf(price, parts);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(price);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("by amount are those amounts at the list price", () => {
    fc.assert(
      fc.property(weights, (parts) => {
        expect(
          sharesOf(
            parts.reduce((sum, one) => sum + one, 0),
            parts,
          ),
        ).toEqual(parts);
      }),
    );
  });

  it("give back the price less the fee, and none more than it had", () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), weights, (one, other, parts) => {
        const [price, fee] = [Math.max(one, other), Math.min(one, other)];
        const given = givenBackOf({ price, fee }, parts);
        expect(given.reduce((sum, share) => sum + share, 0)).toBe(price - fee);
        const shares = sharesOf(price, parts);
        given.forEach((share, part) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(shares[part] ?? 0);
        });
      }),
    );
  });

  it("control: a fee shared by the weights anew would let a part keep more than it had", () => {
    const parts = [6, 6, 2];
    expect(sharesOf(11, parts)[2]).toBeLessThan(sharesOf(10, parts)[2] ?? 0);
    expect(givenBackOf({ price: 11, fee: 10 }, parts).every((share) => share >= 0)).toBe(true);
  });
});

describe("what a type is settled by", () => {
  it("adds up to the whole, each part to a park or a party, by one way", async () => {
    expect((await save(park.adultId, thirds())).status).toBe(200);
    const errors = async (parts: PartFields[], fields = {}) => (await save(park.childId, parts, fields)).errors;
    expect(await errors([{ name: "门票", party: "甲", perMille: 999 }])).toEqual({
      parts: ["千分比合计 999，应为 1000"],
    });
    expect(await errors([{ name: "门票", perMille: 1000 }])).toEqual({
      "parts.0.parkId": ["结算景区和其他结算方填一项"],
    });
    expect(await errors([{ name: "门票", parkId: park.parkId, party: "甲", perMille: 1000 }])).toEqual({
      "parts.0.party": ["结算景区和其他结算方填一项"],
    });
    const byAmount = { splitBy: "amount" };
    expect(await errors([{ name: "门票", party: "甲", amount: 3999 }], byAmount)).toEqual({
      parts: ["子票金额合计 39.99 元，与挂牌价 40.00 元不符"],
    });
    expect(
      Object.keys((await errors([{ name: "门票", party: "甲", amount: 4000, perMille: 1000 }], byAmount)) ?? {}),
    ).toEqual(["parts.0.perMille"]);
    expect((await save(park.childId, [{ name: "门票", party: "甲", amount: 4000 }], byAmount)).status).toBe(200);
    // One type, one setting.
    expect((await save(park.adultId, thirds())).status).toBe(422);
    const { typeId } = await createCombo(backend);
    expect(Object.keys((await save(typeId, [{ name: "门票", party: "甲", perMille: 1000 }])).errors ?? {})).toEqual([
      "ticketTypeId",
    ]);
  });

  it("what is sold keeps its shares; what was sold before there were any is not shared", async () => {
    await park.sell();
    expect(await shared()).toEqual([]);
    const { data } = await save(park.adultId, thirds());
    const first = await park.sell();
    const changed = [{ name: "门票", parkId: park.parkId, perMille: 1000 }];
    const got = await backend.call(subTicket.methods.get, { id: data.id });
    expect(got.data.impact).toMatch(/^该票种有 4 张未用完的票/);
    const [row] = await backend.sql<{ name: string }>("select name from sub_ticket where id = $1", [data.id]);
    expect((await save(park.adultId, changed, { id: data.id, name: row?.name })).status).toBe(200);
    await park.sell();
    expect((await back(first.orderId)).status).toBe(200);
    expect((await shared()).map(({ name, kind, quantity, amount }) => [name, kind, quantity, amount])).toEqual([
      ["门票", "sale", 2, 5344],
      ["观光车", "sale", 2, 5328],
      ["保险", "sale", 2, 5328],
      ["门票", "sale", 2, 16_000],
      ["门票", "refund", -2, -5344],
      ["观光车", "refund", -2, -5328],
      ["保险", "refund", -2, -5328],
    ]);
  });

  it("asks for the right; of another park's and another corp's nothing is seen or changed", async () => {
    const { data } = await save(park.adultId, thirds());
    const reader = await backend.createUser({ grants: ["sonTkInfo"] });
    expect((await save(park.childId, thirds(), {}, reader.token)).status).toBe(403);
    const none = await backend.createUser({ grants: ["ticketList"] });
    const asked = { from: today, to: today };
    expect((await backend.call(subTicketSettlement, asked, { as: none.token })).status).toBe(403);

    await park.sell();
    const other = await createPark(backend);
    const buttons = ["add", "edit", "remove"].map((one) => `sonTkInfo/subTicket:${one}`);
    const bound = await backend.createUser({ grants: ["sonTkInfo", ...buttons], parks: [other.parkId] });
    expect((await backend.call(subTicket.methods.get, { id: data.id }, { as: bound.token })).status).toBe(404);
    expect((await backend.call(subTicketSettlement, asked, { as: bound.token })).data.rows).toEqual([]);
    expect((await backend.call(subTicketShare.methods.list, {}, { as: bound.token })).data.records).toEqual([]);

    const away = await backend.createCorp("0007");
    expect((await backend.call(subTicket.methods.get, { id: data.id }, { as: away })).status).toBe(404);
    expect((await backend.call(subTicketSettlement, asked, { as: away })).data.rows).toEqual([]);
    expect((await save(park.childId, thirds(), {}, away)).status).toBe(422);
  });

  it("somebody bound to the park sells with shares of another, as the type says", async () => {
    const far = await createPark(backend);
    const parts = [
      { name: "门票", parkId: park.parkId, perMille: 700 },
      { name: "联动", parkId: far.parkId, perMille: 300 },
    ];
    await save(park.adultId, parts);
    const { token } = await backend.createUser({
      grants: ["buyTktList", "buyTktList/sale:sell"],
      parks: [park.parkId],
    });
    await park.sell({ lines: [{ ticketTypeId: park.adultId, quantity: 1 }] }, token);
    expect((await shared()).map(({ name, amount }) => [name, amount])).toEqual([
      ["门票", 5600],
      ["联动", 2400],
    ]);
  });
});

describe("the settlement", () => {
  it("equals the orders' ledger to the fen: whatever price, discount, refund by part and fee", async () => {
    const bands = [{ hours: -20, feePercent: 7.5 }];
    const typeId = await park.addType({ name: "通票", listPrice: 9999, refundBands: bands });
    await save(typeId, thirds());
    await save(park.childId, [
      { name: "门票", parkId: park.parkId, perMille: 1 },
      { name: "演出", party: "剧团", perMille: 999 },
    ]);
    const random = fc.sample(
      fc.record({
        price: fc.integer({ min: 1, max: 30_000 }),
        quantity: fc.integer({ min: 1, max: 6 }),
        children: fc.integer({ min: 0, max: 3 }),
        discount: fc.nat(100),
        back: fc.nat(6),
      }),
      { numRuns: 25, seed: 20_261_120 },
    );
    for (const { price, quantity, children, discount, back: given } of random) {
      await backend.sql("update ticket_type set list_price = $2 where id = $1", [typeId, price]);
      const total = price * quantity + 4000 * children;
      const off = Math.floor((total * discount) / 100);
      const lines = [
        { ticketTypeId: typeId, quantity },
        ...(children > 0 ? [{ ticketTypeId: park.childId, quantity: children }] : []),
      ];
      const { orderId } = await park.sell({
        lines,
        discount: off,
        ...(off > 0 && { discountReason: "regular" }),
        expectedPayable: total - off,
      });
      const chosen = (await ticketsOf(orderId)).slice(0, given);
      if (chosen.length > 0) expect((await back(orderId, chosen)).status).toBe(200);
    }
    const rows = await settled();
    expect(rows.reduce((sum, { due }) => sum + due, 0)).toBe(await ledger());
    expect(rows.reduce((sum, { sold, givenBack }) => sum + sold - givenBack, 0)).toBe(await ledger());
    expect(rows.length).toBe(5);
    // Each order by itself as well, and the list of movements with its sum.
    expect(
      await backend.sql(`
        select o.order_no
        from orders o
        where o.paid - o.refunded <> (select sum(amount) from sub_ticket_share s where s.order_id = o.id)`),
    ).toEqual([]);
    const list = await backend.call(subTicketShare.methods.list, { filters: { day: `${today}~${today}` } });
    expect(list.data.count).toBe((await shared()).length);
    expect((await settled({ ticketTypeId: typeId })).every(({ ticketTypeName }) => ticketTypeName === "通票")).toBe(
      true,
    );
  });

  it("a refund that waits has moved nothing; once it is approved it has, once", async () => {
    const typeId = await park.addType({ name: "审批票", refundRule: "approval" });
    await save(typeId, thirds());
    const { orderId } = await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 1 }] });
    const asked = await back(orderId);
    expect(asked.data).toMatchObject({ state: "waiting" });
    expect(await shared()).toHaveLength(3);
    const { token } = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    const { refundId } = asked.data;
    const decided = await backend.call(decideRefund, { refundId, decision: "approve" }, { as: token });
    expect([decided.message, decided.data.state]).toEqual(["", "done"]);
    expect((await shared()).slice(3).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["refund", -2672],
      ["refund", -2664],
      ["refund", -2664],
    ]);
    await backend.call(decideRefund, { refundId, decision: "approve" }, { as: token });
    expect(await shared()).toHaveLength(6);
  });

  it("two refunds of a ticket at once, and the second press, give its shares back once", async () => {
    await save(park.adultId, thirds());
    const { orderId } = await park.sell();
    const tickets = await ticketsOf(orderId);
    const answers = await race(backend, 3, () => back(orderId, tickets.slice(0, 1)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    const key = fresh("refund");
    await back(orderId, tickets.slice(1), key);
    await back(orderId, tickets.slice(1), key);
    expect((await shared()).filter(({ kind }) => kind === "refund")).toHaveLength(6);
    expect((await settled()).map(({ due, quantity }) => [due, quantity])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect((await backend.call(quoteRefund, { orderId })).data.whyNot).not.toBe("");
  });

  it("tickets of a combo are shared by their parts' sub-tickets", async () => {
    const combo = await createCombo(backend);
    await save(combo.adultId, [
      { name: "门票", parkId: combo.parkId, perMille: 777 },
      { name: "索道", party: "索道公司", perMille: 223 },
    ]);
    const { orderId } = await combo.sell({ lines: [{ ticketTypeId: combo.typeId, slot, quantity: 2 }] });
    const paid = await backend.sql<{ sum: number }>(
      "select sum(price)::int as sum from ticket where order_id = $1 and ticket_type_id = $2",
      [orderId, combo.adultId],
    );
    expect((await settled()).reduce((sum, { due }) => sum + due, 0)).toBe(paid[0]?.sum);
  });

  it("what a closure gives back whole and without a fee takes the shares back whole", async () => {
    const typeId = await park.addType({ name: "不退票", refundRule: "never", listPrice: 1001 });
    await save(typeId, thirds());
    await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 3 }] });
    const { methods } = closure;
    const payload = { reason: "暴雨", parkId: park.parkId, firstDay: today, lastDay: today };
    const { data } = await backend.call(methods.save, payload as never);
    await backend.call(methods.enforce, { id: data.id });
    await backend.call(methods.settle, { id: data.id, toDay: null, treatment: "refund" } as never);
    const texts = { needsMobile: true, send: async () => {} };
    await createWorker({ database: backend.database, kinds: allKinds, now: () => friday, texts }).drain();
    const rows = await settled();
    expect(rows.map(({ sold, givenBack, due }) => [sold, givenBack, due])).toEqual([
      [1005, 1005, 0],
      [999, 999, 0],
      [999, 999, 0],
    ]);
  });

  it("its rows are neither changed nor deleted", async () => {
    await save(park.adultId, thirds());
    await park.sell();
    await expect(backend.sql("update sub_ticket_share set amount = 0")).rejects.toThrow("append-only");
    await expect(backend.sql("delete from sub_ticket_share")).rejects.toThrow("append-only");
  });
});
