/**
 * A day of a scenic area at random: two sellers with shifts, an application, combos, changes, refunds that wait, gates. Beside
 * it a plain count of each drawer and each order, made from answers alone: the reports and the ledger must say the same.
 */
import * as fc from "fast-check";
import { expect } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { decideRefund, quoteRefund, refundOrder } from "~/contract/order/order";
import { correctPayType, payTypePayments, payTypeQuote } from "~/contract/order/pay-type";
import { closeShift, openShift, shiftReport } from "~/contract/order/shift";
import { quoteChange } from "~/contract/ticket/change";
import { checkTicket, reversePassage } from "~/contract/ticket/check";
import { pos } from "~/contract/ticket/gate";
import { fetchCart, holdCart } from "~/contract/ticket/held-cart";
import { quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ask, createPartner, orderOf, type Partner } from "~tests/backend/open/partner";
import { type ChangePark, changeOf, createChangePark, later, tomorrow } from "~tests/backend/ticket/changing";
import { saveCombo } from "~tests/backend/ticket/combos";
import type { TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, today } from "~tests/support/park";
import { orderFaults } from "./sold";

const grants = [
  ...["shift", "shift/shift:work", "buyTktList", "buyTktList/sale:sell", "buyTktList/sale:discount"],
  ...["buyTktList/sale:discountBeyond", "offlineOrderList", "offlineOrderList/order:refund", "networkOrderList"],
  ...["offlineOrderList/order:change", "refundList", "refundList/refund:decide", "payTypeModify"],
  ...["payTypeModify/payType:correct", "tktChevkPage", "tktChevkPage/check:pass", "tktChevkPage/check:reverse"],
];

export interface House {
  backend: TestBackend;
  park: ChangePark;
  comboTypeId: number;
  sellers: Seller[];
  partner: Partner;
}

interface Seller {
  token: string;
  posId: number;
  shift: { id: number; opening: number; cash: number } | null;
}

export async function openHouse(backend: TestBackend): Promise<House> {
  const park = await createChangePark(backend, { changeTimes: 3, changeFeeBy: "rate", changeFeeRate: 33 });
  await park.priceOn(park.typeId, tomorrow, 12_345);
  await park.priceOn(park.typeId, later, 6_789);
  await park.limit(park.typeId, 900);
  const [first = 0, second = 0] = [park.posId, await secondPos(backend, park)];
  const comboTypeId = await park.addType({ name: "联票", kind: "combo", listPrice: 17_777, refundRule: "free" });
  const dear = await park.addType({ name: "观光车", listPrice: 7_001, refundRule: "approval" });
  const parts = [
    { ticketTypeId: park.adultId, quantity: 2, weight: 2 },
    { ticketTypeId: dear, quantity: 1, weight: 1 },
  ];
  await saveCombo(backend, comboTypeId, parts, {});
  await backend.sql("update sys_param set param_option = '25000' where param_code = 'refundApprovalLimit'");
  const sellers = await Promise.all(
    [first, second].map(async (posId) => ({ ...(await backend.createUser({ grants })), posId, shift: null })),
  );
  return { backend, park, comboTypeId, sellers, partner: await createPartner(backend) };
}

async function secondPos(backend: TestBackend, { parkId }: ChangePark): Promise<number> {
  const fields = { code: fresh("POS"), name: "二号窗口", window: null, parkId, printer: "receipt80" };
  return (await backend.call(pos.methods.save, fields as never)).data.id;
}

const kinds = [
  ...(["sell", "sell", "sell", "combo", "combo", "open", "change", "change", "refund", "refund"] as const),
  ...(["check", "check", "reverse", "decide", "shift", "correct", "hold", "online", "again"] as const),
];

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  seller: fc.nat(1),
  pick: fc.nat(1_000_000),
  tickets: fc.integer({ min: 1, max: 4 }),
  day: fc.constantFrom(today, tomorrow, later),
  discount: fc.constantFrom(0, 0, 1, 777, 3_333),
  way: fc.constantFrom("cash", "cash", "wechat", "card", "split"),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Kept {
  orderId: number;
  outerNo: string;
  paid: number;
  refunded: number;
}
interface Waiting {
  refundId: number;
  kept: Kept;
  amount: number;
  cash: number;
  by: Seller;
}
type Way = { paymentType: string; amount: number };
const cashIn = (ways: readonly Way[]) =>
  ways.filter(({ paymentType }) => paymentType === "cash").reduce((sum, { amount }) => sum + amount, 0);

