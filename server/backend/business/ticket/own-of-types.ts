/** What ticket types say in the fields that their corp has added, for whoever shows some of them. */
import { inArray } from "drizzle-orm";
import { type OwnValues, ownOf } from "~/contract/own-fields";
import type { Call } from "../../kernel/served";
import { ticketType } from "./schema";

export async function ownRowsOf({ db }: Call, ids: readonly number[]): Promise<{ id: number; own: OwnValues }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: ticketType.id, own: ticketType.own })
    .from(ticketType)
    .where(inArray(ticketType.id, [...ids]));
  return rows.map((row) => ({ id: Number(row.id), own: ownOf(row) as OwnValues }));
}
