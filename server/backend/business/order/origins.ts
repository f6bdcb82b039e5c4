/**
 * Whose an order is and what it came from: an agency and its guide, a booking, another system. Each business registers what
 * it keeps of orders; the order core knows none of them.
 */
import { type SQL, sql } from "drizzle-orm";
import type { OrderView } from "~/contract/order/order";
import type { Call } from "../../kernel/served";

export type Origin = OrderView["origins"][number];

export interface OriginTeller<K> {
  /** Name of the business's folder. */
  business: string;
  /** A jsonb of what it keeps of `orders o`, null where that is nothing; read with the order, as whoever asks. */
  kept: SQL;
  /** In the language of the call; `path` only for who may open that page. */
  tell(call: Call, kept: K): Promise<Origin[]>;
}

const tellers = new Map<string, OriginTeller<never>>();

/** One of a business: a second takes the place of the first. */
export function tellsOrigins<K>(teller: OriginTeller<K>): void {
  tellers.set(teller.business, teller);
}

/** One jsonb of an order `o`: what each business keeps of it, by its name. */
export function keptOrigins(): SQL {
  const parts = [...tellers.values()].map(({ business, kept }) => sql`${business}::text, ${kept}`);
  return parts.length > 0 ? sql`jsonb_build_object(${sql.join(parts, sql`, `)})` : sql`'{}'::jsonb`;
}

export async function originsOf(call: Call, kept: Readonly<Record<string, unknown>>): Promise<Origin[]> {
  const origins: Origin[] = [];
  for (const { business, tell } of tellers.values()) {
    const own = kept[business];
    if (own !== null && own !== undefined) origins.push(...(await tell(call, own as never)));
  }
  return origins;
}
