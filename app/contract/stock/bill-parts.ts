/** What bills of all kinds have: their head, who did what, and the steps from a draft to a posted bill. */
import { command } from "../command";
import { moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";

export const mostOfLine = 10_000_000;

export const billHead = {
  /** Of the document, from the first save; what is posted has a number without gaps beside it. */
  code: text({
    ...{ label: m.stock_bill_code, required: true, unique: true, max: 30, form: false },
    ...{ list: true, filter: "contains", sort: true },
  }),
  number: text({ label: m.stock_bill_number, max: 30, form: false, list: true, filter: "equals" }),
} as const;

export const billStore = reference("stockStore", {
  ...{ label: m.stock_store, required: true, list: true, filter: "equals" },
});

export const lineItem = reference("stockItem", { label: m.stock_item, required: true, remote: true });
/** Of an item that is kept by numbers: which they are. */
export const lineSerials = text({ label: m.stock_serials, help: m.stock_serials_help, max: 500 });
export const lineQuantity = number({ label: m.stock_quantity, required: true, min: 1, max: mostOfLine, total: true });

export const billTail = {
  remark: text({ label: m.remark, max: 200 }),
  /** Of what it moves: as the lines say it, or the average of the day until it is posted. */
  amount: money({ label: m.stock_amount, default: 0, list: true, total: true, form: false, logged: false }),
  makerName: text({ label: m.stock_made_by, max: 60, list: true, form: false, logged: false }),
  approverName: text({ label: m.stock_approved_by, max: 60, list: true, form: false }),
  postedAt: moment({ label: m.stock_posted_at, list: true, filter: "between", form: false }),
  reason: text({ label: m.stock_refused_for, max: 200, form: false }),
  /** The number of the bill that it takes back, and of the one that took it back. */
  reverses: text({ label: m.stock_reverses, max: 30, form: false }),
  reversedBy: text({ label: m.stock_reversed_by, max: 30, form: false }),
  makerId: number({ label: m.stock_made_by, form: false, detail: false, logged: false, max: Number.MAX_SAFE_INTEGER }),
} as const;

const reason = { reason: text({ label: m.stock_reason, required: true, max: 200 }) };

export const billCommands = {
  submit: command({ label: m.stock_submit, from: ["draft", "rejected"], to: "submitted", tone: "good" }),
  withdraw: command({ label: m.stock_withdraw, from: ["submitted"], to: "draft" }),
  approve: command({ label: m.stock_approve, from: ["submitted"], to: "approved", tone: "good", question: true }),
  reject: command({
    label: m.stock_reject,
    from: ["submitted", "approved"],
    to: "rejected",
    fields: reason,
    tone: "bad",
  }),
  post: command({
    label: m.stock_post,
    from: ["approved"],
    to: "posted",
    tone: "good",
    question: m.stock_post_question,
  }),
} as const;

export const reverse = { label: m.stock_reverse, to: "reversed", fields: reason, tone: "bad" } as const;
