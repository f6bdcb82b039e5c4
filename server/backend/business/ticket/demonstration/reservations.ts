/** What is reserved in the demonstration: a museum on the mountain that only counts its visitors, half-days of 60 places. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import { park, quotaPool, quotaPoolType, ticketType } from "../schema";

const halves = [
  ["09:00", "12:00"],
  ["13:00", "17:00"],
] as const;

export async function insertReservations(tx: Transaction, say: Say): Promise<void> {
  const [mountain] = await tx.select({ id: park.id }).from(park).where(sql`${park.code} = 'QYS'`);
  if (!mountain) return;
  const [museum] = await tx
    .insert(ticketType)
    .values({
      ...{ parkId: mountain.id, code: "QYS-MUS", name: say("古道博物馆（免费预约）"), kind: "reservation", sort: 300 },
      ...{ facePrice: 0, listPrice: 0, realName: "perOrder", channels: ["window"], maxPerOrder: 10, status: "onSale" },
    })
    .returning({ id: ticketType.id });
  if (!museum) return;
  for (const [position, [startTime, endTime]] of halves.entries())
    await tx.execute(sql`
      insert into ticket_type_slot (ticket_type_id, position, start_time, end_time)
      values (${museum.id}, ${position}, ${startTime}, ${endTime})
    `);
  const [pool] = await tx
    .insert(quotaPool)
    .values({ name: say("古道博物馆名额"), dailyTotal: 60, bySlot: true })
    .returning({ id: quotaPool.id });
  await tx.insert(quotaPoolType).values({ poolId: pool?.id ?? 0, ticketTypeId: museum.id });
}
