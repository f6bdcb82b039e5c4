/** Writes what was noted of calls, every few seconds, in one short transaction that no call waits for. */
import { sql } from "drizzle-orm";
import { callParameters } from "~/contract/calls/parameters";
import { headOffice } from "~/contract/wire";
import type { Database, Transaction } from "../../../db/database";
import { logFailure } from "../../../kernel/answers";
import type { CallNotes, HourFigures, KeptCall } from "../../../kernel/call-notes";
import { rowsOf } from "../../../kernel/rows";

const every = 5_000;

async function writeRows(tx: Transaction, rows: readonly KeptCall[]): Promise<void> {
  const given = rows.map(({ corpCode, requestId, ...row }) => ({ ...row, corp: corpCode, request: requestId }));
  await tx.execute(sql`
    insert into call_log (corp_code, at, method, caller, origin, outcome, status, ms, bytes, request_id)
    select n.corp, n.at, n.method, n.caller, n.origin, n.outcome, n.status, n.ms, n.bytes, n.request
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (
      corp text, at timestamptz, method text, caller text, origin text, outcome text, status integer, ms integer,
      bytes integer, request text
    )
  `);
}

/** Several nodes add to the same hour: in one order, so that none waits for another in a ring. */
async function addFigures(tx: Transaction, figures: readonly HourFigures[]): Promise<void> {
  const given = figures.map(({ corpCode, totalMs, maxMs, hour, ...one }) => ({
    ...{ ...one, corp: corpCode, total: totalMs, most: maxMs, hour: new Date(hour).toISOString() },
  }));
  await tx.execute(sql`
    insert into call_hour (corp_code, hour, kind, name, calls, refused, failed, total_ms, max_ms, steps)
    select n.corp, n.hour, n.kind, n.name, n.calls, n.refused, n.failed, n.total, n.most, n.steps
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (
      corp text, hour timestamptz, kind text, name text, calls integer, refused integer, failed integer, total bigint,
      most integer, steps integer[]
    )
    order by n.corp, n.hour, n.kind, n.name
    on conflict (corp_code, hour, kind, name) do update
      set calls = call_hour.calls + excluded.calls,
          refused = call_hour.refused + excluded.refused,
          failed = call_hour.failed + excluded.failed,
          total_ms = call_hour.total_ms + excluded.total_ms,
          max_ms = greatest(call_hour.max_ms, excluded.max_ms),
          steps = array(
            select s.had + s.more
            from unnest(call_hour.steps, excluded.steps) with ordinality as s (had, more, place)
            order by s.place
          )
  `);
}

const defaults = Object.fromEntries(Object.entries(callParameters).map(([code, one]) => [code, one.default]));

/** One batch. What fails is lost, and says so in the program's log: calls are not held up for it. */
export async function writeCalls(database: Database, notes: CallNotes): Promise<void> {
  const { rows, figures } = notes.take();
  if (figures.length === 0) return;
  await database.system(async (tx) => {
    const found = await rowsOf<{ code: string; value: string }>(
      tx,
      sql`
        select param_code as code, param_option as value from sys_param
        where corp_code = ${headOffice} and param_code in ('callLogSlowMs', 'callLogSample')
      `,
    );
    const set = { ...defaults, ...Object.fromEntries(found.map(({ code, value }) => [code, value])) };
    notes.settings = { slowMs: Number(set.callLogSlowMs), sample: Number(set.callLogSample) };
    // Of whoever was not known, or is no tenant any more: head office's.
    const corps = await rowsOf<{ code: string }>(tx, sql`select corp_code as code from corp`);
    const known = new Set(corps.map(({ code }) => code));
    const placed = <T extends { corpCode: string }>(one: T): T =>
      known.has(one.corpCode) ? one : { ...one, corpCode: headOffice };
    if (rows.length > 0) await writeRows(tx, rows.map(placed));
    await addFigures(tx, oneEach(figures.map(placed)));
  });
}

/** Calls of nobody and calls of head office are counted in one row. */
function oneEach(figures: readonly HourFigures[]): HourFigures[] {
  const own = new Map<string, HourFigures>();
  for (const one of figures) {
    const key = [one.corpCode, one.hour, one.kind, one.name].join("\n");
    const had = own.get(key);
    own.set(key, had ? together(had, one) : one);
  }
  return [...own.values()];
}

const together = (one: HourFigures, other: HourFigures): HourFigures => ({
  ...one,
  calls: one.calls + other.calls,
  refused: one.refused + other.refused,
  failed: one.failed + other.failed,
  totalMs: one.totalMs + other.totalMs,
  maxMs: Math.max(one.maxMs, other.maxMs),
  steps: one.steps.map((n, place) => n + (other.steps[place] ?? 0)),
});

/** Until it is stopped, which writes what is left. */
export function keepCalls(database: Database, notes: CallNotes): { stop(): Promise<void> } {
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    writing = writing.then(() => writeCalls(database, notes)).catch((error) => logFailure("warn", error, "calls"));
  };
  const timer = setInterval(write, every);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      write();
      await writing;
    },
  };
}
