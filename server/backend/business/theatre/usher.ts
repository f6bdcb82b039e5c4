/** The usher's view: what is sold and who came, row by row; of a large house a part of whole rows at a time. */
import { type SQL, sql } from "drizzle-orm";
import { theatreUsher } from "~/contract/theatre/check";
import { mostShown } from "~/contract/theatre/sale";
import { stamp } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { readSession } from "./read-session";

interface Counted {
  areaId: number;
  area: string;
  /** Null: tickets without a seat. */
  rowAt: number | null;
  row: string | null;
  sold: number;
  checked: number;
}

/** Rows of one area that are shown together; of tickets without a seat so many, from one of them on. */
interface UsherPart {
  areaId: number;
  area: string;
  rows: { at: number; name: string }[];
  /** Of tickets without a seat, how many come before. */
  skip: number;
  sold: number;
  checked: number;
  isSeated: boolean;
}

export const usherServed = [
  serve(theatreUsher, async (call, { sessionId, part, areaId, row }) => {
    const session = await readSession(call, sessionId);
    const counted = await countsOf(call, sessionId);
    const sum = (of: "sold" | "checked") => counted.reduce((all, one) => all + one[of], 0);
    const parts = partsOf(counted);
    const shown =
      parts.find((one) => row !== undefined && one.areaId === (areaId ?? one.areaId) && hasRow(one, row)) ??
      parts.find((one) => keyOf(one) === part) ??
      parts[0];
    const isWhole = sum("sold") <= mostShown;
    const seated = isWhole ? sql`t.seat_id is not null` : shown?.isSeated ? rowsIn(shown) : sql`false`;
    const loose = isWhole || (shown && !shown.isSeated) ? sql`t.seat_id is null` : sql`false`;
    const skip = isWhole ? 0 : (shown?.skip ?? 0);
    const tickets = await ticketsOf(call, sessionId, sql`(${seated}) or (${loose})`, skip);
    const rows: { area: string; row: string; tickets: ReturnType<typeof told>[] }[] = [];
    for (const ticket of tickets.filter(({ number }) => number !== null)) {
      const last = rows.at(-1);
      if (last && last.area === ticket.area && last.row === ticket.row) last.tickets.push(told(ticket));
      else rows.push({ area: ticket.area, row: ticket.row ?? "", tickets: [told(ticket)] });
    }
    return {
      ...{ id: session.id, name: session.name, hallName: session.hallName, status: session.status },
      startsAt: stamp(new Date(session.startsAt)),
      ...{ sold: sum("sold"), checked: sum("checked") },
      parts: isWhole ? [] : parts.map((one) => ({ ...partView(one), isShown: one === shown })),
      rowFound: row === undefined || parts.some((one) => one.areaId === (areaId ?? one.areaId) && hasRow(one, row)),
      areas: [...new Map(counted.map((one) => [one.areaId, one.area]))].map(([value, label]) => ({
        ...{ value: String(value), label },
      })),
      ...{ rows, rest: tickets.filter(({ number }) => number === null).map(told) },
      mayCheck: await call.may("theatreSession:check"),
    };
  }),
];

const countsOf = ({ db }: Call, sessionId: number): Promise<Counted[]> =>
  rowsOf<Counted>(
    db,
    sql`
      select t.template_area_id::float8 as "areaId", a.name as area, s.row_at as "rowAt", s.row_name as row,
             count(*)::int as sold, (count(*) filter (where t.state = 'checked'))::int as checked
      from theatre_ticket t
      join theatre_template_area a on a.corp_code = t.corp_code and a.id = t.template_area_id
      left join theatre_seat s on s.corp_code = t.corp_code and s.id = t.seat_id
      where t.corp_code = current_setting('app.corp_code') and t.session_id = ${sessionId}
        and t.state not in ('refunded', 'changed')
      group by a.sort, a.id, t.template_area_id, a.name, s.row_at, s.row_name
      order by a.sort, a.id, s.row_at
    `,
  );

/** Whole rows of one area, no more than `mostShown` tickets together unless one row has more. */
function partsOf(counted: readonly Counted[]): UsherPart[] {
  const parts: UsherPart[] = [];
  for (const { areaId, area, rowAt, row, sold, checked } of counted) {
    const last = parts.at(-1);
    if (rowAt === null) {
      const own = { areaId, area, rows: [], checked, isSeated: false };
      for (let skip = 0; skip < sold; skip += mostShown)
        parts.push({ ...own, skip, sold: Math.min(mostShown, sold - skip) });
    } else if (last?.isSeated && last.areaId === areaId && last.sold + sold <= mostShown) {
      last.rows.push({ at: rowAt, name: row ?? "" });
      last.sold += sold;
      last.checked += checked;
    } else parts.push({ areaId, area, rows: [{ at: rowAt, name: row ?? "" }], skip: 0, sold, checked, isSeated: true });
  }
  return parts;
}

const hasRow = ({ rows }: UsherPart, row: string) => rows.some(({ name }) => name === row);
const keyOf = ({ areaId, rows, skip }: UsherPart) => `${areaId}-${rows[0]?.at ?? `r${skip}`}`;

function partView(part: UsherPart) {
  const { area, rows, skip, sold, checked, isSeated } = part;
  const [first, last] = isSeated ? [rows[0]?.name ?? "", rows.at(-1)?.name ?? ""] : ["", ""];
  return {
    key: keyOf(part),
    area,
    first,
    last,
    from: isSeated ? 0 : skip + 1,
    to: isSeated ? 0 : skip + sold,
    sold,
    checked,
  };
}

const rowsIn = ({ areaId, rows }: UsherPart): SQL =>
  sql`t.template_area_id = ${areaId} and s.row_at between ${rows[0]?.at ?? 0} and ${rows.at(-1)?.at ?? 0}`;

interface Sold {
  id: number;
  ticketNo: string;
  area: string;
  row: string | null;
  number: string | null;
  policy: string;
  state: "sold" | "checked" | "refunding";
  checkedAt: number | null;
}

const ticketsOf = ({ db }: Call, sessionId: number, only: SQL, skip: number): Promise<Sold[]> =>
  rowsOf<Sold>(
    db,
    sql`
      select t.id::float8 as id, t.ticket_no as "ticketNo", a.name as area, s.row_name as row, s.number, t.policy, t.state,
             (extract(epoch from t.checked_at) * 1000)::float8 as "checkedAt"
      from theatre_ticket t
      join theatre_template_area a on a.corp_code = t.corp_code and a.id = t.template_area_id
      left join theatre_seat s on s.corp_code = t.corp_code and s.id = t.seat_id
      where t.corp_code = current_setting('app.corp_code') and t.session_id = ${sessionId}
        and t.state not in ('refunded', 'changed') and (${only})
      order by a.sort, a.id, s.row_at, s.at, t.id
      offset ${skip}
      limit ${mostShown}
    `,
  );

function told({ id, ticketNo, area, number, policy, state, checkedAt }: Sold) {
  const at = checkedAt === null ? "" : stamp(new Date(checkedAt));
  return { id, ticketNo, seat: number ?? area, policy, state, checkedAt: at };
}
