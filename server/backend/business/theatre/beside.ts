/** Seats that a seller holds in a session, sold in one order with other tickets. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { clock, stamp } from "../../kernel/business-time";
import { Invalid } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { BesideSeller } from "../order/beside";
import type { Part } from "../order/sellable";
import { mineIn } from "./map";
import { readSession, stillTaken } from "./read-session";
import { theatrePart } from "./sells";

export const heldSeats: BesideSeller = {
  business: "theatre",
  page: { label: m.theatre_beside_tickets, path: (orderNo) => `/theatre/seatSale/sold?order=${orderNo}` },

  async list(call) {
    if (!(await call.may("seatSale:sell"))) return [];
    const sessions = await rowsOf<{ id: number; until: number }>(
      call.db,
      sql`
        select p.session_id::float8 as id, (extract(epoch from min(p.until)) * 1000)::float8 as until
        from theatre_place p
        join theatre_session x on x.corp_code = p.corp_code and x.id = p.session_id
        where p.corp_code = current_setting('app.corp_code') and p.state = 'held' and p.holder_id = ${call.caller.userId}
          and ${stillTaken(call.now)}
        group by p.session_id
        order by p.session_id
        limit 10
      `,
    );
    const found = [];
    for (const { id, until } of sessions) {
      const session = await readSession(call, id);
      const seats = await mineIn(call, session);
      const facts = { name: session.name, at: stamp(new Date(session.startsAt)).slice(0, 16) };
      found.push({
        ...{ key: String(id), name: m.theatre_beside({ ...facts, seats: seats.map(({ label }) => label).join("、") }) },
        ...{ day: session.day, quantity: seats.length, until: clock(new Date(until)) },
        amount: seats.reduce((sum, { price }) => sum + price, 0),
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
