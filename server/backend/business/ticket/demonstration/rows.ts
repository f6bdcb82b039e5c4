/** The demonstration's story as rows, with their numbers, ids and ledgers, through the same tables as any sale. */

import { type ChangeRule, changeable } from "~/contract/ticket/change-rule";
import type { ExpiredTerms } from "~/contract/ticket/expired-terms";
import type { Transaction } from "../../../db/database";
import { businessDay } from "../../../kernel/business-time";
import { insertCounters } from "../../../kernel/numbers";
import { insertAll, moveSequence, nextId, type Row } from "../../../seed/bulk";
import { insertMadeUpOrders, nextOrderIds } from "../../order/made-up";
import { newQrText, newTicketNumber } from "../ticket-code";
import { type DemoPassage, type DemoRefund, stateOf } from "./aftermath";
import { approvalRows } from "./approval-rows";
import type { SoldType } from "./catalogue";
import type { DemoLine, DemoOrder, DemoTicket, World } from "./history";
import { quotaRows } from "./quota-rows";

/** Running numbers a kind and period, as the sale takes them. */
class Counters {
  private readonly values = new Map<string, { kind: string; period: string; value: number }>();

  next(kind: string, period: string): number {
    const key = `${kind} ${period}`;
    const counter = this.values.get(key) ?? { kind, period, value: 0 };
    counter.value += 1;
    this.values.set(key, counter);
    return counter.value;
  }

  number(kind: string, at: Date): string {
    const period = businessDay(at).replaceAll("-", "");
    return `${kind}${period}${String(this.next(kind, period)).padStart(6, "0")}`;
  }

  rows() {
    return [...this.values.values()];
  }
}

export interface Ids {
  order: Map<DemoOrder, { id: number; orderNo: string }>;
  line: Map<DemoLine, number>;
  ticket: Map<DemoTicket, number>;
}

export async function insertHistory(
  tx: Transaction,
  world: World,
  orders: readonly DemoOrder[],
  refunds: readonly DemoRefund[],
  passages: readonly DemoPassage[],
): Promise<void> {
  const counters = new Counters();
  const ids: Ids = { order: new Map(), line: new Map(), ticket: new Map() };
  const next = { ...(await nextOrderIds(tx)), ticket: await nextId(tx, "ticket") };
  const rows = { orders: [] as Row[], lines: [] as Row[], tickets: [] as Row[] };
  for (const order of orders) {
    ids.order.set(order, { id: next.order++, orderNo: counters.number("OD", order.at) });
    for (const line of order.lines) {
      ids.line.set(line, next.line++);
      for (const ticket of line.tickets) ids.ticket.set(ticket, next.ticket++);
    }
    rows.orders.push(orderRow(order, ids, refunds));
    rows.lines.push(...order.lines.map((line, index) => lineRow(world, order, line, index, ids)));
    rows.tickets.push(
      ...order.lines.flatMap((line) => line.tickets.map((one) => ticketRow(order, one, ids, counters))),
    );
  }
  const refundParts = refundRows(world, refunds, ids, counters, next.refund);
  const paid = orders.filter(({ free }) => !free).map((order) => paymentRow(order, ids));
  const payments = [...paid, ...refundParts.payments].sort(byMoment);
  const { refunds: refunded, items } = refundParts;
  await insertMadeUpOrders(tx, { orders: rows.orders, lines: rows.lines, refunds: refunded, items, payments });
  await insertAll(tx, "approval", approvalRows(refunded, world.now));
  await insertAll(tx, "ticket", rows.tickets);
  await insertAll(
    tx,
    "passage",
    passages.map((passage) => passageRow(world, passage, ids)),
  );
  await insertAll(
    tx,
    "print_log",
    orders.flatMap((order) => printRows(order, ids)),
  );
  const quota = quotaRows(world, orders, refunds, ids, await nextId(tx, "quota_day"));
  await insertAll(tx, "quota_day", quota.days);
  await insertAll(tx, "quota_ledger", quota.ledger);
  await insertAll(tx, "sub_order_quota", quota.drawn);
  await insertCounters(tx, counters.rows());
  for (const table of ["ticket", "quota_day"]) await moveSequence(tx, table);
}

function byMoment(one: Row, other: Row): number {
  return String(one.at).localeCompare(String(other.at));
}

function totalsOf({ lines, discount }: DemoOrder) {
  const total = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  return { total, discount, payable: total - discount };
}

