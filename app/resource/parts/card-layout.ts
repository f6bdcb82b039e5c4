/**
 * Rows as cards on a phone, of the same table: the columns' labels and places are said once a table, in properties that
 * `styles/cards.css` reads by the place of a cell. So no cell is a byte longer for it.
 */
import type { CSSProperties } from "react";
import type { Column } from "./view";

interface Head {
  order: number;
  /** As `flex` has it: what it is and what it comes to take the room that is left. */
  width: string;
  weight?: number;
  end?: true;
  /** Several lines of it begin where the first does. */
  left?: true;
  /** In the place of a label. */
  sign?: string;
}

/** Two lines at the head of a card: what it is and its state, what it comes to and when; that alone takes the whole line. */
const heads: Record<NonNullable<Column["card"]>, Head> = {
  name: { order: -9, width: "1 0 calc(100% - 9.5em)", weight: 600, left: true },
  state: { order: -8, width: "0 0 6.5em", end: true },
  amount: { order: -7, width: "1 0 calc(50% - 12px)", weight: 600, sign: "¥" },
  time: { order: -6, width: "1 0 calc(50% - 12px)", end: true },
};

/** `ticks`: the first cell of a row is the box that chooses it. */
export function cardLayout(columns: readonly Column[], ticks: boolean): CSSProperties {
  const layout: Record<string, string | number> = {};
  columns.forEach(({ label, card }, place) => {
    const at = place + (ticks ? 2 : 1);
    if (!card) {
      layout[`--c${at}`] = JSON.stringify(label);
      return;
    }
    const { order, width, weight, end, left, sign } = heads[card];
    layout[`--o${at}`] = order;
    layout[`--w${at}`] = width;
    if (left) layout[`--t${at}`] = "left";
    if (weight) layout[`--b${at}`] = weight;
    if (sign) {
      layout[`--c${at}`] = JSON.stringify(sign);
      layout[`--j${at}`] = "start";
    }
    if (end) layout[`--j${at}`] = "end";
  });
  return layout as CSSProperties;
}
