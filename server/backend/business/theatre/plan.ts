/** Plans of areas: read, made by rows, changed seat by seat, and as text or file in and out. Each change counts the version. */
import { sql } from "drizzle-orm";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import {
  planRows,
  theatrePlan,
  theatrePlanFile,
  theatrePlanRead,
  theatrePlanText,
  theatrePlanUndo,
  theatreRowsMake,
  theatreSeatsChange,
} from "~/contract/theatre/plan";
import { readSeating, seatingPlan, writeSeating } from "~/contract/theatre/plan-json";
import { readPlan } from "~/contract/theatre/plan-text";
import { inColumn, withColumnsOf } from "~/contract/theatre/seat-columns";
import {
  aligned,
  makeRows,
  mirrored,
  mostRows,
  type PlanRow,
  problemsOf,
  type RowSide,
  rowName,
  seatCount,
  standing,
} from "~/contract/theatre/seat-plan";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { sayProblem, saySchemaProblem, saySeatingProblem } from "./plan-says";

interface AreaPlan {
  id: number;
  name: string;
  hallId: number;
  hall: string;
  kind: string;
  zone: string;
  version: number;
  arc: number;
  steps: number;
  rows: PlanRow[];
  zones: { code: string; name: string; tint: string }[];
  picture: { src: string; opacity: number; scale: number; right: number; down: number } | null;
}

export const colours: Readonly<Record<string, string>> = {
  ...{ blue: "#2f6fde", green: "#2e8b57", amber: "#c98a00", red: "#c0392b", violet: "#7d4fb3", grey: "#6b7280" },
};

async function planOf({ db }: Call, areaId: number, lock = false): Promise<AreaPlan> {
  if (lock)
    await db.execute(
      sql`select id from theatre_area where corp_code = current_setting('app.corp_code') and id = ${areaId} for update`,
    );
  const row = await firstOf<AreaPlan & { rows: unknown }>(
    db,
    sql`
      select a.id::float8 as id, a.name, a.hall_id::float8 as "hallId", h.name as hall, a.kind, own.code as zone,
             coalesce(p.version, 0) as version, coalesce(p.arc, 0) as arc, coalesce(p.rows, '[]') as rows,
             (select count(*)::int from theatre_plan_step t where t.corp_code = a.corp_code and t.area_id = a.id) as steps,
             (
               select coalesce(jsonb_agg(jsonb_build_object('code', z.code, 'name', z.name, 'tint', z.tint) order by z.code), '[]')
               from theatre_zone z where z.corp_code = a.corp_code and z.hall_id = a.hall_id
             ) as zones,
             case when coalesce(h.picture, '') <> '' then jsonb_build_object(
               'src', h.picture, 'opacity', coalesce(h.picture_opacity, 40), 'scale', coalesce(h.picture_scale, 100),
               'right', coalesce(h.picture_right, 0), 'down', coalesce(h.picture_down, 0)
             ) end as picture
      from theatre_area a
      join theatre_hall h on h.corp_code = a.corp_code and h.id = a.hall_id
      join theatre_zone own on own.corp_code = a.corp_code and own.id = a.zone_id
      left join theatre_plan p on p.corp_code = a.corp_code and p.area_id = a.id
      where a.corp_code = current_setting('app.corp_code') and a.id = ${areaId}
    `,
  );
  if (!row) throw new NotFound();
  const [src] = pathsOf(row.picture?.src ?? "");
  return { ...row, rows: planRows.parse(row.rows), picture: row.picture && src ? { ...row.picture, src } : null };
}

/** The plan as it was read; somebody who saved meanwhile is not overwritten. */
async function toChange(call: Call, { areaId, version }: { areaId: number; version: number }): Promise<AreaPlan> {
  const plan = await planOf(call, areaId, true);
  if (plan.kind !== "seats") throw new Refusal(m.theatre_area_unseated({ area: plan.name }));
  if (plan.version !== version) throw new Refusal(m.theatre_plan_moved());
  return plan;
}

/** Changes that can be taken back. */
const mostSteps = 20;

async function keep(call: Call, plan: AreaPlan, rows: PlanRow[], arc: number, undoes = false) {
  const problems = problemsOf(rows, codesOf(plan)).map(sayProblem);
  if (problems.length > 0) throw new Invalid({ text: problems.slice(0, 20) });
  const { id } = plan;
  const seats = seatCount(rows);
  if (!undoes) await keepStep(call, plan);
  await call.db.execute(sql`
    insert into theatre_plan (area_id, arc, rows) values (${id}, ${arc}, ${JSON.stringify(rows)}::jsonb)
    on conflict (corp_code, area_id) do update set
      arc = excluded.arc, rows = excluded.rows, version = theatre_plan.version + 1
  `);
  await call.db.execute(sql`
    update theatre_area set seats = ${seats} where corp_code = current_setting('app.corp_code') and id = ${id}
  `);
  const told = (all: readonly PlanRow[]) => ({ rows: all.length, seats: seatCount(all) });
  call.audit({ thing: "theatreArea", thingId: id, label: plan.name, before: told(plan.rows), after: told(rows) });
  return { id, seats, rows: rows.length, version: plan.version + 1 };
}