function amountOf({ tickets }: DemoRefund): number {
  return tickets.reduce((sum, { ticket, fee }) => sum + ticket.price - fee, 0);
}

function orderRow(order: DemoOrder, ids: Ids, refunds: readonly DemoRefund[]): Row {
  const { total, discount, payable } = totalsOf(order);
  const own = refunds.filter((refund) => refund.order === order);
  const sum = (state: string) =>
    own.filter((refund) => refund.state === state).reduce((money, refund) => money + amountOf(refund), 0);
  return {
    id: ids.order.get(order)?.id ?? 0,
    order_no: ids.order.get(order)?.orderNo ?? "",
    channel: order.channel,
    state: stateOf(order),
    visit_day: order.visitDay,
    contact_name: order.contactName,
    contact_mobile: order.contactMobile,
    quantity: order.lines.reduce((all, { quantity }) => all + quantity, 0),
    total,
    discount,
    payable,
    paid: payable,
    refunding: sum("waiting"),
    refunded: sum("done"),
    seller_id: order.seller.id,
    seller_name: order.seller.name,
    pos_id: order.pos?.id ?? null,
    pos_name: order.pos?.name ?? "",
    created_at: order.at.toISOString(),
    updated_at: order.at.toISOString(),
    remark: "",
  };
}

/** Of every discount of the demonstration. */
const regular = { kind: "discount", reason: "regular", name: "老客户", words: "" };

function lineRow({ say }: World, order: DemoOrder, line: DemoLine, index: number, ids: Ids): Row {
  const { type, tickets } = line;
  const inState = (state: string) => tickets.filter((ticket) => ticket.state === state).length;
  return {
    id: ids.line.get(line) ?? 0,
    order_id: ids.order.get(order)?.id ?? 0,
    line_no: index + 1,
    business: "ticket",
    kind: type.kind,
    subject_id: type.id,
    name: type.name,
    park_id: type.parkId,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    amount: line.unitPrice * line.quantity,
    discount: line.discount,
    terms: {
      slot: line.slot,
      facePrice: type.facePrice,
      listPrice: type.listPrice,
      policyId: line.policyId,
      policyName: line.policyName,
      realName: type.realName,
      refundRule: type.refundRule,
      refundBands: type.refundBands,
      ...(type.expiredRefund && { expired: expiredOf(type) }),
      validity: type.validity,
      validFrom: line.validFrom,
      validTo: line.validTo,
      admissions: type.admissions,
      passInterval: type.passInterval,
      gateGroupId: type.gateGroupId,
      entryFrom: type.entryFrom,
      entryTo: type.entryTo,
      ...(line.discount > 0 && {
        reductions: [{ ...regular, name: say(regular.name), quantity: line.quantity, amount: line.discount }],
      }),
      ...(type.changes.length > 0 && { change: changeOf(type) }),
    },
    used: tickets.filter((ticket) => ticket.used > 0).length,
    refunding: inState("refunding"),
    refunded: inState("refunded"),
  };
}

const expiredOf = ({ expiredRefund, expiredDays, expiredFee }: SoldType): ExpiredTerms => ({
  by: expiredRefund === "auto" ? "auto" : "request",
  days: expiredDays ?? 1,
  feePercent: expiredFee ?? 0,
});

const changeOf = ({
  changes,
  changeTimes,
  changeHours,
  changeFeeBy,
  changeFee,
  changeFeeRate,
}: SoldType): ChangeRule => ({
  what: changeable.filter((one) => changes.includes(one)),
  times: changeTimes,
  hours: changeHours,
  feeBy: changeFeeBy === "fixed" || changeFeeBy === "rate" ? changeFeeBy : "none",
  fee: changeFee,
  feeRate: changeFeeRate,
});

function ticketRow(order: DemoOrder, ticket: DemoTicket, ids: Ids, counters: Counters): Row {
  const { type, line } = ticket;
  const day = businessDay(order.at);
  return {
    id: ids.ticket.get(ticket) ?? 0,
    ticket_no: newTicketNumber(day, counters.next("TK", day)),
    qr_text: newQrText(),
    order_id: ids.order.get(order)?.id ?? 0,
    line_id: ids.line.get(line) ?? 0,
    ticket_type_id: type.id,
    ticket_type_name: type.name,
    park_id: type.parkId,
    gate_group_id: type.gateGroupId,
    visit_day: order.visitDay,
    slot: line.slot,
    valid_from: line.validFrom,
    valid_to: line.validTo,
    entry_from: type.entryFrom,
    entry_to: type.entryTo,
    pass_interval: type.passInterval,
    price: ticket.price,
    admissions: ticket.admissions,
    used: ticket.used,
    state: ticket.state,
    holder_name: ticket.holderName,
    holder_identity: ticket.holderIdentity,
    last_passed_at: ticket.lastPassedAt?.toISOString() ?? null,
    last_gate_id: ticket.lastGateId,
    issued_at: order.at.toISOString(),
  };
}