/** Plays the steps; answers how often each kind was taken and refused. */
export async function sellingDay(house: House, { seed, steps }: { seed: number; steps: number }) {
  const { backend } = house;
  const [plan = []] = fc.sample(fc.array(step, { minLength: steps, maxLength: steps }), { numRuns: 1, seed });
  const day = new Day(house);
  for (const [at, one] of plan.entries()) {
    await day.play(one);
    if (at % 250 === 249) await checkInvariants(backend);
  }
  for (const seller of house.sellers) await day.close(seller);
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
  await day.equalsItsCount();
  return day.outcome;
}

class Day {
  readonly outcome: Record<string, number> = {};
  private readonly kept: Kept[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly shifts: number[] = [];
  private readonly passages: number[] = [];
  private lastSale: { payload: PayloadOf<typeof sellTickets>; by: Seller; orderId: number } | null = null;

  constructor(private readonly house: House) {}

  private count(kind: string, status: number): boolean {
    const key = `${kind} ${status}`;
    this.outcome[key] = (this.outcome[key] ?? 0) + 1;
    // A fault of the house is never an answer.
    expect(status, kind).toBeLessThan(500);
    return status === 200;
  }

  private moveCash(by: Seller, fen: number): void {
    if (by.shift) by.shift.cash += fen;
  }

  async play(one: Step): Promise<void> {
    const { park, comboTypeId } = this.house;
    const by = this.house.sellers[one.seller] as Seller;
    if (one.kind === "sell") return this.sell(one, by, park.typeId);
    if (one.kind === "combo") return this.sell({ ...one, day: today }, by, comboTypeId);
    if (one.kind === "shift") return by.shift && one.pick % 3 === 0 ? this.close(by) : this.openShift(by, one);
    if (one.kind === "open") return this.openShift(by, one);
    if (one.kind === "decide") return this.decide(one, by);
    if (one.kind === "reverse") return this.reverse(by);
    if (one.kind === "hold") return this.hold(one, by);
    if (one.kind === "online") return this.online(one);
    if (one.kind === "again") return this.again();
    const kept = this.kept[one.pick % Math.max(1, this.kept.length)];
    if (!kept) return;
    if (one.kind === "change") return this.change(one, by, kept);
    if (one.kind === "refund") return this.refund(one, by, kept);
    if (one.kind === "check") return this.check(one, by, kept);
    return this.correct(one, by, kept);
  }

  private async sell({ tickets, day, discount, way }: Step, by: Seller, ticketTypeId: number): Promise<void> {
    const { backend } = this.house;
    const cart = {
      ...{ visitDay: day, lines: [{ ticketTypeId, quantity: tickets }], discount },
      ...(discount > 0 && { discountReason: "regular" }),
    };
    const quoted = await backend.call(quoteSale, cart, { as: by.token });
    const { payable } = quoted.data;
    const half = Math.floor(payable / 3);
    const payload = {
      ...{ ...cart, idempotencyKey: fresh("sale"), expectedPayable: payable },
      ...(way === "split"
        ? {
            payments: [
              { paymentType: "wechat", amount: half },
              { paymentType: "card", amount: half },
              // Change is given of it.
              { paymentType: "cash", amount: payable },
            ],
          }
        : { paymentType: way }),
    } as PayloadOf<typeof sellTickets>;
    const sold = await backend.call(sellTickets, payload, { as: by.token });
    if (!this.count("sell", sold.status)) return;
    this.kept.push({ orderId: sold.data.orderId, outerNo: "", paid: payable, refunded: 0 });
    this.lastSale = { payload, by, orderId: sold.data.orderId };
    if (way === "cash") this.moveCash(by, payable);
    if (way === "split") this.moveCash(by, payable - 2 * half);
  }

  /** The second press, however much later it comes. */
  private async again(): Promise<void> {
    if (!this.lastSale) return;
    const { payload, by, orderId } = this.lastSale;
    const again = await this.house.backend.call(sellTickets, payload, { as: by.token });
    if (this.count("again", again.status)) expect(again.data.orderId).toBe(orderId);
  }

  private async goodTickets(orderId: number): Promise<{ id: number; no: string }[]> {
    return this.house.backend.sql<{ id: number; no: string }>(
      "select id::float8 as id, ticket_no as no from ticket where order_id = $1 and state = 'issued' order by id",
      [orderId],
    );
  }

  private async change({ tickets, day, way }: Step, by: Seller, kept: Kept): Promise<void> {
    const { backend } = this.house;
    const ticketIds = (await this.goodTickets(kept.orderId)).slice(0, tickets).map(({ id }) => id);
    if (ticketIds.length === 0) return;
    const wish = { orderId: kept.orderId, ticketIds, toDay: day };
    const { due, back, ways } = (await backend.call(quoteChange, wish, { as: by.token })).data;
    const paymentType = way === "split" ? "card" : way;
    const payload = { ...wish, paymentType, idempotencyKey: fresh("change"), expectedDue: due - back };
    const changed = await changeOf(backend, payload, by.token);
    if (!this.count("change", changed.status)) return;
    expect(changed.data).toMatchObject({ due, back });
    kept.paid += due;
    kept.refunded += back;
    this.moveCash(by, (paymentType === "cash" ? due : 0) - cashIn(ways));
  }

  private async refund({ tickets, pick }: Step, by: Seller, kept: Kept): Promise<void> {
    const { backend } = this.house;
    const some = (await this.goodTickets(kept.orderId)).slice(0, tickets).map(({ id }) => id);
    const wish = { orderId: kept.orderId, ...(pick % 4 > 0 && { ticketIds: some }) };
    const { amount, ways } = (await backend.call(quoteRefund, wish, { as: by.token })).data;
    const press = { ...wish, idempotencyKey: fresh("back"), reason: "行程有变", expectedAmount: amount };
    const done = await backend.call(refundOrder, press, { as: by.token });
    // The same press again is the same refund.
    const again = await backend.call(refundOrder, press, { as: by.token });
    if (!this.count("refund", done.status)) return;
    expect(again.data).toEqual(done.data);
    this.count(`refund ${done.data.state}`, 200);
    if (done.data.state === "done") {
      kept.refunded += amount;
      this.moveCash(by, -cashIn(ways));
    } else this.waiting.push({ refundId: done.data.refundId, kept, amount, cash: cashIn(ways), by });
  }

  private async decide({ pick }: Step, by: Seller): Promise<void> {
    const asked = this.waiting.at(-1);
    if (!asked) return;
    const decision = pick % 3 === 0 ? ("reject" as const) : ("approve" as const);
    const { refundId, kept, amount, cash } = asked;
    const reply = await this.house.backend.call(decideRefund, { refundId, decision }, { as: by.token });
    if (!this.count(`decide ${asked.by === by ? "own" : "another's"}`, reply.status)) return;
    expect(asked.by).not.toBe(by);
    this.waiting.pop();
    if (decision === "reject") return;
    kept.refunded += amount;
    this.moveCash(by, -cash);
  }

  private async check({ tickets }: Step, by: Seller, kept: Kept): Promise<void> {
    const { backend, park } = this.house;
    const [ticket] = await this.goodTickets(kept.orderId);
    if (!ticket) return;
    const payload = {
      gateId: park.gateId,
      code: ticket.no,
      idempotencyKey: fresh("pass"),
      people: tickets > 3 ? 2 : 1,
    };
    const passed = await backend.call(checkTicket, payload as never, { as: by.token });
    this.count("check", passed.status);
    const [row] = await backend.sql<{ id: number }>("select max(id)::float8 as id from passage where entries > 0");
    if (row?.id) this.passages.push(row.id);
  }

  private async reverse(by: Seller): Promise<void> {
    const passageId = this.passages.pop();
    if (passageId === undefined) return;
    const payload = { passageId, reason: "误刷" };
    this.count("reverse", (await this.house.backend.call(reversePassage, payload, { as: by.token })).status);
  }

  private async openShift(by: Seller, { pick }: Pick<Step, "pick">): Promise<void> {
    const opening = pick % 100_000;
    const payload = { idempotencyKey: fresh("shift"), posId: by.posId, opening };
    const opened = await this.house.backend.call(openShift, payload, { as: by.token });
    if (!this.count("open", opened.status)) return;
    by.shift = { id: opened.data.id, opening, cash: 0 };
    this.shifts.push(opened.data.id);
  }

  /** Counted blind: what is in the drawer is this day's own count, to the fen where coins go that far. */
  async close(by: Seller): Promise<void> {
    const { backend } = this.house;
    const { shift } = by;
    if (!shift) return;
    const drawer = Math.max(0, shift.opening + shift.cash);
    const pieces = [
      { fen: 10_000, pieces: Math.floor(drawer / 10_000) },
      { fen: 10, pieces: Math.floor((drawer % 10_000) / 10) },
    ];
    const payload = { idempotencyKey: fresh("shift"), shiftId: shift.id, pieces, left: 0 };
    const reply = await backend.call(closeShift, payload, { as: by.token });
    expect(this.count("close", reply.status), reply.message).toBe(true);
    const { closed } = (await backend.call(shiftReport, { id: shift.id }, { as: by.token })).data;
    expect(closed?.expected).toBe(shift.opening + shift.cash);
    expect(closed?.difference).toBe(Math.floor(drawer / 10) * 10 - shift.opening - shift.cash);
    by.shift = null;
  }

  private async correct({ way }: Step, by: Seller, { orderId }: Kept): Promise<void> {
    const { backend, sellers } = this.house;
    const [order] = await backend.sql<{ no: string }>("select order_no as no from orders where id = $1", [orderId]);
    const found = await backend.call(payTypePayments, { orderNo: order?.no ?? "" }, { as: by.token });
    const [payment] = found.data.payments;
    if (!payment) return;
    const { version, booking } = (await backend.call(payTypeQuote, { paymentId: payment.id }, { as: by.token })).data;
    const toType = way === "split" ? "alipay" : way;
    const payload = { paymentId: payment.id, toType, reason: "按错键", version, idempotencyKey: fresh("correct") };
    const done = await backend.call(correctPayType, payload, { as: by.token });
    if (!this.count("correct", done.status)) return;
    const moved = (toType === "cash" ? payment.amount : 0) - (payment.paymentType === "cash" ? payment.amount : 0);
    if (booking.how !== "shift") return;
    const [booked] = await backend.sql<{ shift: number }>(
      "select shift_id::float8 as shift from payment where kind = 'correction' order by id desc limit 1",
    );
    const owner = sellers.find(({ shift }) => shift?.id === booked?.shift);
    expect(owner?.shift).toBeTruthy();
    if (owner) this.moveCash(owner, moved);
  }

  private async hold({ tickets, day }: Step, by: Seller): Promise<void> {
    const { backend, park } = this.house;
    const cart = { visitDay: day, lines: [{ ticketTypeId: park.typeId, quantity: tickets }] };
    const held = await backend.call(holdCart, { idempotencyKey: fresh("hold"), cart }, { as: by.token });
    if (!this.count("hold", held.status)) return;
    const fetch = () => backend.call(fetchCart, { idempotencyKey: fresh("fetch"), id: held.data.id }, { as: by.token });
    const [first, second] = await Promise.all([fetch(), fetch()]);
    expect([first.status, second.status].sort()).toEqual([200, 404]);
  }

  /** Placed, paid (each notice twice), given up, or given back in part by the application. */
  private async online({ pick, tickets, day }: Step): Promise<void> {
    const { backend, park, partner } = this.house;
    const lines = [{ ticketTypeId: park.typeId, quantity: tickets }];
    const wish = orderOf(park.typeId, day, { lines, outerNo: fresh("outer") });
    const placed = await ask(backend, partner, "POST", "/orders", wish);
    if (!this.count("online", placed.status)) return;
    const { payable } = placed.data;
    const at = `/orders/${wish.outerNo}`;
    if (pick % 5 === 0) {
      this.count("online cancel", (await ask(backend, partner, "POST", `${at}/cancel`, {})).status);
      const late = await ask(backend, partner, "POST", `${at}/pay`, { payNo: fresh("pay"), amount: payable });
      expect([late.status, late.data.paid]).toEqual([200, 0]);
      return;
    }
    const notice = { payNo: fresh("pay"), amount: payable };
    for (const _ of [1, 2]) this.count("online pay", (await ask(backend, partner, "POST", `${at}/pay`, notice)).status);
    const [row] = await backend.sql<{ id: number }>(
      "select max(id)::float8 as id from orders where channel = 'network'",
    );
    const kept = { orderId: row?.id ?? 0, outerNo: wish.outerNo, paid: payable, refunded: 0 };
    this.kept.push(kept);
    if (pick % 3 !== 0) return;
    const [ticket] = await this.goodTickets(kept.orderId);
    const back = { outerRefundNo: fresh("outerBack"), ticketNos: [ticket?.no ?? ""], reason: "游客取消" };
    const answers = [];
    for (const _ of [1, 2]) answers.push(await ask(backend, partner, "POST", `${at}/refund`, back));
    expect(answers[1]?.data).toEqual(answers[0]?.data);
    if (!this.count("online refund", answers[0]?.status ?? 0)) return;
    if (answers[0]?.data.state === "done") kept.refunded += answers[0].data.amount;
  }

  /** Every order and every shift is what was counted from answers. */
  async equalsItsCount(): Promise<void> {
    const { backend } = this.house;
    const orders = await backend.sql<{ id: number; paid: number; refunded: number }>(
      "select id::float8 as id, paid::float8 as paid, refunded::float8 as refunded from orders where paid > 0 order by id",
    );
    const own = this.kept.map(({ orderId: id, paid, refunded }) => ({ id, paid, refunded }));
    expect(orders).toEqual(own.filter(({ paid }) => paid > 0).sort((one, other) => one.id - other.id));
    for (const id of this.shifts) {
      const { opening, closed } = (await backend.call(shiftReport, { id })).data;
      const rows = await backend.sql<{ type: string; sum: number }>(
        "select payment_type as type, sum(amount)::float8 as sum from payment where shift_id = $1 group by 1 order by 1",
        [id],
      );
      expect(closed?.rows.map(({ paymentType, due }) => ({ type: paymentType, sum: due }))).toEqual(rows);
      expect(closed?.expected).toBe(opening + (rows.find(({ type }) => type === "cash")?.sum ?? 0));
    }
  }
}
