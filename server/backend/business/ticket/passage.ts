/** The list of passages: found, filtered and sorted in their own table, which has the indexes that it declares. */
import { sql } from "drizzle-orm";
import { passage } from "~/contract/ticket/passage";
import { serveResource } from "../../kernel/resource";
import type { Served } from "../../kernel/served";
import { gate, park, passage as table } from "./schema";

export const passageServed: Served[] = serveResource(passage, {
  table,
  indexed: true,
  query: {
    from: "passage p",
    joins: sql`left join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id`,
    columns: {
      ticketNo: sql`coalesce(t.ticket_no, '')`,
      ticketTypeName: sql`coalesce(t.ticket_type_name, '')`,
      result: sql`case when p.kind = 'reversal' then 'reversed' when p.admitted then 'admitted' else 'refused' end`,
      admittedPeople: sql`
        p.through
      `,
    },
    filters: {
      ticketNo: (ticketNo) => sql`p.ticket_id = (select id from ticket where ticket_no = ${ticketNo})`,
      result: (result) =>
        result === "reversed"
          ? sql`p.reverses_id is not null`
          : sql`p.admitted = ${result === "admitted"} and p.reverses_id is null`,
    },
  },
  references: { gateId: { table: gate, name: gate.name }, parkId: { table: park, name: park.name } },
});
