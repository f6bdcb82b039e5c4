/** The trajectory of one ticket through the gates, oldest first. */
import { sql } from "drizzle-orm";
import type { AnswerOf } from "~/contract/method";
import { type PointTerms, type PointUse, pointUses } from "~/contract/ticket/gate-rules/points";
import type { ticketDetail } from "~/contract/ticket/issued";
import type { Transaction } from "../../db/database";
import { stamp } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";

type Passage = AnswerOf<typeof ticketDetail>["passages"][number];

export async function trajectoryOf(db: Transaction, ticketId: number): Promise<Passage[]> {
  const passages = await rowsOf<Passage>(
    db,
    sql`
      select p.at, g.name as gate, k.name as park, p.direction, p.reason, p.account_name as "by",
             (sum(p.entries) over (order by p.at, p.id))::int as used,
             case when p.kind = 'reversal' then 'reversed' when p.admitted then 'admitted' else 'refused' end as verdict
      from passage p
      join gate g on g.corp_code = p.corp_code and g.id = p.gate_id
      join park k on k.corp_code = p.corp_code and k.id = p.park_id
      where p.ticket_id = ${ticketId}
      order by p.at, p.id
      limit 1000
    `,
  );
  return passages.map((passage) => ({ ...passage, at: stamp(passage.at) }));
}

/** Of a select-point ticket, what was used at each point and what may still be; of others nothing is asked. */
export async function pointsOfTicket(
  db: Transaction,
  ticket: PointTerms & { id: number; used: number },
): Promise<Omit<PointUse, "id">[]> {
  if (!ticket.rules.points) return [];
  const passes = await rowsOf<{ gateGroupId: number; entries: number }>(
    db,
    sql`
      select g.gate_group_id as "gateGroupId", sum(p.entries)::int as entries
      from passage p
      join gate g on g.corp_code = p.corp_code and g.id = p.gate_id
      where p.ticket_id = ${ticket.id}
      group by g.gate_group_id
    `,
  );
  return pointUses({ ...ticket, passes }).map(({ id: _, ...point }) => point);
}
