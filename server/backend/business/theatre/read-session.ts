/** A session as the sale, the pre-selection and the check see it. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { SessionShort } from "~/contract/theatre/sale";
import { stamp } from "../../kernel/business-time";
import { NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface SessionRow {
  id: number;
  name: string;
  showName: string;
  hallName: string;
  venueName: string;
  day: string;
  templateId: number;
  /** When the template was made, in milliseconds. */
  templateMade: number;
  status: string;
  noGaps: boolean;
  /** Couple seats are sold one by one. */
  splitPairs: boolean;
  /** Milliseconds. */
  startsAt: number;
  endsAt: number;
  saleFrom: number | null;
  saleUntil: number | null;
  zonePrices: Record<string, number>;
  areaPrices: Record<string, number>;
  parkId: number;
  parks: number[];
  /** Seats that may be sold at all and places without seats, and how many of both are not free. */
  places: number;
  taken: number;
}

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);

/** A seat that nobody has: without a row, or with one whose time is over. */
export const stillTaken = (now: Date): SQL => sql`(p.until is null or p.until > ${now.toISOString()}::timestamptz)`;

function select(now: Date, where: SQL, order: SQL): SQL {
  return sql`
    select x.id::float8 as id, x.name, w.name as "showName", h.name as "hallName", v.name as "venueName", x.day::text as day,
           x.template_id::float8 as "templateId", ${ms("t.created_at")} as "templateMade", x.status, x.no_gaps as "noGaps",
           x.split_pairs as "splitPairs",
           ${ms("x.starts_at")} as "startsAt", ${ms("x.ends_at")} as "endsAt", ${ms("x.sale_from")} as "saleFrom",
           ${ms("x.sale_until")} as "saleUntil", x.zone_prices as "zonePrices", x.area_prices as "areaPrices",
           v.park_id::float8 as "parkId", to_jsonb(v.parks) as parks,
           (t.seats + t.capacity)::int as places,
           ((select count(*) from theatre_place p
             where p.corp_code = x.corp_code and p.session_id = x.id and ${stillTaken(now)})
            + coalesce((select sum(r.taken) from theatre_room r where r.corp_code = x.corp_code and r.session_id = x.id), 0))::int
             as taken
    from theatre_session x
    join theatre_show w on w.corp_code = x.corp_code and w.id = x.show_id
    join theatre_hall h on h.corp_code = x.corp_code and h.id = x.hall_id
    join theatre_venue v on v.corp_code = h.corp_code and v.id = h.venue_id
    join theatre_template t on t.corp_code = x.corp_code and t.id = x.template_id
    where x.corp_code = current_setting('app.corp_code') and ${where}
    order by ${order}
  `;
}

/** Locked `share`, it stays what it is until the end of the transaction; `update`, its best seats are one's own to choose. */
export async function readSession(call: Call, id: number, lock?: "share" | "update"): Promise<SessionRow> {
  if (lock)
    await call.db.execute(sql`
      select id from theatre_session where corp_code = current_setting('app.corp_code') and id = ${id}
      for ${sql.raw(lock)}
    `);
  const row = await firstOf<SessionRow>(call.db, select(call.now, sql`x.id = ${id}`, sql`x.id`));
  if (!row) throw new NotFound();
  return row;
}

export const sessionsOn = (call: Call, from: Date, to: Date): Promise<SessionRow[]> =>
  rowsOf<SessionRow>(
    call.db,
    select(
      call.now,
      sql`x.starts_at >= ${from.toISOString()}::timestamptz and x.starts_at < ${to.toISOString()}::timestamptz and x.status <> 'cancelled'`,
      sql`x.starts_at, x.id`,
    ),
  );

/** Those in which the caller holds seats, as far as they see them. */
export const sessionsHeld = (call: Call): Promise<SessionRow[]> =>
  rowsOf<SessionRow>(
    call.db,
    select(
      call.now,
      sql`x.id in (
        select p.session_id from theatre_place p
        where p.corp_code = current_setting('app.corp_code') and p.until > ${call.now.toISOString()}::timestamptz
          and p.state = 'held' and p.holder_id = ${call.caller.userId}
      )`,
      sql`x.starts_at, x.id`,
    ),
  );

/** Why nothing is sold now; "" where it is. Without a sale window it is sold until it begins. */
export function saleWhyNot(row: SessionRow, now: Date): string {
  const { name, status, startsAt, saleFrom, saleUntil } = row;
  if (status === "cancelled") return m.theatre_r_cancelled({ session: name });
  if (status === "stopped") return m.theatre_r_stopped({ session: name });
  if (saleFrom !== null && now.getTime() < saleFrom) return m.theatre_r_not_yet({ from: stamp(new Date(saleFrom)) });
  const until = saleUntil ?? startsAt;
  if (now.getTime() >= until) return m.theatre_r_over({ until: stamp(new Date(until)) });
  return "";
}

export function refuseClosed(row: SessionRow, now: Date): void {
  const no = saleWhyNot(row, now);
  if (no) throw new Refusal(no);
}

export function sessionShort(row: SessionRow, now: Date): SessionShort {
  const { id, name, showName, hallName, venueName, status, places, taken } = row;
  return {
    ...{ id, name, showName, hallName, venueName, status, places, free: Math.max(0, places - taken) },
    startsAt: stamp(new Date(row.startsAt)),
    endsAt: stamp(new Date(row.endsAt)),
    whyNot: saleWhyNot(row, now),
  };
}

/** Fen; null where the session has no price for it. */
export function priceIn(
  row: Pick<SessionRow, "zonePrices" | "areaPrices">,
  areaId: number,
  zone: string,
): number | null {
  return row.areaPrices[String(areaId)] ?? row.zonePrices[zone] ?? null;
}
