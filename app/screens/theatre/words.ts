/** Words of kinds and states of seats. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { SeatState, SeatView } from "~/contract/theatre/sale";
import type { SeatKind } from "~/contract/theatre/seat-plan";

const kinds: Readonly<Record<SeatKind, () => string>> = {
  normal: m.theatre_kind_normal,
  couple: m.theatre_kind_couple,
  wheelchair: m.theatre_kind_wheelchair,
  companion: m.theatre_kind_companion,
  staff: m.theatre_kind_staff,
  blocked: m.theatre_kind_blocked,
};
const states: Readonly<Record<SeatState, () => string>> = {
  free: m.theatre_state_free,
  held: m.theatre_state_held,
  mine: m.theatre_state_mine,
  aside: m.theatre_state_aside,
  sold: m.theatre_state_sold,
  checked: m.theatre_state_checked,
  blocked: m.theatre_state_blocked,
};
const tickets: Readonly<Record<string, () => string>> = {
  sold: m.theatre_state_sold,
  checked: m.theatre_state_checked,
  refunding: m.theatre_state_refunding,
  refunded: m.theatre_state_refunded,
};

export const kindWord = (kind: SeatKind) => kinds[kind]();
export const stateWord = (state: SeatState) => states[state]();
export const ticketWord = (state: string) => tickets[state]?.() ?? "";

/** A seat in one sentence: what a screen reader says of it, and what is read when it is pointed at. */
export const seatWords = (row: string, { number, kind, zone, price, state, note, partner }: SeatView) =>
  m.theatre_seat_said({
    ...{
      row,
      seat: number,
      kind: partner ? m.theatre_kind_couple_with({ seat: partner.number }) : kindWord(kind),
      zone,
    },
    price: price === null ? m.theatre_no_price_short() : `¥${formatYuan(price)}`,
    state: note === "" ? stateWord(state) : `${stateWord(state)} ${note}`,
  });
