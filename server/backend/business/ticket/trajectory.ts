/** The trajectory of one ticket through the gates, oldest first. */
import { sql } from "drizzle-orm";
import type { AnswerOf } from "~/contract/method";
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
