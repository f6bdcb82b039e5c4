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
      sameCode: sql`
        case when p.ticket_id is null and p.code_mark <> '' then (
          select count(*)
          from (
            select 1
            from passage s
            where s.corp_code = p.corp_code
              and s.code_mark = p.code_mark
              and s.ticket_id is null
              and s.code_mark <> ''
            limit 1000
          ) shown
        ) else 0 end::int
      `,
    },
    filters: {
      ticketNo: (ticketNo) => sql`p.ticket_id = (select id from ticket where ticket_no = ${ticketNo})`,
      // Of another park, or of a ticket, it finds nothing.
      sameCode: (id) => sql`
        p.ticket_id is null and p.code_mark <> ''
        and p.code_mark = (
          select s.code_mark from passage s
          where s.corp_code = current_setting('app.corp_code') and s.id = ${Number(id)}::bigint and s.ticket_id is null
        )
      `,
      result: (result) =>
        result === "reversed"
          ? sql`p.reverses_id is not null`
          : sql`p.admitted = ${result === "admitted"} and p.reverses_id is null`,
    },
  },
  references: { gateId: { table: gate, name: gate.name }, parkId: { table: park, name: park.name } },
});
