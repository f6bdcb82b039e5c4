/** The sessions of a week once more, some weeks later, with their sale windows; what is in the way is said before. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { theatreWeekCopy, theatreWeekForm } from "~/contract/theatre/week-copy";
import { addDays, momentOf, stamp } from "../../kernel/business-time";
import { Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { addSession, aloneInHalls } from "./session";

type Wish = Pick<ParsedPayloadOf<typeof theatreWeekCopy>, "hallId" | "from" | "to" | "weeks">;

interface Source {
  id: number;
  showId: number;
  show: string;
  hallId: number;
  hall: string;
  templateId: number;
  templateTicketId: number | null;
  areaTicketId: number | null;
  day: string;
  time: string;
  noGaps: boolean;
  splitPairs: boolean;
  minutes: number;
  cleaning: number;
  isOn: boolean;
  /** Milliseconds. */
  saleFrom: number | null;
  saleUntil: number | null;
}

interface Copy extends Source {
  starts: Date;
  free: Date;
  whyNot: string;
}

const most = 500;

export const weekServed = [
  serve(theatreWeekForm, async (call, { wish }) => {
    const halls = await rowsOf<{ value: string; label: string }>(
      call.db,
      sql`
        select h.id::text as value, v.name || ' · ' || h.name as label
        from theatre_hall h
        join theatre_venue v on v.corp_code = h.corp_code and v.id = h.venue_id
        where h.corp_code = current_setting('app.corp_code') and h.status = 'T'
        order by v.id, h.id
        limit 500
      `,
    );
    if (!wish) return { halls, preview: null };
    const copies = await copiesOf(call, wish);
    const rows = copies.map(({ show, hall, starts, saleFrom, whyNot }) => ({
      ...{ name: show, hall, startsAt: stamp(starts), whyNot },
      saleFrom: saleFrom === null ? "" : stamp(new Date(saleFrom)),
    }));
    const fits = copies.filter(({ whyNot }) => whyNot === "").length;
    return { halls, preview: { rows, fits, blocked: rows.length - fits } };
  }),

  serve(theatreWeekCopy, async (call, { skip, ...wish }) => {
    await aloneInHalls(call, wish.hallId);
    const copies = await copiesOf(call, wish);
    const fits = copies.filter(({ whyNot }) => whyNot === "");
    const [first] = copies.filter(({ whyNot }) => whyNot !== "");
    if (first && !skip)
      throw new Refusal(
        m.theatre_r_week({
          n: copies.length - fits.length,
          session: `${first.show} ${first.day} ${first.time}`,
          why: first.whyNot,
        }),
      );
    if (fits.length === 0) throw new Refusal(first?.whyNot ?? m.theatre_v_week_empty());
    for (const copy of fits) {
      const { showId, templateId, templateTicketId, areaTicketId, day, time, noGaps, splitPairs } = copy;
      const window = { saleFrom: stampOrNot(copy.saleFrom), saleUntil: stampOrNot(copy.saleUntil) };
      const rules = { noGaps, splitPairs };
      await addSession(call, { showId, templateId, templateTicketId, areaTicketId, day, time, ...rules, ...window });
    }
    return { sessions: fits.length, left: copies.length - fits.length };
  }),
];

const stampOrNot = (at: number | null) => (at === null ? null : stamp(new Date(at)));

const mondayOf = (day: string) => addDays(day, 1 - (new Date(`${day}T00:00:00Z`).getUTCDay() || 7));

/** What would be made, in the order of time, each with the reason against it. */
async function copiesOf(call: Call, { hallId, from, to, weeks }: Wish): Promise<Copy[]> {
  const [monday, first] = [mondayOf(from), mondayOf(to)];
  if (first <= monday) throw new Invalid({ to: [m.theatre_v_week_later()] });
  const sources = await sourcesOf(call, monday, hallId);
  if (sources.length === 0) throw new Invalid({ from: [m.theatre_v_week_empty()] });
  if (sources.length * weeks > most) throw new Invalid({ weeks: [m.theatre_v_too_many_sessions()] });
  const days = Math.round((Date.parse(first) - Date.parse(monday)) / 86_400_000);
  const copies = Array.from({ length: weeks }, (_, week) => week * 7 + days).flatMap((by) =>
    sources.map((source) => copyOf(call, source, by)),
  );
  return withOverlaps(call, copies);
}

