/**
 * What need not be kept for ever: each business says in its manifest which of its tables goes after how many days. Ledgers,
 * documents of trade and the sealed log cannot be declared: the law keeps the first, and their seals the last.
 */
import { type SQL, sql } from "drizzle-orm";
import { importDays } from "~/contract/import";
import { definitionOf } from "~/contract/parameter-declaration";
import { type ParameterCode, parameterDefaults } from "~/contract/parameters";
import { headOffice } from "~/contract/wire";
import { retentionOf } from "./data-classes";

/** Days, or a parameter that head office sets for all corps: days, or where it says so years; `least` days in any case. */
export type KeptFor = number | { parameter: ParameterCode; in: "days" | "years"; least?: number };

export interface Purge {
  /** One of its own. */
  table: string;
  /** What its rows are, for who runs the system: `npm run docs` writes docs/kept.md of it. */
  what: string;
  kept: KeptFor;
  /** The moment that says how old a row is, the first column of an index; or the condition, where another row says it. */
  by: string | ((before: SQL) => SQL);
  /** Those that may go at all: what is on its way stays, however old. */
  where?: SQL;
  /** Rows of one transaction; few, where others go with each. Default 1000. */
  slice?: number;
}

/** A row that is missing breaks their seal. */
const sealed: readonly string[] = ["audit_log", "audit_seal_log", "audit_copy_log"];

/** As it is; throws where it must not be. */
export function mayGo(purge: Purge): Purge {
  const { table, kept } = purge;
  const retained = retentionOf(table);
  if (retained === "money" || retained === "trade" || /(^|_)ledger$/.test(table) || sealed.includes(table))
    throw new Error(`${table} is kept: nothing of it may be purged`);
  if (typeof kept !== "number" && definitionOf(kept.parameter)?.scope !== "platform")
    throw new Error(`${table}: ${kept.parameter} is not head office's, and rows of all corps go at once`);
  return purge;
}

/** Of the mechanisms. A press that is repeated after a week is a new one. */
export const mechanismPurges: readonly Purge[] = [
  { table: "idempotency", what: "Keys that tell a repeated press", kept: 7, by: "at" },
  {
    ...{ table: "export_part", what: "Files of exports", kept: 7 },
    by: (before) => sql`
      (corp_code, job_id) in (select corp_code, id from job where kind = 'export' and created_at < ${before})
    `,
    slice: 100,
  },
  { table: "import_run", what: "Imports and their rows", kept: importDays, by: "created_at", slice: 10 },
  {
    ...{ table: "job", what: "Background tasks that have ended", kept: 60, by: "created_at" },
    where: sql`finished_at is not null`,
  },
];

const yearsToDays = 366;

/** How many days, and where it is a parameter its default. */
export function daysOf(kept: KeptFor): { statement: SQL; byDefault: number } {
  if (typeof kept === "number") return { statement: sql`${kept}::int`, byDefault: kept };
  const { parameter, in: unit, least = 0 } = kept;
  const times = unit === "years" ? yearsToDays : 1;
  const preset = Number(parameterDefaults[parameter]);
  const set = sql`(select param_option::int from sys_param where corp_code = ${headOffice} and param_code = ${parameter})`;
  return {
    statement: sql`greatest(coalesce(${set}, ${preset}::int) * ${times}::int, ${least}::int)`,
    byDefault: Math.max(preset * times, least),
  };
}

/**
 * Deletes the oldest of what may go, at most a slice; the owner's, of all corps. Rows that somebody has locked are left to the
 * next night, so that nobody waits for it and it waits for nobody.
 */
export function purgeSlice({ table, kept, by, where = sql`true`, slice = 1_000 }: Purge): SQL {
  const name = sql.identifier(table);
  const before = sql`now() - make_interval(days => ${daysOf(kept).statement})`;
  const old = typeof by === "string" ? sql`${sql.identifier(by)} < ${before}` : by(before);
  const first = typeof by === "string" ? sql`order by ${sql.identifier(by)}` : sql``;
  return sql`
    delete from ${name} where ctid = any (array(
      select ctid from ${name} where ${where} and ${old} ${first} limit ${slice} for update skip locked
    ))
  `;
}
