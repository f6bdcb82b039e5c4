/** Lines of statements that the agency disputes: each with its reason and its answer; it stands, or is taken out of the statement. */
import { z } from "zod";
import { command } from "../command";
import { dictionary, moment, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id, idempotencyKey, requiredText } from "../validators";

const answer = { answer: text({ label: m.bill_answer, required: true, max: 200 }) };

export const statementDispute = resource("manage", "statementDispute", {
  title: m.bill_disputed_line,
  listTitle: m.bill_disputes,
  path: "/travel/statementDisputes",
  fun: "statementList",
  nameField: "orderNo",
  status: "status",
  readOnly: true,
  links: [{ label: m.bill_rows, to: "/travel/statementList/{statementId}/rows" }],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    statementId: reference("agencyStatement", {
      ...{ label: m.bill_title, required: true, remote: true, list: true, filter: "equals" },
    }),
    orderNo: text({ label: m.ledger_source, required: true, max: 60, list: true, filter: "contains" }),
    side: dictionary("statementLineSide", {
      ...{ label: m.bill_side, required: true, values: ["sold", "back"], default: "sold", list: true },
    }),
    /** Of the order in this statement, without its sign: the side says whether more was sold or taken back. */
    amount: money({ label: m.account_amount, required: true, list: true }),
    reason: text({ label: m.travel_reason, required: true, max: 200, list: true }),
    raisedBy: text({ label: m.bill_raised_by, required: true, max: 60, list: true }),
    raisedAt: moment({ label: m.bill_raised_at, required: true, list: true }),
    answer: text({ label: m.bill_answer, max: 200, list: true }),
    status: dictionary("statementDisputeState", {
      ...{ label: m.status, required: true, default: "open", list: true, filter: "anyOf" },
      values: ["open", "kept", "movedOut"],
    }),
  },
  commands: {
    keep: command({ label: m.bill_keep_line, from: ["open"], to: "kept", tone: "calm", fields: answer }),
    moveOut: command({ label: m.bill_move_out, from: ["open"], to: "movedOut", tone: "good", fields: answer }),
  },
});

/** A line of a statement that was sent; from then on the statement is disputed until all of its lines are answered. */
export const disputeLine = method("manage", "statementLineDispute", {
  payload: z.object({ id, rowId: id, reason: requiredText(200), idempotencyKey }),
  answer: z.object({ id }),
  access: { fun: "statementList", button: "agencyStatement:dispute" },
  writes: true,
  idempotent: true,
  told: ({ name }) => m.did_bill_dispute_line({ name }),
});