function paymentRow(order: DemoOrder, ids: Ids): Row {
  return {
    at: order.at.toISOString(),
    order_id: ids.order.get(order)?.id ?? 0,
    refund_id: null,
    kind: "payment",
    payment_type: order.paymentType,
    amount: totalsOf(order).payable,
    account_id: order.seller.id,
    account_name: order.seller.name,
  };
}

function refundRows({ say }: World, refunds: readonly DemoRefund[], ids: Ids, counters: Counters, firstId: number) {
  const parts = { refunds: [] as Row[], items: [] as Row[], payments: [] as Row[] };
  const sorted = [...refunds].sort((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime());
  sorted.forEach((refund, index) => {
    const { order, tickets, requestedBy, decidedBy, decidedAt } = refund;
    const id = firstId + index;
    const orderId = ids.order.get(order)?.id ?? 0;
    parts.refunds.push({
      id,
      refund_no: counters.number("RF", refund.requestedAt),
      order_id: orderId,
      state: refund.state,
      needs_approval: refund.needsApproval,
      quantity: tickets.length,
      amount: amountOf(refund),
      fee: tickets.reduce((sum, { fee }) => sum + fee, 0),
      payment_type: refund.state === "done" ? order.paymentType : "",
      ways: amountOf(refund) > 0 ? [{ paymentType: order.paymentType, amount: amountOf(refund) }] : [],
      reason: refund.reason,
      requested_by_id: requestedBy.id,
      requested_by: requestedBy.name,
      requested_at: refund.requestedAt.toISOString(),
      decided_by_id: decidedBy?.id ?? null,
      decided_by: decidedBy?.name ?? "",
      decided_at: decidedAt?.toISOString() ?? null,
      decision_remark: refund.state === "rejected" ? say("已过约定时间") : "",
    });
    parts.items.push(
      ...tickets.map(({ ticket, fee }) => ({
        refund_id: id,
        line_id: ids.line.get(ticket.line) ?? 0,
        piece_id: ids.ticket.get(ticket) ?? 0,
        price: ticket.price,
        fee,
      })),
    );
    if (refund.state !== "done" || !decidedAt || !decidedBy) return;
    parts.payments.push({
      at: decidedAt.toISOString(),
      order_id: orderId,
      refund_id: id,
      kind: "refund",
      payment_type: order.paymentType,
      amount: -amountOf(refund),
      account_id: decidedBy.id,
      account_name: decidedBy.name,
    });
  });
  return parts;
}

function passageRow(
  { keeper }: World,
  { order, ticket, at, gate, people, entries, reason }: DemoPassage,
  ids: Ids,
): Row {
  return {
    at: at.toISOString(),
    counts_at: at.toISOString(),
    received_at: at.toISOString(),
    through: reason === "ok" ? people : 0,
    kind: "pass",
    gate_id: gate.id,
    park_id: gate.parkId,
    direction: "in",
    ticket_id: ids.ticket.get(ticket) ?? 0,
    order_id: ids.order.get(order)?.id ?? 0,
    admitted: reason === "ok",
    reason,
    message: "",
    people,
    entries,
    code: "",
    passage_key: "",
    offline: false,
    note: "",
    account_id: keeper.id,
    account_name: keeper.name,
  };
}

/** The counter prints as it sells. */
function printRows(order: DemoOrder, ids: Ids): Row[] {
  if (order.channel !== "window") return [];
  return order.lines.flatMap(({ tickets }) =>
    tickets.map((ticket) => ({
      at: new Date(order.at.getTime() + 3000).toISOString(),
      order_id: ids.order.get(order)?.id ?? 0,
      ticket_id: ids.ticket.get(ticket) ?? 0,
      account_id: order.seller.id,
      account_name: order.seller.name,
    })),
  );
}
