/** Closed years as they are looked at and commanded. Whoever is bound to some parks sees no whole, and closes none. */
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/years/year";
import { stamp } from "../../kernel/business-time";
import { NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { admitting, type Call, type Served, serve } from "../../kernel/served";
import { type Advance, advance, close, nextYear, openIn, putIn, refuseOpen, whyNotNew } from "./close";
import { closedYearDifference as differences, closedYearPart as parts, closedYear as table } from "./schema";
import { labelOfKind } from "./words";

const admit = ({ caller }: Pick<Call, "caller">) => {
  if (caller.scope) throw new Refusal(m.year_whole_corp());
};

type Row = typeof table.$inferSelect;

/** Whose job is waiting or runs. */
async function busy({ db }: Call, ids: readonly number[]): Promise<Set<number>> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`
      select y.id::float8 as id from closed_year y
      join job j on j.corp_code = y.corp_code and j.id = y.job_id and j.state in ('waiting', 'running')
      where y.id = any (${sql.param([...ids])}::bigint[])
    `,
  );
  return new Set(rows.map(({ id }) => id));
}

const whileBusy = async (call: Call, rows: readonly { id: number }[]) => {
  const running = await busy(
    call,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }) => (running.has(id) ? m.year_running() : null));
};

/** Only the last one: what follows is chained to it. */
async function whyNotReopened(call: Call, rows: readonly { id: number }[]): Promise<(string | null)[]> {
  const running = await whileBusy(call, rows);
  const last = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select y.id::float8 as id from closed_year y
      join closed_until u on u.corp_code = y.corp_code and u.until_at = y.until_at
      where y.corp_code = current_setting('app.corp_code')
    `,
  );
  return rows.map(({ id }, place) => running[place] ?? (last.some((one) => one.id === id) ? null : m.year_not_last()));
}

const yearOf = async ({ db }: Call, id: number): Promise<Row> => {
  const [row] = await db.select().from(table).where(eq(table.id, id));
  if (!row) throw new NotFound();
  return row;
};

const commands = (move: Advance): CommandsBackend<typeof contract.closedYear> => ({
  resume: {
    mayNot: whileBusy,
    async run(call, { id }) {
      await putIn(call, "closeYear", id);
      return { notice: m.year_started() };
    },
  },
  check: {
    mayNot: whileBusy,
    async run(call, { id }) {
      await putIn(call, "checkYear", id);
      return { set: { checkState: "running" }, notice: m.year_check_started() };
    },
  },
  reopen: {
    mayNot: whyNotReopened,
    async run(call, { id }, { reason }) {
      const { fromAt, untilAt, year } = await yearOf(call, id);
      if (!(await move(call.db, untilAt, fromAt))) throw new Refusal(m.refused_same_moment());
      return { set: { reason, checkState: "none" }, notice: m.year_reopened({ year }) };
    },
  },
  again: {
    mayNot: async (call, rows) => whileBusy(call, rows),
    async run(call, { id, closings }, { reason }) {
      const { fromAt, untilAt, year } = await yearOf(call, id);
      if (!(await move(call.db, fromAt, untilAt))) throw new Refusal(m.year_in_order_again({ year }));
      await refuseOpen(call.db, untilAt);
      await putIn(call, "closeYear", id);
      // What was closed before did not always get as far as a seal.
      return {
        set: { reason, closedBy: call.caller.name, closings: Number(closings ?? 1) + 1, checkState: "none" },
        notice: m.year_started(),
      };
    },
  },
});

const form = serve(contract.closeYearForm, async (call) => {
  const next = await nextYear(call);
  if (!next) return { year: "", open: [] };
  const why = await whyNotNew(call.db, next.year);
  return { year: String(next.year), open: why === "" ? await openIn(call.db, next.until) : [why] };
});

const held = serve(contract.closedYearParts, async (call, { id, kind }) => {
  const year = await yearOf(call, id);
  const rows = await call.db
    .select()
    .from(parts)
    .where(and(eq(parts.yearId, id), eq(parts.closing, year.closings)))
    .orderBy(parts.month);
  const kinds = [...new Set(rows.map((row) => row.kind))].map((one) => {
    const own = rows.filter((row) => row.kind === one);
    return { kind: one, label: labelOfKind(one), whole: own.every(({ whole }) => whole), ...summed(own) };
  });
  return {
    kinds: kinds.filter(({ rows: n }) => n > 0).toSorted((a, b) => b.rows - a.rows || a.kind.localeCompare(b.kind)),
    months: rows
      .filter((row) => row.kind === kind)
      .map((row) => ({ month: row.month, sha256: row.sha256, ...summed([row]) })),
    differences: await lastDifferences(call, year),
    job: await jobOf(call, year),
  };
});

function summed(rows: readonly Pick<typeof parts.$inferSelect, "rows" | "amount" | "bytes">[]) {
  return {
    rows: rows.reduce((sum, one) => sum + one.rows, 0),
    amount: rows.every(({ amount }) => amount === null)
      ? null
      : rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    sizeKb: Math.ceil(rows.reduce((sum, { bytes }) => sum + bytes, 0) / 1024),
  };
}

const mostDifferences = 200;

/** Of the last check, where it was not told otherwise since, and of the last closing. */
async function lastDifferences({ db }: Call, { id, closings, checkState }: Row) {
  const found = await db
    .select()
    .from(differences)
    .where(
      and(
        eq(differences.yearId, id),
        eq(differences.closing, closings),
        sql`(
          ${differences.foundBy} = 'again'
          or ${checkState} = 'differs' and ${differences.jobId} = (
            select max(d.job_id) from closed_year_difference d
            where d.corp_code = current_setting('app.corp_code') and d.year_id = ${id} and d.found_by = 'check'
          )
        )`,
      ),
    )
    .orderBy(differences.id)
    .limit(mostDifferences);
  return found.map(({ foundBy, at, kind, month, ...counts }) => ({
    ...{ foundBy: foundBy === "again" ? ("again" as const) : ("check" as const), at: stamp(at) },
    ...{ label: labelOfKind(kind), month },
    ...{ rowsBefore: counts.rowsBefore, rowsNow: counts.rowsNow },
    ...{ amountBefore: counts.amountBefore, amountNow: counts.amountNow },
  }));
}

async function jobOf({ db }: Call, { jobId }: Row) {
  const found = await firstOf<{ state: string; done: number; total: number | null; error: string | null }>(
    db,
    sql`
      select j.state, j.done, j.total, j.error from job j
      where j.corp_code = current_setting('app.corp_code') and j.id = ${jobId}
    `,
  );
  if (!found) return null;
  const { state, done, total, error } = found;
  return {
    ...{ state, done: Number(done ?? 0), total: Number(total ?? 0) },
    error: state === "failed" ? (error ?? "") : "",
  };
}

/** `move`: how the closed time goes on; tests switch its condition off. */
export const yearsServed = (move: Advance = advance): Served[] => [
  ...serveResource(contract.closedYear, { table, commands: commands(move), admit }),
  ...admitting([form, held, serve(contract.closeYear, (call, payload) => close(call, payload, move))], admit),
];