function copyOf({ now }: Call, source: Source, days: number): Copy {
  const day = addDays(source.day, days);
  const starts = momentOf(`${day}T${source.time}`);
  const free = new Date(starts.getTime() + (source.minutes + source.cleaning) * 60_000);
  const later = (at: number | null) => (at === null ? null : laterBy(at, days));
  const whyNot = !source.isOn
    ? m.theatre_w_off()
    : starts.getTime() <= now.getTime()
      ? m.theatre_r_begun({ at: stamp(starts).slice(0, 16) })
      : "";
  return { ...source, day, starts, free, whyNot, saleFrom: later(source.saleFrom), saleUntil: later(source.saleUntil) };
}

/** The same time of day, so many days later. */
function laterBy(at: number, days: number): number {
  const [day = "", time = ""] = stamp(new Date(at)).split(" ");
  return momentOf(`${addDays(day, days)}T${time}`).getTime();
}

const sourcesOf = ({ db }: Call, monday: string, hallId: number | undefined) =>
  rowsOf<Source>(
    db,
    sql`
      select x.id::float8 as id, x.show_id::float8 as "showId", w.name as show, x.hall_id::float8 as "hallId", h.name as hall,
             x.template_id::float8 as "templateId", x.template_ticket_id::float8 as "templateTicketId",
             x.area_ticket_id::float8 as "areaTicketId", x.day::text as day, x.time, x.no_gaps as "noGaps",
             x.split_pairs as "splitPairs", w.minutes, h.cleaning,
             w.status = 'T' and t.status = 'T' as "isOn",
             (extract(epoch from x.sale_from) * 1000)::float8 as "saleFrom",
             (extract(epoch from x.sale_until) * 1000)::float8 as "saleUntil"
      from theatre_session x
      join theatre_show w on w.corp_code = x.corp_code and w.id = x.show_id
      join theatre_hall h on h.corp_code = x.corp_code and h.id = x.hall_id
      join theatre_template t on t.corp_code = x.corp_code and t.id = x.template_id
      where x.corp_code = current_setting('app.corp_code') and x.status <> 'cancelled'
        and x.day >= ${monday}::date and x.day < ${monday}::date + 7
        and ${hallId === undefined ? sql`true` : sql`x.hall_id = ${hallId}`}
      order by x.starts_at, x.id
      limit ${most + 1}
    `,
  );

/** Sessions that are there, and copies that come before: a show may have become longer than it was. */
async function withOverlaps({ db }: Call, copies: readonly Copy[]): Promise<Copy[]> {
  const first = new Date(Math.min(...copies.map(({ starts }) => starts.getTime())));
  const last = new Date(Math.max(...copies.map(({ free }) => free.getTime())));
  const there = await rowsOf<{ hallId: number; name: string; starts: number; free: number }>(
    db,
    sql`
      select hall_id::float8 as "hallId", name, (extract(epoch from starts_at) * 1000)::float8 as starts,
             (extract(epoch from free_at) * 1000)::float8 as free
      from theatre_session
      where corp_code = current_setting('app.corp_code') and status <> 'cancelled'
        and starts_at < ${last.toISOString()}::timestamptz and free_at > ${first.toISOString()}::timestamptz
    `,
  );
  return copies.map((copy) => {
    const [starts, free] = [copy.starts.getTime(), copy.free.getTime()];
    const other = there.find((one) => one.hallId === copy.hallId && one.starts < free && one.free > starts);
    const whyNot =
      copy.whyNot === "" && other
        ? m.theatre_r_overlap({ session: other.name, free: stamp(new Date(other.free)).slice(0, 16) })
        : copy.whyNot;
    if (whyNot === "") there.push({ hallId: copy.hallId, name: `${copy.show} ${copy.day} ${copy.time}`, starts, free });
    return { ...copy, whyNot };
  });
}
