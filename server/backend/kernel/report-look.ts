/**
 * What a report finds: the query over its facts. What happened in the period is one query of the business that owns it;
 * filters, groups, totals and choices are the same for all reports. The total is summed over the facts themselves, never
 * over rows, so that it is right however many rows there are. Runs as the caller: row-level security shows what is theirs.
 */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type AnyReport, type Figures, isOfTime, reportFileRows } from "~/contract/report-kind";
import type { Period } from "~/contract/report-period";
import { isDay } from "~/contract/validators";
import { currentZone, endOfDay, startOfDay } from "./business-time";
import type { Call } from "./call";
import { Invalid } from "./refusal";
import { rowsOf } from "./rows";

/**
 * The period in statements. Its ends stand in the text: the plan for a day is not the one for a year.
 */
export interface ReportWindow {
  /** The first moment of the period, and the first after it. */
  since: SQL;
  before: SQL;
  /** The first day, and the last. */
  firstDay: SQL;
  lastDay: SQL;
}

export interface ReportBackend<G extends string = string, M extends string = string> {
  /**
   * A select with a row for everything that happened: a column `at`, its moment, and whatever groups and measures name. `park_id` is among them unless `parkless` says that nothing of it is a park's.
   */
  facts: (window: ReportWindow, call: Call) => SQL | Promise<SQL>;
  parkless?: true;
  /** Runs the query over the facts otherwise than as the caller: a group reads over its members. */
  within?: <T>(call: Call, work: () => Promise<T>) => Promise<T>;
  /** Of a fact: its key as text and its name. Groups of time and parks need none. */
  groups: Readonly<Partial<Record<G, { key: SQL; name?: SQL }>>>;
  /** Sums over facts. */
  measures: Readonly<Record<M, SQL>>;
}

export interface ReportAsked extends Period {
  by: string;
  only: Readonly<Record<string, string>>;
}

/** Choices of one filter at most: beyond it a row leads to what is looked for. */
export const mostChoices = 300;

/** What nobody could mean is Invalid, by its field. */
export function askedOf(
  { groups }: AnyReport,
  { from, to, by, only }: Period & { by?: string | undefined; only: Readonly<Record<string, string>> },
): ReportAsked {
  const unknown = Object.keys(only).filter((name) => !(name in groups));
  if (unknown.length > 0) throw new Invalid(Object.fromEntries(unknown.map((name) => [name, [m.report_no_filter()]])));
  const group = by ?? Object.keys(groups)[0] ?? "";
  if (!(group in groups)) throw new Invalid({ by: [m.report_no_group()] });
  return { from, to, by: group, only };
}

export interface Choice {
  part: string;
  key: string;
  label: string;
}

export interface FoundRow {
  key: string;
  label: string;
  values: Figures;
}

type Found = { part: string; key: string | null; label: string | null; whole: number } & Record<string, unknown>;

