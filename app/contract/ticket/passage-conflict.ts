/** Passages that a gate made otherwise than the rules say: somebody decides what each was (`/manage/passageConflict`). */
import { command } from "../command";
import { dictionary, moment, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const note = { note: text({ label: m.conflict_note, required: true, max: 200 }) };

export const passageConflict = resource("ticket", "passageConflict", {
  title: m.fun_passage_conflict,
  path: "/manage/passageConflict",
  fun: "passageConflict",
  whenEmpty: m.empty_passage_conflict,
  nameField: "ticketNo",
  status: "state",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  commands: {
    /** The ticket is used for it. */
    book: command({
      ...{ label: m.conflict_book, did: m.conflict_booked, told: m.conflict_book_told, tone: "good" },
      ...{ from: ["open"], to: "booked", fields: note, effect: m.conflict_book_effect },
    }),
    /** The people stay counted, the ticket is not used. */
    keep: command({
      ...{ label: m.conflict_keep, did: m.conflict_kept, told: m.conflict_keep_told },
      ...{ from: ["open"], to: "kept", many: true, question: m.conflict_keep_question },
    }),
    /** Nobody went through. */
    strike: command({
      ...{ label: m.conflict_strike, did: m.conflict_struck, told: m.conflict_strike_told, tone: "bad" },
      ...{ from: ["open"], to: "struck", fields: note, effect: m.conflict_strike_effect },
    }),
  },
  fields: {
    at: moment({ label: m.passage_at, list: true, filter: "between", sort: true }),
    gateId: reference("gate", { label: m.check_gate, list: true, filter: "equals" }),
    parkId: reference("park", { label: m.issued_park, list: true, filter: "equals" }),
    ticketNo: text({ label: m.sale_ticket_no, list: true, filter: "equals" }),
    ticketTypeName: text({ label: m.sale_ticket, list: true }),
    shown: text({ label: m.passage_code, list: true }),
    people: number({ label: m.passage_people, list: true, total: true }),
    reason: dictionary("verdictReason", { label: m.issued_reason, list: true, filter: "equals" }),
    message: text({ label: m.passage_message, list: true }),
    state: dictionary("conflictState", {
      ...{ label: m.conflict_state, list: true, filter: "equals" },
      values: ["open", "booked", "kept", "struck", "settled"],
    }),
    note: text({ label: m.conflict_note, list: "file" }),
    decidedAt: moment({ label: m.conflict_decided_at, list: "file" }),
  },
});
