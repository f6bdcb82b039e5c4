/** Turns an order into what its page shows: translated, formatted, nothing that the page does not need. */
import { type Field, ownFields } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { OrderView } from "~/contract/order/order";
import { ownBeside, withOwn } from "~/contract/own-fields";
import { cellOf } from "~/resource/cells.server";
import type { ChangeLogView } from "~/resource/change-log.server";
import type { NotesBlock } from "~/resource/notes.server";
import type { WayBack } from "~/resource/way-back.server";
import { holderWords } from "~/screens/holder-words.server";
import { type Labels, labelOf } from "~/screens/labels.server";
import type { Cell } from "~/widgets/cell";
import type { Permission } from "~/widgets/permitted";
import type { SmallTable } from "./order-table";
import { daysOf } from "./visit-days";

export interface OrderPage {
  /** A refund of it waits for approval. */
  refundWaits: boolean;
  id: number;
  orderNo: string;
  state: { state: string; label: string };
  facts: [label: string, value: Cell][];
  money: [label: string, value: string][];
  tables: SmallTable[];
  log: ChangeLogView;
  notes: NotesBlock | null;
  commands: OrderCommands;
  back: WayBack | null;
  print: Permission;
  repair: Permission;
  /** To the page where its payment is waited for. */
  pay: Permission;
  /** What it says in the fields that the corp has added; null where there are none. */
  own: { facts: { label: string; cell: Cell }[]; fill: Permission } | null;
}

export interface OrderCommands {
  refundAt: string;
  changeAt: string;
  supplementAt: string;
  refund: Permission;
  change: Permission;
  supplement: Permission;
  /** Why what the viewer may do cannot be done now. */
  whyNot: string[];
}

/** Giving back and changing, of the lines and tickets that are shown. */
export function commandsOf(
  { id, orderNo, lines, tickets }: Pick<OrderView, "id" | "orderNo" | "lines" | "tickets">,
  may: Pick<OrderCommands, "refund" | "change" | "supplement">,
  keeping: Leading,
): OrderCommands {
  const goes = lines.some((line) => line.used + line.refunding + line.refunded + line.changed < line.quantity);
  const changes = tickets.some(({ state }) => state === "issued");
  const whyNot = [
    ...(may.change === "shown" && !changes && tickets.length > 0 ? [m.change_none()] : []),
    ...(may.refund === "shown" && !goes ? [m.refund_nothing_left({ orderNo })] : []),
  ];
  return {
    refundAt: keeping(`/orders/refund?orderId=${id}`),
    changeAt: keeping(`/orders/change?orderId=${id}`),
    supplementAt: keeping(`/orders/supplement?orderId=${id}`),
    refund: goes ? may.refund : "removed",
    change: changes ? may.change : "removed",
    supplement: changes ? may.supplement : "removed",
    whyNot,
  };
}

export function orderPage(
  order: OrderView,
  labels: Labels,
  may: {
    refund: Permission;
    change: Permission;
    supplement: Permission;
    print: Permission;
    repair: Permission;
    pay: Permission;
    own: Permission;
  },
  { leading, keeping }: { leading: Leading; keeping: Leading },
): Omit<OrderPage, "log" | "notes" | "back"> {
  const label = (dictionary: string, value: string) => ({ state: value, label: labelOf(labels, dictionary, value) });
  return {
    id: order.id,
    orderNo: order.orderNo,
    state: label("orderState", order.state),
    facts: present([
      [m.order_channel(), labelOf(labels, "saleChannel", order.channel)],
      [m.order_visit_day(), daysOf(order)],
      [m.order_created(), order.createdAt],
      [m.order_quantity(), String(order.quantity)],
      [m.order_seller(), order.sellerName],
      [m.order_pos(), order.posName],
      ...order.origins.map(({ label, text, path }): [string, Cell] => [label, path ? { to: path, text } : text]),
      [m.order_contact(), order.contactName],
      [m.order_mobile(), order.contactMobile],
      [m.order_remark(), order.remark],
    ]),
    money: [
      [m.order_total(), formatYuan(order.total)],
      [m.order_discount(), formatYuan(order.discount)],
      [m.order_payable(), formatYuan(order.payable)],
      ...(order.exchanged > 0 ? [[m.change_exchanged(), formatYuan(order.exchanged)] as [string, string]] : []),
      [m.order_paid(), formatYuan(order.paid)],
      [m.order_refunded(), formatYuan(order.refunded)],
    ],
    tables: [
      linesTable(order, labels, leading),
      ...reductionsTable(order, labels),
      ticketsTable(order, label, leading),
      paymentsTable(order, labels),
      refundsTable(order, label),
      changesTable(order),
    ],
    commands: commandsOf(order, may, keeping),
    refundWaits: order.refunds.some(({ state }) => state === "waiting"),
    print: order.tickets.length > 0 ? may.print : "removed",
    // Where it is not granted nothing stands in its place: few ever need it.
    repair: may.repair === "shown" ? "shown" : "removed",
    own: ownFacts(order, may.own),
    pay: order.state === "pending" && order.channel !== "network" && may.pay === "shown" ? "shown" : "removed",
  };
}