/** One statement: the facts once, their groups and the whole, and what filters may be set to. */
export async function lookAt(
  call: Call,
  report: AnyReport,
  backend: ReportBackend,
  asked: ReportAsked,
  withChoices: boolean,
): Promise<{ rows: FoundRow[]; total: Figures; choices: Choice[] }> {
  const measures = Object.keys(report.measures);
  const sums = measures.map((name) => sql`(${backend.measures[name]})::float8 as ${sql.identifier(name)}`);
  const nothing = measures.map(() => sql`null::float8`);
  // What the report is narrowed to has a name, whether or not it may be chosen.
  const chosen = Object.entries(report.groups).filter(([name, { choose }]) => choose || name in asked.only);
  const parts = withChoices
    ? chosen.map(([name]) => {
        const { key, name: label } = groupOf(backend, report, name);
        const one =
          name in asked.only && !report.groups[name]?.choose ? sql`where ${key} = ${asked.only[name]}` : sql``;
        return sql`
          union all
          (select ${name}::text, key, max(label), 0, ${sql.join(nothing, sql`, `)}
           from (select ${key} as key, ${label} as label from facts ${one}) f
           group by key
           order by 3, 2
           limit ${mostChoices})
        `;
      })
    : [];
  const { key, name: label } = groupOf(backend, report, asked.by);
  const facts = await factsOf(call, backend, asked);
  // A plan that is kept was made for the corp that happened to ask then: a small one's would keep a large one waiting.
  await call.db.execute(sql`set local plan_cache_mode = force_custom_plan`);
  const within = backend.within ?? ((_call, work) => work());
  const rows = await within(call, () =>
    rowsOf<Found>(
      call.db,
      sql`
      with facts as materialized (${facts}),
      kept as (
        select facts.*, ${key} as "group key", ${label} as "group label"
        from facts
        where ${narrowed(backend, report, asked.only)}
      )
      (select '' as part, "group key" as key, max("group label") as label, grouping("group key") as whole,
              ${sql.join(sums, sql`, `)}
       from kept
       group by grouping sets (("group key"), ())
       order by whole desc, ${sortOf(report, asked.by)}
       limit ${reportFileRows + 2})
      ${sql.join(parts, sql``)}
    `,
    ),
  );
  const values = (row: Found) => Object.fromEntries(measures.map((name) => [name, Number(row[name] ?? 0)]));
  const own = rows.filter(({ part }) => part === "");
  const total = own.find(({ whole }) => Number(whole) === 1);
  const text = (row: Found) => ({ key: row.key ?? "", label: row.label ?? "" });
  return {
    rows: own.filter(({ whole }) => Number(whole) === 0).map((row) => ({ ...text(row), values: values(row) })),
    total: total ? values(total) : Object.fromEntries(measures.map((name) => [name, 0])),
    choices: rows.filter(({ part }) => part !== "").map((row) => ({ part: row.part, ...text(row) })),
  };
}

function sortOf(report: AnyReport, by: string): SQL {
  const kind = report.groups[by]?.kind ?? "named";
  return isOfTime(kind) ? sql`"group key"` : sql`${sql.identifier(report.main)} desc nulls last, "group key"`;
}

/** An account that works in some parks has the figures of those alone, also of an order that spans others. */
async function factsOf(call: Call, backend: ReportBackend, period: Period): Promise<SQL> {
  const window = {
    since: sql.raw(`'${startOfDay(period.from).toISOString()}'::timestamptz`),
    before: sql.raw(`'${endOfDay(period.to).toISOString()}'::timestamptz`),
    firstDay: sql.raw(`'${dayText(period.from)}'::date`),
    lastDay: sql.raw(`'${dayText(period.to)}'::date`),
  };
  const facts = await backend.facts(window, call);
  const parks = backend.parkless ? null : (call.caller.scope?.parks ?? null);
  if (parks === null) return facts;
  // As everywhere in the house, what is of no park is everybody's.
  const own = sql`${sql.param(`{${[0, ...parks].join(",")}}`)}::bigint[]`;
  return sql`select * from (${facts}) own where own.park_id is null or own.park_id = any (${own})`;
}

/** Nothing but a day gets into the text of a statement, whoever forgot to look. */
function dayText(day: string): string {
  if (!isDay(day)) throw new Invalid({ from: [m.v_date()] });
  return day;
}

function narrowed(backend: ReportBackend, report: AnyReport, only: Readonly<Record<string, string>>): SQL {
  const conditions = Object.entries(only).map(([name, key]) => sql`${groupOf(backend, report, name).key} = ${key}`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function groupOf(backend: ReportBackend, report: AnyReport, name: string): { key: SQL; name: SQL } {
  const own = backend.groups[name];
  const kind = report.groups[name]?.kind ?? "named";
  if (own) return { key: sql`coalesce(nullif((${own.key})::text, ''), '-')`, name: own.name ?? sql`null::text` };
  if (kind === "park") return { key: sql`coalesce(nullif(park_id, 0)::text, '-')`, name: sql`null::text` };
  if (!isOfTime(kind)) throw new Error(`${report.noun} says nothing of its group ${name}`);
  const local = sql`(at at time zone ${currentZone()}::text)`;
  const formats = { day: "YYYY-MM-DD", month: "YYYY-MM", weekday: "ID", hour: "HH24" } as const;
  return { key: sql`to_char(${local}, ${formats[kind]})`, name: sql`null::text` };
}
