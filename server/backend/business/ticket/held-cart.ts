/** Carts that a seller sets aside for the next customer, and fetches back. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { fetchCart, type HeldCart, holdCart, maxHeldCarts } from "~/contract/ticket/held-cart";
import type { HeldCartHead } from "~/contract/ticket/sale";
import type { Transaction } from "../../db/database";
import { businessDay, clock } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { NotFound, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { totalsOf } from "../order/sell";
import { reduceCart, reducedLines, refuseProblems } from "./reduce/reduce";
import { priceCart } from "./sale-cart";

type Row = Omit<HeldCartHead, "at"> & { at: Date };

const headColumns = `
  id::float8 as id, number, cart->>'contactName' as "contactName", quantity, payable::float8 as payable, created_at as at
`;
const ownOfDay = `select ${headColumns} from held_cart where account_id = $1 and day = $2 order by number`;

const shown = (row: Row): HeldCartHead => ({ ...row, at: clock(new Date(row.at)) });

/** Those of the caller that still wait. */
export async function heldCartsOf({ db, caller, now }: Call): Promise<HeldCartHead[]> {
  return (await prepared<Row>(db, ownOfDay, [caller.userId, businessDay(now)])).map(shown);
}

const hold = serve(holdCart, async (call, { cart }) => {
  const { db, caller, now } = call;
  // What stands in the way of its sale may be gone by then: types alone must be there.
  const reduced = await reduceCart(call, await priceCart(call, cart), { ...cart, visitors: [] });
  // What is still to be said of a discount may be said when it is sold.
  refuseProblems(
    reduced.problems.filter(({ field }) => field === "discount"),
    "cart.",
  );
  const { payable } = totalsOf([{ lines: reducedLines(reduced), whyNot: "" }], 0);
  const day = businessDay(now);
  // Two windows of one seller would choose the same number, and see room for one more.
  const lock = `${caller.corpCode}/heldCart/${caller.userId}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const taken = new Set((await heldCartsOf(call)).map(({ number }) => number));
  if (taken.size >= maxHeldCarts) throw new Refusal(m.r_held_carts_full({ n: maxHeldCarts }));
  const number = Array.from({ length: maxHeldCarts }, (_, place) => place + 1).find((one) => !taken.has(one)) ?? 1;
  const quantity = cart.lines.reduce((sum, line) => sum + line.quantity, 0);
  const made = await firstOf<{ id: number }>(
    db,
    sql`
      insert into held_cart (account_id, day, number, quantity, payable, cart, created_at)
      values (${caller.userId}, ${day}, ${number}, ${quantity}, ${payable}, ${JSON.stringify(cart)}::jsonb, ${now})
      returning id
    `,
  );
  if (!made) throw new NotFound();
  call.audit({ thing: "heldCart", thingId: made.id, label: String(number), after: { number, quantity, payable } });
  return { id: made.id, number };
});

const fetchBack = serve(fetchCart, async (call, { id }) => {
  const { db, caller, now } = call;
  const found = await firstOf<Row & { cart: HeldCart }>(
    db,
    sql`
      delete from held_cart
      where id = ${id} and account_id = ${caller.userId} and day = ${businessDay(now)}
      returning ${sql.raw(headColumns)}, cart
    `,
  );
  if (!found) throw new NotFound();
  const { cart, ...row } = found;
  const { number, quantity, payable } = row;
  call.audit({ thing: "heldCart", thingId: id, label: String(number), before: { number, quantity, payable } });
  return { head: shown(row), cart };
});

/** Names and documents of people who went away are not kept beyond the day. */
export async function forgetHeldCarts(tx: Transaction, today: string): Promise<void> {
  await tx.execute(sql`
    delete from held_cart
    where corp_code = current_setting('app.corp_code') and day < ${today}::date
  `);
}

export const heldCartServed: Served[] = [hold, fetchBack];
