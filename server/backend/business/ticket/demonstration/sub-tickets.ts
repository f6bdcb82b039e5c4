/** What the ticket of choices is settled by: the park, who runs the cable car, the insurer. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import { ticketType } from "../schema";
import { subTicket } from "../sub-ticket-schema";

export async function insertSubTickets(tx: Transaction, say: Say): Promise<void> {
  const [type] = await tx
    .select({ id: ticketType.id, parkId: ticketType.parkId })
    .from(ticketType)
    .where(sql`${ticketType.code} = 'QYS-ANY'`);
  if (!type) return;
  const [made] = await tx
    .insert(subTicket)
    .values({ name: say("青云任选票分账"), ticketTypeId: type.id, splitBy: "perMille" })
    .returning({ id: subTicket.id });
  const parts = [
    { name: "景区", parkId: type.parkId, party: null, perMille: 580 },
    { name: "索道", parkId: null, party: "青云索道公司", perMille: 395 },
    { name: "意外险", parkId: null, party: "人保财险", perMille: 25 },
  ];
  for (const [position, { name, parkId, party, perMille }] of parts.entries())
    await tx.execute(sql`
      insert into sub_ticket_part (sub_ticket_id, position, name, park_id, party, per_mille)
      values (${made?.id ?? 0}, ${position}, ${say(name)}, ${parkId}, ${party && say(party)}, ${perMille})
    `);
}
