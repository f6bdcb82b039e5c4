/**
 * Reconciliation: lines of payment statements that came from a file, one statement for each payment type and day, and what
 * was found to be wrong (`/networkOrderOfabnormalRecord`) until somebody has handled it.
 */
import { command } from "../command";
import { dictionaries } from "../dictionary-declaration";
import { date, dictionary, moment, money, number, reference, text } from "../field-kinds";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { resource } from "../resource";

const given = { required: true, createOnly: true, list: true } as const;

/** As the payment company says it; nothing of a line changes once it is there. `result` is what reconciling found. */
export const statementLine = resource("order", "statementLine", {
  title: m.statement_line,
  listTitle: m.statement_lines,
  path: "/order/statementLineList",
  fun: "statementLineList",
  whenEmpty: m.empty_statement_line,
  nameField: "transactionNo",
  status: "result",
  commands: {},
  importable: true,
  unique: [["paymentType", "kind", "transactionNo"]],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    transactionNo: text({ ...given, label: m.statement_transaction, max: 64, filter: "equals" }),
    paymentType: dictionary("paymentType", { ...given, label: m.sale_payment_type, filter: "equals" }),
    kind: dictionary("statementKind", {
      ...{ ...given, label: m.statement_kind, values: ["payment", "refund"], default: "payment" },
      filter: "equals",
    }),
    paidAt: moment({ ...given, label: m.statement_at, sort: true }),
    amount: money({ ...given, label: m.statement_amount, total: true }),
    orderNo: text({
      ...{ label: m.order_no, help: m.statement_order_help, max: 40, createOnly: true, list: true, filter: "equals" },
    }),
    statementId: reference("paymentStatement", { label: m.statement, filter: "equals", form: false, detail: false }),
    result: dictionary("statementResult", {
      ...{ label: m.statement_result, required: true, default: "waiting", list: true, filter: "anyOf", form: false },
      values: ["waiting", "matched", "differs", "missingHere", "late"],
    }),
  },
});

const count = { required: true, default: 0, hideZero: true, form: false } as const;
const sum = { required: true, default: 0, list: true, total: true, form: false } as const;

/**
 * Of a payment type and business day. Fen, refunds negative: stated = matched + missingHere + differsStated,
 * ours = matched + missingThere + differsOurs.
 */
export const paymentStatement = resource("order", "paymentStatement", {
  title: m.statement,
  listTitle: m.statements,
  path: "/order/paymentStatementList",
  fun: "paymentStatementList",
  whenEmpty: m.empty_payment_statement,
  nameField: "name",
  status: "state",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  links: [
    { label: m.statement_lines, to: "/order/statementLineList?statementId={id}" },
    { label: m.fun_network_order_ofabnormal_record, to: "/networkOrderOfabnormalRecord?statementId={id}" },
  ],
  commands: {
    reconcile: command({ label: m.statement_reconcile, did: m.statement_reconciled, many: true, tone: "good" }),
  },
  fields: {
    name: text({ label: m.statement, required: true, list: true, localised: true }),
    paymentType: dictionary("paymentType", { label: m.sale_payment_type, required: true, filter: "equals" }),
    day: date({ label: m.statement_day, required: true, list: "file", filter: "between", sort: true }),
    state: dictionary("statementState", {
      ...{ label: m.status, required: true, default: "waiting", list: true, filter: "anyOf" },
      values: ["waiting", "even", "uneven"],
    }),
    stated: money({ ...sum, label: m.statement_stated }),
    ours: money({ ...sum, label: m.statement_ours }),
    matched: money({ ...sum, label: m.statement_matched }),
    missingHere: money({ ...sum, label: m.statement_missing_here, hideZero: true }),
    missingThere: money({ ...sum, label: m.statement_missing_there, hideZero: true }),
    differsStated: money({ ...sum, label: m.statement_differs_stated, hideZero: true }),
    differsOurs: money({ ...sum, label: m.statement_differs_ours, hideZero: true }),
    statedCount: number({ ...count, label: m.statement_stated_count }),
    oursCount: number({ ...count, label: m.statement_ours_count }),
    matchedCount: number({ ...count, label: m.statement_matched_count }),
    missingHereCount: number({ ...count, label: m.statement_missing_here_count }),
    missingThereCount: number({ ...count, label: m.statement_missing_there_count }),
    differsCount: number({ ...count, label: m.statement_differs_count }),
    reconciledAt: moment({ label: m.statement_reconciled_at }),
  },
});

