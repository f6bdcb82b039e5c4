/** Until when a group's real-name visitors must be named, and how many names are lacking. */
import { sql } from "drizzle-orm";
import { momentOf, stamp } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { namesNeeded, namingOf } from "./group-named";

export interface NamesDue {
  id: number;
  state: string;
  /** The first moment at which names are late; null: they are due when it is settled. */
  due: Date | null;
  /** Names that are lacking over all of its types. */
  missing: number;
}

export interface Times {
  visitDay: string;
  slot: string | null;
  arrival: string | null;
}

/** Counted from the begin of its slot, or else from its arrival, or else from the begin of the day; null: no hours are said. */
export function hoursBefore({ visitDay, slot, arrival }: Times, hours: number | null): Date | null {
  if (hours === null) return null;
  const begin = momentOf(`${visitDay}T${(slot || arrival || "00:00").slice(0, 5)}`);
  return new Date(begin.getTime() - hours * 3_600_000);
}

/** By booking; those without real-name tickets lack nothing. */
export async function namesDueOf({ db }: Pick<Call, "db">, ids: readonly number[]): Promise<Map<number, NamesDue>> {
  const rows = await rowsOf<Times & { id: number; state: string; namesHours: number | null; missing: number | null }>(
    db,
    sql`
      select b.id::float8 as id, b.state, b.visit_day::text as "visitDay", b.slot, left(b.arrival::text, 5) as arrival,
             b.names_hours as "namesHours",
             (
               select sum(greatest(0, ${namesNeeded(sql`coalesce(a.arrived, l.quantity)`)} - (
                        select count(*) from group_visitor v
                        where v.corp_code = l.corp_code and v.booking_id = b.id
                          and v.ticket_type_id = l.ticket_type_id and not v.absent
                      )))
               from group_booking_line l
               join ticket_type t on t.corp_code = l.corp_code and t.id = l.ticket_type_id
               left join group_booking_arrival a
                 on a.corp_code = l.corp_code and a.booking_id = b.id and a.ticket_type_id = l.ticket_type_id
               cross join ${namingOf}
               where l.corp_code = b.corp_code and l.group_booking_id = b.id and naming.rule <> 'none'
             )::int as missing
      from group_booking b
      where b.id = any (${sql.param([...ids])}::bigint[])
    `,
  );
  return new Map(
    rows.map(({ id, state, missing, namesHours, ...times }) => {
      const over = state === "settled" || state === "cancelled";
      const due = missing === null || over ? null : hoursBefore(times, namesHours);
      return [id, { id, state, due, missing: over ? 0 : (missing ?? 0) }];
    }),
  );
}

export const minuteOf = (moment: Date): string => stamp(moment).slice(0, 16);

/** Names that are lacking, and until when they are due; "" where none is. */
export function sayNames({ due, missing: n }: NamesDue, now: Date): string {
  if (n === 0) return "";
  if (due === null) return m.group_names_lacking({ n });
  const when = minuteOf(due);
  return now < due ? m.group_names_still({ n, when }) : m.group_names_over({ n, when });
}

/** Why nobody is put on its lists any more, but by the right; "" while they are. */
export function closedWhyNot({ due, missing: n }: NamesDue, now: Date): string {
  return due !== null && now >= due ? m.group_names_closed({ when: minuteOf(due), n }) : "";
}