function ownFacts({ own, ownValues, ownOptions = {} }: OrderView, fill: Permission): OrderPage["own"] {
  if (!own) return null;
  const record = ownBeside({ own: ownValues });
  const fields = Object.entries(withOwn({ fields: { own: ownFields("order") } as Record<string, Field> }, own).fields);
  const facts = fields.flatMap(([name, field]) => {
    const value = (record as Record<string, unknown>)[name] as string | number | undefined;
    return value === undefined ? [] : [{ label: field.label(), cell: cellOf(field, value, ownOptions[name], false) }];
  });
  // What is withdrawn is read, and not filled in any more.
  return { facts, fill: own.some(({ off }) => !off) ? fill : "removed" };
}

/** The address of a page of a part, with the way back to this one. */
type Leading = (address: string) => string;
type Labelled = (dictionary: string, value: string) => { state: string; label: string };

function changesTable({ changes }: OrderView): SmallTable {
  return {
    title: m.order_changes(),
    columns: [
      [m.change_no()],
      [m.order_at()],
      [m.change_from_to()],
      [m.order_quantity(), true],
      [m.change_old_price(), true],
      [m.change_fee_sum(), true],
      [m.change_new_price(), true],
      [m.change_due(), true],
      [m.change_back(), true],
      [m.order_by()],
    ],
    rows: changes.map((change) => [
      change.changeNo,
      change.at,
      [change.what, change.reason].filter(Boolean).join(" · "),
      String(change.quantity),
      formatYuan(change.price),
      formatYuan(change.fee),
      formatYuan(change.newPrice),
      formatYuan(change.due),
      formatYuan(change.back),
      change.by,
    ]),
  };
}

function linesTable({ lines, channel, visitDay }: OrderView, labels: Labels, leading: Leading): SmallTable {
  const page = channel === "network" ? "/networkSubOrderDetail" : "/offlineSubOrderDetail";
  // Of most orders nothing was ever changed.
  const anyChanged = lines.some(({ changed }) => changed > 0);
  const anyDay = lines.some((line) => line.visitDay !== "");
  return {
    title: m.order_lines(),
    columns: [
      [m.sale_ticket()],
      ...(anyDay ? [[m.order_visit_day()] as [string]] : []),
      [m.sale_slot()],
      [m.order_policy()],
      [m.order_unit_price(), true],
      [m.order_quantity(), true],
      [m.order_amount(), true],
      [m.order_used(), true],
      [m.order_refunding(), true],
      [m.order_refunded_n(), true],
      ...(anyChanged ? [[m.change_changed_n(), true] as [string, boolean]] : []),
      [m.refund_rule()],
    ],
    rows: lines.map((line) => [
      { to: leading(`${page}?id=${line.id}`), text: line.ticketTypeName },
      ...(anyDay ? [line.visitDay || visitDay] : []),
      line.slot,
      line.policyName || m.order_list_price(),
      formatYuan(line.unitPrice),
      String(line.quantity),
      formatYuan(line.amount),
      String(line.used),
      String(line.refunding),
      String(line.refunded),
      ...(anyChanged ? [String(line.changed)] : []),
      labelOf(labels, "refundRule", line.refundRule),
    ]),
  };
}

