/** Reading the call log: its rows, and the figures of all calls by method and by caller. */
import { sql } from "drizzle-orm";
import { callFigures, callSteps, callLog as resource } from "~/contract/calls/call-log";
import { labelledMethods, methodLabel } from "~/contract/calls/method-label";
import { serveResource } from "../../../kernel/resource";
import { rowsOf } from "../../../kernel/rows";
import { type Call, type Served, serve } from "../../../kernel/served";
import { callLog as table } from "./schema";

interface Summed {
  kind: "method" | "caller" | "dropped";
  name: string;
  calls: number;
  refused: number;
  failed: number;
  total: number;
  max: number;
  steps: number[];
}

const hours = { hour: 1, day: 24, week: 7 * 24 };

const summed = ({ db, now }: Call, period: keyof typeof hours) =>
  rowsOf<Summed>(
    db,
    sql`
      with own as (
        select kind, name, calls, refused, failed, total_ms, max_ms, steps from call_hour
        where hour > ${new Date(now.getTime() - hours[period] * 3_600_000).toISOString()}::timestamptz
      )
      select o.kind, o.name, sum(o.calls)::float8 as calls, sum(o.refused)::float8 as refused,
             sum(o.failed)::float8 as failed, sum(o.total_ms)::float8 as total, max(o.max_ms)::float8 as max,
             array(
               select sum(s.n)::float8
               from own i, unnest(i.steps) with ordinality as s (n, place)
               where i.kind = o.kind and i.name = o.name
               group by s.place
               order by s.place
             ) as steps
      from own o
      group by o.kind, o.name
    `,
  );

/** Of 100 calls 95 were answered within so many milliseconds. */
export function p95Of({ calls, steps, max }: Pick<Summed, "calls" | "steps" | "max">): number {
  let within = 0;
  for (const [place, most] of callSteps.entries()) {
    within += Number(steps[place] ?? 0);
    if (within >= calls * 0.95) return Math.min(most, max);
  }
  return max;
}

const orders = {
  slow: (one: { p95: number }) => one.p95,
  failing: (one: { failed: number; refused: number; calls: number }) =>
    (one.failed * 1_000 + one.refused) / Math.max(1, one.calls),
  calls: (one: { calls: number }) => one.calls,
};

export const callsServed: Served[] = [
  ...serveResource(resource, {
    table,
    query: { from: "call_log l", columns: { what: sql`''` } },
    indexed: true as const,
    choices: () => ({
      method: labelledMethods()
        .map((value) => ({ value, label: methodLabel(value) }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    }),
    shown: (_, rows) => rows.map((row) => ({ ...row, what: methodLabel(String(row.method)) })),
  }),

  serve(callFigures, async (call, { period, by }) => {
    const rows = await summed(call, period);
    const of = (kind: Summed["kind"]) =>
      rows
        .filter((row) => row.kind === kind)
        .map((row) => ({
          name: row.name,
          label: kind === "method" ? methodLabel(row.name) : row.name,
          calls: row.calls,
          refused: row.refused,
          failed: row.failed,
          average: Math.round(row.total / Math.max(1, row.calls)),
          p95: p95Of(row),
          max: row.max,
        }))
        .sort((one, other) => orders[by](other) - orders[by](one) || other.max - one.max || other.calls - one.calls);
    const methods = of("method");
    const sum = (figure: "calls" | "refused" | "failed") => methods.reduce((total, one) => total + one[figure], 0);
    return {
      ...{ calls: sum("calls"), refused: sum("refused"), failed: sum("failed") },
      dropped: of("dropped").reduce((total, one) => total + one.calls, 0),
      methods: methods.slice(0, 100),
      callers: of("caller").slice(0, 50),
    };
  }),
];
