/** Combos that go back whole: all of their tickets, or none. Pure. */
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Piece } from "../../order/sellable";
import type { SoldTicket, TicketLine } from "./refund-pieces";

const soldCombo = z.object({ name: z.string(), refundBy: z.enum(["whole", "parts"]), pieces: z.number() });

/**
 * Of a combo that goes back whole, all tickets wait for one another: where one cannot go back, none can. Those that have
 * gone back before (a closed park gives its own back) are no longer asked. Of a combo whose rule allows it, and of a ticket
 * that was sold by itself, nothing changes.
 */
export function judgeCombos(
  pieces: readonly Piece[],
  lines: readonly TicketLine[],
  tickets: readonly SoldTicket[],
): Piece[] {
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const sets = new Map<number, number[]>();
  const combos = new Map<number, z.output<typeof soldCombo>>();
  for (const { id, lineId, comboSet } of tickets) {
    const combo = soldCombo.safeParse(lineOf.get(lineId)?.terms.combo);
    if (typeof comboSet !== "number" || !combo.success || combo.data.refundBy === "parts") continue;
    sets.set(comboSet, [...(sets.get(comboSet) ?? []), id]);
    combos.set(comboSet, combo.data);
  }
  if (sets.size === 0) return [...pieces];
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const stateOf = new Map(tickets.map(({ id, state }) => [id, state]));
  const judged = new Map<number, Piece>();
  for (const [set, ids] of sets) {
    const combo = combos.get(set);
    if (!combo) continue;
    const open = ids.filter((id) => stateOf.get(id) !== "refunded").flatMap((id) => byId.get(id) ?? []);
    const blocking = open.find(({ refundable }) => !refundable);
    const { name } = combo;
    const whyNot = ids.length < combo.pieces ? m.refund_combo_parks({ name }) : "";
    for (const piece of open) {
      const why = whyNot || (blocking ? m.refund_combo_blocked({ name, why: blocking.whyNot }) : "");
      judged.set(piece.id, {
        ...piece,
        together: { key: `combo ${set}`, name },
        refundable: why === "",
        whyNot: why,
      });
    }
  }
  return pieces.map((piece) => judged.get(piece.id) ?? piece);
}
