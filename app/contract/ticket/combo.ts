/** Combos: a ticket type that is sold as several others together. Price, policies, channels and state are the type's. */
import { dictionary, lines, money, number, reference, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { resource } from "../resource";

/** Tickets that one combo may be made of. */
export const mostPieces = 50;

const partFields = {
  ticketTypeId: reference("ticketType", { label: m.combo_part_type, required: true, remote: true }),
  /** Tickets of the type in one combo. */
  quantity: number({ label: m.combo_part_quantity, required: true, min: 1, max: mostPieces, default: 1, total: true }),
  /** Of all tickets of the part together; by weight or by amount, whichever the combo is split by. */
  weight: number({ label: m.combo_part_weight, min: 0, max: 1_000_000 }),
  amount: money({ label: m.combo_part_amount, total: true }),
};

/** A ticket type of the kind "combo" without such a document is one ticket with several admissions, as before. */
export const combo = resource("ticket", "combo", {
  title: m.combo,
  listTitle: m.fun_combine_tk_set,
  path: "/ticket/combineTkSet",
  fun: "combineTkSet",
  nameField: "name",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 60, help: m.combo_name_help, list: true, filter: "contains" }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.combo_ticket_type, help: m.combo_ticket_type_help, required: true, remote: true },
      ...{ unique: true, createOnly: true, list: true, filter: "equals" },
    }),
    splitBy: dictionary("comboSplit", {
      ...{ label: m.combo_split_by, help: m.combo_split_by_help, required: true, default: "weight", list: true },
    }),
    refundBy: dictionary("comboRefund", {
      ...{ label: m.combo_refund_by, help: m.combo_refund_by_help, required: true, default: "whole", list: true },
    }),
    validBy: dictionary("comboValidity", {
      ...{ label: m.combo_valid_by, help: m.combo_valid_by_help, required: true, default: "parts", list: true },
    }),
    /** Tickets in one combo: the sum over its parts. Who sees fewer of them may not sell it. */
    pieces: number({ label: m.combo_pieces, required: true, default: 0, list: true, form: false, logged: false }),
    parts: lines(partFields, {
      ...{ label: m.combo_parts, help: m.combo_parts_help, key: ["ticketTypeId"], min: 1, max: 20, ordered: true },
      rules: [rightNumber, sharesSaid],
    }),
  },
});

function rightNumber(parts: readonly Line[]): LineProblem[] {
  const pieces = parts.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  if (pieces < 2) return [{ message: m.combo_too_few() }];
  return pieces > mostPieces ? [{ message: m.combo_too_many({ n: mostPieces }) }] : [];
}

/** Each part says its share, in the way that the combo is split by, and in no other. */
function sharesSaid(parts: readonly Line[], { splitBy }: Readonly<Record<string, unknown>>): LineProblem[] {
  const [said, other] = splitBy === "amount" ? (["amount", "weight"] as const) : (["weight", "amount"] as const);
  const problems = parts.flatMap((part, line): LineProblem[] => {
    if (part[said] === null || part[said] === undefined) return [{ line, field: said, message: m.v_required() }];
    const both = part[other] !== null && part[other] !== undefined;
    return both ? [{ line, field: other, message: m.combo_one_share() }] : [];
  });
  if (problems.length > 0 || splitBy === "amount") return problems;
  return parts.some(({ weight }) => Number(weight) > 0) ? [] : [{ message: m.combo_no_weight() }];
}