/** What it was before: of the oldest steps there are no more than can be wished for. */
async function keepStep({ db }: Call, { id, arc, rows }: AreaPlan): Promise<void> {
  await db.execute(sql`
    insert into theatre_plan_step (area_id, arc, rows) values (${id}, ${arc}, ${JSON.stringify(rows)}::jsonb)
  `);
  await db.execute(sql`
    delete from theatre_plan_step
    where corp_code = current_setting('app.corp_code') and area_id = ${id} and id <= (
      select id from theatre_plan_step
      where corp_code = current_setting('app.corp_code') and area_id = ${id}
      order by id desc
      offset ${mostSteps} limit 1
    )
  `);
}

const codesOf = ({ zones }: AreaPlan) => zones.map(({ code }) => code);

export const planServed = [
  serve(theatrePlan, async (call, { areaId }) => {
    const areas = await rowsOf<{ value: string; label: string }>(
      call.db,
      sql`
        select a.id::text as value, h.name || ' · ' || a.name as label
        from theatre_area a
        join theatre_hall h on h.corp_code = a.corp_code and h.id = a.hall_id
        where a.corp_code = current_setting('app.corp_code') and a.kind = 'seats'
        order by h.id, a.sort, a.id
        limit 1000
      `,
    );
    const wanted = areaId ?? Number(areas[0]?.value ?? 0);
    return { areas, area: wanted ? await planOf(call, wanted) : null };
  }),

  serve(theatreRowsMake, async (call, { append, arc, ...wanted }) => {
    const plan = await toChange(call, wanted);
    const made = makeRows({ ...wanted, arc, zone: wanted.zone || plan.zone });
    const rows = append ? standing([...plan.rows, ...made], arc) : made;
    if (rows.length > 200) throw new Invalid({ rows: [m.theatre_v_too_many_rows()] });
    const widest = Math.max(...rows.flatMap(({ seats }) => seats.map(({ at }) => at + 1)), 0);
    if (widest > 200) throw new Invalid({ seats: [m.theatre_v_too_wide()] });
    const twice = made.find(({ name }) => append && plan.rows.some((row) => row.name === name));
    if (twice) throw new Invalid({ first: [m.theatre_w_row_twice({ row: twice.name })] });
    return keep(call, plan, rows, arc);
  }),

  serve(theatrePlanText, async (call, { text, arc, ...at }) => {
    const plan = await toChange(call, at);
    const read = readPlan(text, codesOf(plan), arc);
    if (!read.ok) throw new Invalid({ text: read.problems.slice(0, 20).map(sayProblem) });
    return keep(call, plan, withColumnsOf(plan.rows, read.rows, arc), arc);
  }),

  serve(theatreSeatsChange, async (call, asked) => {
    const plan = await toChange(call, asked);
    const { change } = asked;
    if (change.do === "arc") return keep(call, plan, standing(plan.rows, change.arc), change.arc);
    if (change.do === "mirror") return keep(call, plan, mirrored(plan.rows), plan.arc);
    if (change.do === "align") {
      const names = new Set([...asked.rows, ...rowsOfSeats(plan.rows, asked.seats)]);
      if (!plan.rows.some(({ name }) => names.has(name))) throw new Invalid({ rows: [m.theatre_v_align_rows()] });
      return keep(call, plan, aligned(plan.rows, names, change.side, plan.arc), plan.arc);
    }
    if (change.do === "column") return keep(call, plan, columned(plan, asked, change.side), plan.arc);
    if (change.do === "copy") return keep(call, plan, copied(plan, asked.rows), plan.arc);
    const rows = changed(plan.rows, asked);
    return keep(call, plan, rows, plan.arc);
  }),

  serve(theatrePlanUndo, async (call, at) => {
    const plan = await toChange(call, at);
    const step = await firstOf<{ arc: number; rows: unknown }>(
      call.db,
      sql`
        delete from theatre_plan_step
        where corp_code = current_setting('app.corp_code') and id = (
          select max(id) from theatre_plan_step
          where corp_code = current_setting('app.corp_code') and area_id = ${at.areaId}
        )
        returning arc, rows
      `,
    );
    if (!step) throw new Refusal(m.theatre_r_no_step());
    return keep(call, plan, planRows.parse(step.rows), step.arc, true);
  }),

  serve(theatrePlanFile, async (call, { areaId }) => {
    const { hallId, hall, zones } = await planOf(call, areaId);
    const areas = await rowsOf<{ name: string; rows: unknown }>(
      call.db,
      sql`
        select a.name, coalesce(p.rows, '[]') as rows
        from theatre_area a
        left join theatre_plan p on p.corp_code = a.corp_code and p.area_id = a.id
        where a.corp_code = current_setting('app.corp_code') and a.hall_id = ${hallId} and a.kind = 'seats'
        order by a.sort, a.id
      `,
    );
    const named = areas.map(({ name, rows }) => ({ name, rows: planRows.parse(rows) }));
    const categories = zones.map(({ code, name, tint }) => ({ code, name, color: colours[tint] ?? "#6b7280" }));
    return { name: hall, text: JSON.stringify(writeSeating(hall, named, categories), null, 1) };
  }),

  serve(theatrePlanRead, async (call, { text, ...at }) => {
    const plan = await toChange(call, at);
    const read = readSeating(seatingIn(text), (category) => zoneNamed(plan, category));
    if (read.problems.length > 0) throw new Invalid({ file: read.problems.slice(0, 20).map(saySeatingProblem) });
    // A file of a whole hall has the area by its name; a file of one zone is this area, whatever it is called there.
    const own = read.areas.length === 1 ? read.areas[0] : read.areas.find(({ name }) => name === plan.name);
    if (!own)
      throw new Invalid({
        file: [
          m.theatre_w_no_zone({ area: plan.name, zones: read.areas.map(({ name }) => name).join(m.words_comma()) }),
        ],
      });
    const problems = problemsOf(own.rows, codesOf(plan)).map(sayProblem);
    if (problems.length > 0) throw new Invalid({ file: problems.slice(0, 20) });
    // Its seats stand as they are drawn: an arc is among what they stand behind their rows.
    return keep(call, plan, withKindsOf(plan.rows, own.rows), 0);
  }),
];