/** What made the lines cheaper, and why; no table where nothing did. */
export function reductionsTable({ lines }: Pick<OrderView, "lines">, labels: Labels): SmallTable[] {
  const rows = lines.flatMap((line) =>
    line.reductions.map(({ kind, reason, name, words, quantity, amount }) => [
      line.name,
      labelOf(labels, "reductionKind", kind),
      [reason ? labels.discountReason?.[reason] : name, words].filter(Boolean).join(" · "),
      String(quantity),
      formatYuan(amount),
    ]),
  );
  if (rows.length === 0) return [];
  const columns: SmallTable["columns"] = [
    [m.sale_ticket()],
    [m.order_discount_kind()],
    [m.order_discount_for()],
    [m.order_quantity(), true],
    [m.order_discount(), true],
  ];
  return [{ title: m.sale_reductions(), columns, rows }];
}

export function ticketsTable({ tickets }: Pick<OrderView, "tickets">, label: Labelled, leading: Leading): SmallTable {
  return {
    title: m.order_tickets(),
    columns: [
      [m.sale_ticket_no()],
      [m.sale_ticket()],
      [m.order_visit_day()],
      [m.sale_holder()],
      [m.issued_used(), true],
      [m.sale_state()],
    ],
    rows: tickets.map((ticket) => [
      { to: leading(`/ticketLogDetail?ticketNo=${ticket.ticketNo}`), text: ticket.ticketNo },
      ticket.ticketTypeName,
      [ticket.visitDay, ticket.slot].filter(Boolean).join(" "),
      holderWords(ticket),
      `${ticket.used}/${ticket.admissions}`,
      label("ticketState", ticket.state),
    ]),
  };
}

function paymentsTable({ payments }: OrderView, labels: Labels): SmallTable {
  const states = {
    done: m.order_payment_done,
    underWay: m.order_payment_underWay,
    withdrawn: m.order_payment_withdrawn,
    failed: m.order_payment_failed,
  };
  const kinds = {
    payment: m.order_payment_payment,
    refund: m.order_payment_refund,
    correction: m.order_payment_correction,
  };
  return {
    title: m.order_payments(),
    columns: [
      [m.order_at()],
      [m.order_payment_kind()],
      [m.order_payment_type()],
      [m.order_amount(), true],
      [m.order_received(), true],
      [m.order_change(), true],
      [m.order_state()],
      [m.order_by()],
    ],
    rows: payments.map((payment) => [
      payment.at,
      kinds[payment.kind](),
      labelOf(labels, "paymentType", payment.paymentType),
      formatYuan(payment.amount),
      payment.received === null ? "" : formatYuan(payment.received),
      payment.received === null ? "" : formatYuan(payment.received - payment.amount),
      { state: payment.state, label: states[payment.state]() },
      payment.by,
    ]),
  };
}

function refundsTable({ refunds }: OrderView, label: Labelled): SmallTable {
  return {
    title: m.order_refunds(),
    columns: [
      [m.order_refund_no()],
      [m.order_quantity(), true],
      [m.order_refund_fee(), true],
      [m.order_refund_amount(), true],
      [m.order_refund_reason()],
      [m.order_state()],
      [m.order_refund_requested_by()],
      [m.order_refund_decided_by()],
    ],
    rows: refunds.map((refund) => [
      refund.refundNo,
      String(refund.quantity),
      formatYuan(refund.fee),
      formatYuan(refund.amount),
      refund.reason,
      label("refundState", refund.state),
      `${refund.requestedBy || m.timeline_system()} ${refund.requestedAt}`,
      `${refund.state === "done" && !refund.needsApproval ? m.order_refund_unasked() : refund.decidedBy} ${refund.decidedAt}`.trim(),
    ]),
  };
}

function present(facts: [string, Cell][]): [string, Cell][] {
  return facts.filter(([, value]) => value !== "");
}
