/** What makes tickets cheaper in the demonstration: staff tickets of the seller, and an activity whose codes are still to be made. */
import { sql } from "drizzle-orm";
import { addDays } from "~/contract/business-time";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import { activityCard, staffReduction } from "../reduce-schema";
import { ticketType } from "../schema";

export async function insertReductions(
  tx: Transaction,
  employeeIds: readonly number[],
  today: string,
  say: Say,
): Promise<void> {
  const [adult] = await tx.select({ id: ticketType.id }).from(ticketType).where(sql`${ticketType.code} = 'QYS-ADT'`);
  if (!adult) return;
  for (const employeeId of employeeIds)
    await tx
      .insert(staffReduction)
      .values({ name: say("员工亲友票"), ticketTypeId: adult.id, employeeId, perMonth: 4, price: 0 });
  const [activity] = await tx
    .insert(activityCard)
    .values({ name: say("冬季推广"), rate: 200, startDay: today, endDay: addDays(today, 60), quantity: 100 })
    .returning({ id: activityCard.id });
  await tx.execute(sql`
    insert into activity_card_type (activity_card_id, position, ticket_type_id) values (${activity?.id ?? 0}, 0, ${adult.id})
  `);
}