function seatingIn(text: string) {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Invalid({ file: [m.theatre_w_no_json()] });
  }
  const read = seatingPlan.safeParse(json);
  if (read.success) return read.data;
  throw new Invalid({ file: read.error.issues.slice(0, 20).map((issue) => saySchemaProblem(json, issue)) });
}

/** Kinds are not part of a seating plan: a seat that was there before keeps its own. */
function withKindsOf(before: readonly PlanRow[], rows: readonly PlanRow[]): PlanRow[] {
  const kinds = new Map(
    before.flatMap(({ name, seats }) => seats.map(({ number, kind }) => [`${name}/${number}`, kind] as const)),
  );
  return rows.map((row) => ({
    ...row,
    seats: row.seats.map((seat) => ({ ...seat, kind: kinds.get(`${row.name}/${seat.number}`) ?? seat.kind })),
  }));
}

const zoneNamed = ({ zones }: AreaPlan, category: string) =>
  zones.find(({ code, name }) => name === category || code === category)?.code;

const rowsOfSeats = (rows: readonly PlanRow[], seats: readonly string[]) =>
  rows.flatMap(({ name, seats: own }) => (own.some(({ number }) => seats.includes(`${name}/${number}`)) ? [name] : []));

function columned(
  { rows, arc }: AreaPlan,
  { seats, rows: wholeRows }: ParsedPayloadOf<typeof theatreSeatsChange>,
  side: RowSide,
): PlanRow[] {
  const ticked = new Set(seats);
  const isChosen = (row: string, number: string) => wholeRows.includes(row) || ticked.has(`${row}/${number}`);
  const done = inColumn(rows, isChosen, side, arc);
  if (done.ok) return done.rows;
  if (done.row === undefined) throw new Invalid({ seats: [m.theatre_v_column_rows()] });
  throw new Refusal(m.theatre_r_column({ row: done.row, seat: done.seat ?? "" }));
}

function copied({ rows, arc }: AreaPlan, names: readonly string[]): PlanRow[] {
  const chosen = rows.filter(({ name }) => names.includes(name));
  if (chosen.length === 0) throw new Invalid({ rows: [m.theatre_v_whole_rows()] });
  const [last] = rows.slice(-1);
  const added = chosen.map((row, place) => ({ ...row, name: rowName(last?.name ?? "1", place + 1) }));
  if (rows.length + added.length > mostRows) throw new Invalid({ rows: [m.theatre_v_too_many_rows()] });
  return standing([...rows, ...added], arc);
}

function changed(rows: readonly PlanRow[], asked: ParsedPayloadOf<typeof theatreSeatsChange>): PlanRow[] {
  const { change, rows: wholeRows } = asked;
  const ticked = new Set(asked.seats);
  if (ticked.size === 0 && wholeRows.length === 0) throw new Invalid({ seats: [m.theatre_v_seats()] });
  let hits = 0;
  const next = rows.map((row) => ({
    ...row,
    seats: row.seats.flatMap((seat) => {
      if (!wholeRows.includes(row.name) && !ticked.has(`${row.name}/${seat.number}`)) return [seat];
      hits += 1;
      if (change.do === "remove") return [];
      if (change.do === "kind") return [{ ...seat, kind: change.kind }];
      return change.do === "zone" ? [{ ...seat, zone: change.zone }] : [seat];
    }),
  }));
  if (hits === 0) throw new Invalid({ seats: [m.theatre_v_seats()] });
  return next.filter(({ seats }) => seats.length > 0);
}
