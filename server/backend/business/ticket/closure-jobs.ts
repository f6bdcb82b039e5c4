/** Background work of closures: orders settled or put back by the hundred, in short transactions, while the counter sells on. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { closure as resource } from "~/contract/ticket/closure";
import type { Transaction } from "../../db/database";
import { type JobRun, jobKind } from "../../jobs/kind";
import { standIn } from "../../jobs/stand-in";
import { writeAudits } from "../../kernel/audit";
import { businessDay } from "../../kernel/business-time";
import { enqueue } from "../../kernel/enqueue";
import { sequenceWithoutGap } from "../../kernel/numbers";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import type { AuditEntry, Call } from "../../kernel/served";
import { joinOrder } from "../order/query-parts";
import { type ClosureRow, closureById, listTouched, lockBatch } from "./closure-orders";
import { type ClosureOrderRow, settleOne, type Treatment, undoOne } from "./closure-settle";

const batch = 20;
const open = { fun: resource.fun };
const result = z.object({ rows: z.number(), failed: z.number(), link: z.string() });
const outcome = (ended: unknown) => {
  const { rows, failed } = result.parse(ended);
  return m.closure_job_outcome({ rows, failed });
};
const page = ({ payload }: { payload: unknown }) =>
  `${resource.path}/${z.object({ closureId: z.number() }).parse(payload).closureId}`;

export const settleClosure = jobKind({
  kind: "settleClosure",
  title: m.closure_job_settle,
  payload: z.object({ closureId: z.number(), treatment: z.enum(["refund", "move", "prolong"]), toDay: z.string() }),
  outcome,
  page,
  tells: true,
  async run(run, { closureId, ...wanted }) {
    const closure = await begin(run, closureId, true);
    await work(run, { closure, toDay: wanted.toDay }, ["waiting"], (call, row) =>
      settleOne(call, closure, row, wanted as Treatment),
    );
    await end(run, closureId, sql`'settled'`, true);
    return undefined;
  },
});

export const undoClosure = jobKind({
  kind: "undoClosure",
  title: m.closure_job_undo,
  payload: z.object({ closureId: z.number() }),
  outcome,
  page,
  tells: true,
  async run(run, { closureId }) {
    const closure = await begin(run, closureId, false);
    await work(run, { closure, toDay: await dayOf(run, closureId) }, ["moved", "prolonged"], (call, row) =>
      undoOne(call, closure, row),
    );
    await end(run, closureId, sql`'inForce'`, false);
    return undefined;
  },
});

async function begin(run: JobRun, closureId: number, lists: boolean): Promise<ClosureRow> {
  return run.write(async (tx) => {
    const closure = await closureById(tx, closureId);
    if (!closure) throw new Error(`closure ${closureId} is gone`);
    if (lists) {
      const call = await standIn(run, tx, open);
      await ofEverybody(call, () => listTouched(tx, closure));
    }
    return closure;
  });
}

/** Row by row in short transactions: what one of them waits for, a counter never waits for long. */
async function work(
  run: JobRun,
  { closure, toDay }: { closure: ClosureRow; toDay: string },
  states: readonly string[],
  one: (call: Call, row: ClosureOrderRow) => Promise<boolean>,
): Promise<void> {
  const closureId = closure.id;
  const total = await run.read((tx) => countIn(tx, closureId, states));
  const numbers = await numbersFor(run, total);
  let done = 0;
  for (let after = 0; ; ) {
    const rows = await run.write(async (tx) => {
      const entries: AuditEntry[] = [];
      const asker = await standIn(run, tx, open);
      const call = { ...asker, numbers, audit: (entry: AuditEntry) => void entries.push(entry) };
      return ofEverybody(call, async () => {
        const next = await nextRows(tx, closureId, states, after);
        const ids = next.map(({ orderId }) => orderId);
        if (ids.length > 0) await lockBatch(tx, closure, ids, toDay);
        for (const row of next) await one(call, row);
        await writeAudits(tx, call, { name: "closureSettle" }, entries);
        return next;
      });
    });
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    done += rows.length;
    await run.progress(done, Math.max(total, done));
  }
}

/** The day that its orders were moved to; "" where they were not. */
async function dayOf(run: JobRun, closureId: number): Promise<string> {
  const row = await run.read((tx) =>
    firstOf<{ toDay: string }>(
      tx,
      sql`select coalesce(to_day::text, '') as "toDay" from closure where id = ${closureId}`,
    ),
  );
  return row?.toDay ?? "";
}

/** Numbers of refunds in one draw: a counter that refunds meanwhile waits for none of these transactions. */
async function numbersFor(run: JobRun, count: number): Promise<Call["numbers"]> {
  const day = businessDay(run.now()).replaceAll("-", "");
  let next = 0;
  let left = 0;
  if (count > 0) {
    next = await run.write((tx) => sequenceWithoutGap({ db: tx }, "RF", day, count));
    left = count;
  }
  return {
    take(kind, _period, wanted) {
      if (kind !== "RF" || wanted > left) throw new Error(`no ${kind} in hand`);
      left -= wanted;
      next += wanted;
      return next - wanted;
    },
  };
}

async function countIn(tx: Transaction, closureId: number, states: readonly string[]): Promise<number> {
  const row = await firstOf<{ n: number }>(
    tx,
    sql`
      select count(*)::int as n from closure_order
      where closure_id = ${closureId} and state = any (${sql.param([...states])}::text[])
    `,
  );
  return row?.n ?? 0;
}

function nextRows(
  tx: Transaction,
  closureId: number,
  states: readonly string[],
  after: number,
): Promise<ClosureOrderRow[]> {
  return rowsOf<ClosureOrderRow>(
    tx,
    sql`
      select c.id, c.order_id as "orderId", o.order_no as "orderNo"
      from closure_order c
      ${sql.raw(joinOrder("c"))}
      where c.closure_id = ${closureId}
        and c.state = any (${sql.param([...states])}::text[])
        and c.id > ${after}
      order by c.id
      limit ${batch}
    `,
  );
}

/** The closure's new state, and the work that tells the visitors, in the transaction that ends this one. */
async function end(run: JobRun, closureId: number, state: ReturnType<typeof sql>, tells: boolean): Promise<void> {
  const counted = await run.read(async (tx) => ({
    failed: await countIn(tx, closureId, ["failed"]),
    rows: await countIn(tx, closureId, tells ? ["refunded", "moved", "prolonged"] : ["waiting"]),
  }));
  await run.complete({ ...counted, link: `${resource.path}/${closureId}` }, async (tx) => {
    await tx.execute(sql`
      update closure
      set status = ${state}, row_version = row_version + 1, updated_at = ${run.now().toISOString()}::timestamptz
      where id = ${closureId}
    `);
    const { accountId, accountName, locale } = run;
    if (tells) await enqueue(tx, { kind: "tellClosure", payload: { closureId }, accountId, accountName, locale });
  });
}
