/** What agencies paid in, by bank reference, and what rebates and rewards brought: how much of each has paid statements. */
import { dictionary, moment, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const sum = { list: true, total: true, required: true, form: false } as const;

/** Rows are made by the commands of agencies; the bank's slip is attached to their pages, then or afterwards. */
export const agencyReceipt = resource("manage", "agencyReceipt", {
  title: m.receipt_one,
  listTitle: m.fun_receipt_list,
  path: "/travel/receiptList",
  fun: "receiptList",
  nameField: "bankRef",
  status: "status",
  readOnly: true,
  notes: true,
  whenEmpty: m.receipt_when_empty,
  links: [
    { label: m.receipt_agency, to: "/travel/agencyList/{agencyId}" },
    { label: m.receipt_statements, to: "/travel/statementList?agencyId={agencyId}" },
  ],
  defaultSort: { field: "id", order: "desc" },
  firstFilters: ["bankRef", "agencyId", "payer", "status"],
  fields: {
    bankRef: text({ label: m.receipt_ref, required: true, max: 60, list: true, filter: "contains" }),
    agencyId: reference("agency", {
      ...{ label: m.travel_agency, required: true, remote: true, list: true, filter: "equals" },
    }),
    kind: dictionary("agencyReceiptKind", { label: m.receipt_kind, required: true, list: true, filter: "anyOf" }),
    payer: text({ label: m.account_payer, help: m.receipt_payer_help, max: 80, list: true, filter: "contains" }),
    amount: money({ ...sum, label: m.account_amount, filter: "between", sort: true }),
    allocated: money({ ...sum, label: m.receipt_allocated }),
    /** Of what may pay statements; of deposits nothing. */
    open: money({ ...sum, label: m.receipt_open, help: m.receipt_open_help, sort: true, hideZero: true }),
    status: dictionary("agencyReceiptState", { label: m.status, required: true, list: true, filter: "anyOf" }),
    at: moment({ label: m.receipt_at, required: true, list: true, filter: "between", sort: true }),
    accountName: text({ label: m.ledger_by, max: 60, list: true, hiddenAtFirst: true }),
    remark: text({ label: m.remark, max: 200, list: "file" }),
  },
});
