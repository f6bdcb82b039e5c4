/** Seats that a seller holds in a session, sold in one order with other tickets. */
import { m } from "~/contract/messages";
import { stamp } from "../../kernel/business-time";
import { Invalid } from "../../kernel/refusal";
import type { BesideSeller, SetAside } from "../order/beside";
import type { Part } from "../order/sellable";
import { mineIn } from "./map";
import { readSession, sessionsHeld } from "./read-session";
import { theatrePart } from "./sells";

export const heldSeats: BesideSeller = {
  business: "theatre",
  page: { label: m.theatre_beside_tickets, path: (orderNo) => `/theatre/seatSale/sold?order=${orderNo}` },

  async list(call) {
    if (!(await call.may("seatSale:sell"))) return [];
    const found: SetAside[] = [];
    for (const session of await sessionsHeld(call)) {
      const seats = await mineIn(call, session);
      const facts = { name: session.name, at: stamp(new Date(session.startsAt)).slice(0, 16) };
      found.push({
        ...{ key: String(session.id), day: session.day, quantity: seats.length },
        name: m.theatre_beside({ ...facts, seats: seats.map(({ label }) => label).join(m.words_comma()) }),
        amount: seats.reduce((sum, { price }) => sum + price, 0),
        // Of several holds the first that ends.
        until: (seats.map(({ until }) => until).sort()[0] ?? "").slice(11, 16),
      });
    }
    return found;
  },

  async part(call, key, locks): Promise<Part> {
    if (!/^[1-9]\d{0,14}$/.test(key)) throw new Invalid({ beside: [m.v_invalid()] });
    const session = await readSession(call, Number(key), locks ? "share" : undefined);
    const part = await theatrePart(call, session, []);
    if (!(await call.may("seatSale:sell"))) return { ...part, whyNot: m.theatre_beside_no_right() };
    return part.lines.length > 0 ? part : { ...part, whyNot: m.theatre_beside_gone({ name: session.name }) };
  },
};