/** open → handled by somebody with a note; open → resolved where a later look finds it no more. */
export const abnormalRecord = resource("order", "abnormalRecord", {
  title: m.abnormal,
  listTitle: m.fun_network_order_ofabnormal_record,
  path: "/networkOrderOfabnormalRecord",
  fun: "networkOrderOfabnormalRecord",
  whenEmpty: m.empty_abnormal_record,
  nameField: "subject",
  status: "state",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  links: [{ label: m.fun_order_repair, to: "/orderRepair?orderNo={orderNo}" }],
  commands: {
    handle: command({
      ...{ label: m.abnormal_handle, did: m.abnormal_handled, told: m.abnormal_handled_told, tone: "good" },
      ...{ from: ["open"], to: "handled" },
      fields: { note: text({ label: m.abnormal_note, required: true, max: 200 }) },
    }),
  },
  fields: {
    subject: text({ label: m.abnormal_subject, required: true, list: true, filter: "equals" }),
    kind: dictionary("abnormalKind", {
      ...{ label: m.abnormal_kind, required: true, list: true, filter: "anyOf" },
      values: [
        "paidNotIssued",
        "issuedTwice",
        "amountDiffers",
        "unknownProduct",
        "lateNotice",
        "missingHere",
        "missingThere",
        "statementDiffers",
      ],
    }),
    orderNo: text({
      ...{ label: m.order_no, list: true, filter: "equals" },
      page: ({ offline, orderId }) => (orderId ? `/${offline ? "offline" : "network"}OrderDetail?id=${orderId}` : null),
    }),
    statementId: reference("paymentStatement", { label: m.statement, list: true, filter: "equals" }),
    stated: money({ label: m.abnormal_stated, list: true, hideZero: true }),
    ours: money({ label: m.abnormal_ours, list: true, hideZero: true }),
    piecesSold: number({ label: m.abnormal_sold, list: true, hideZero: true }),
    piecesIssued: number({ label: m.abnormal_issued, list: true }),
    foundAt: moment({ label: m.abnormal_found_at, required: true, list: true, filter: "between", search: false }),
    state: dictionary("abnormalState", {
      ...{ label: m.status, required: true, default: "open", list: true, filter: "anyOf" },
      values: ["open", "handled", "resolved"],
    }),
    note: text({ label: m.abnormal_note, list: "file" }),
    handledBy: text({ label: m.abnormal_handled_by, list: "file" }),
    handledAt: moment({ label: m.abnormal_handled_at, list: "file" }),
    orderId: number({ label: m.order_no, list: "answer", detail: false }),
    offline: number({ label: m.order_no, list: "answer", detail: false }),
  },
});

export const reconciliationDictionaries = dictionaries({
  statementKind: {
    name: ["对账单类型", "Kind of a statement line"],
    items: [
      ["payment", "收款", "Payment"],
      ["refund", "退款", "Refund"],
    ],
  },
  statementResult: {
    name: ["对账结果", "Result of a statement line"],
    items: [
      ["waiting", "待对账", "Waiting", "calm"],
      ["matched", "已对平", "Matched", "good"],
      ["differs", "金额不符", "Amounts differ", "bad"],
      ["missingHere", "本系统无记录", "Missing here", "bad"],
      ["late", "订单关闭后到账", "Paid after the order closed", "bad"],
    ],
  },
  statementState: {
    name: ["对账单状态", "State of a statement"],
    items: [
      ["waiting", "待对账", "Waiting", "calm"],
      ["even", "已对平", "Even", "good"],
      ["uneven", "有差异", "Uneven", "bad"],
    ],
  },
  abnormalKind: {
    name: ["订单异常", "What is wrong with an order"],
    items: [
      ["paidNotIssued", "已支付未出票", "Paid, not issued", "bad"],
      ["issuedTwice", "重复出票", "Issued twice", "bad"],
      ["amountDiffers", "订单金额与流水不符", "Order and ledger differ", "bad"],
      ["unknownProduct", "未知产品", "Unknown product", "bad"],
      ["lateNotice", "订单关闭后到账", "Paid after the order closed", "bad"],
      ["missingHere", "本系统无记录", "Missing here", "bad"],
      ["missingThere", "对账单无记录", "Missing in the statement", "bad"],
      ["statementDiffers", "与对账单金额不符", "Amount differs from the statement", "bad"],
    ],
  },
  abnormalState: {
    name: ["异常处理状态", "State of an abnormal record"],
    items: [
      ["open", "待处理", "Open", "bad"],
      ["handled", "已处理", "Handled", "good"],
      ["resolved", "已自行消除", "No longer found", "calm"],
    ],
  },
});

export const reconciliationMenu = menuEntries({
  networkOrderOfabnormalRecord: {
    group: "orders",
    place: 40,
    label: m.fun_network_order_ofabnormal_record,
    url: "/networkOrderOfabnormalRecord",
    built: true,
  },
  paymentStatementList: {
    group: "orders",
    place: 42,
    label: m.statements,
    url: "/order/paymentStatementList",
    built: true,
  },
  statementLineList: {
    group: "orders",
    place: 44,
    label: m.statement_lines,
    url: "/order/statementLineList",
    built: true,
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    reconciliation: typeof reconciliationDictionaries;
  }
}
declare module "../menu-entry" {
  interface BusinessMenus {
    reconciliation: typeof reconciliationMenu;
  }
}
