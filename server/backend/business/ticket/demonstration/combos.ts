/** A combo over both parks: a day on the mountain, and one at the lake. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import { combo } from "../combo-schema";
import { ticketType } from "../schema";

/** Beside the history, which knows only tickets that are sold by themselves. */
export async function insertCombos(tx: Transaction, say: Say): Promise<void> {
  const parts = await tx
    .select({ id: ticketType.id, code: ticketType.code, parkId: ticketType.parkId })
    .from(ticketType)
    .where(sql`${ticketType.code} in ('QYS-ADT', 'BH-ADT')`);
  const mountain = parts.find(({ code }) => code === "QYS-ADT");
  const lake = parts.find(({ code }) => code === "BH-ADT");
  if (!mountain || !lake) return;
  const [type] = await tx
    .insert(ticketType)
    .values({
      ...{ code: "QYS-BH", name: say("山水联票"), kind: "combo", parkId: mountain.parkId, sort: 170 },
      ...{ facePrice: 26_000, listPrice: 26_000, refundRule: "free", status: "onSale" },
      channels: ["window", "network", "mobile"],
    })
    .returning({ id: ticketType.id });
  const [made] = await tx
    .insert(combo)
    .values({ name: say("青云山 + 碧湖乐园"), ticketTypeId: type?.id ?? 0, pieces: 2 })
    .returning({ id: combo.id });
  for (const [position, { id, weight }] of [
    { id: mountain.id, weight: 2 },
    { id: lake.id, weight: 3 },
  ].entries())
    await tx.execute(sql`
      insert into combo_part (combo_id, position, ticket_type_id, quantity, weight)
      values (${made?.id ?? 0}, ${position}, ${id}, 1, ${weight})
    `);
}
