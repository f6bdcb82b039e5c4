/**
 * What waits in a table to be sent elsewhere: it is claimed with a lease, sent outside any transaction, and noted with what came
 * of it; what fails is tried again later and later, and given up in the end. A process that is killed in between leaves the row
 * to the next one, so a receiver may get the same twice, never none. Senders say what is theirs alone.
 */
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Message } from "~/contract/messages";
import type { Transaction } from "../db/database";
import { stamp } from "../kernel/business-time";
import type { Call } from "../kernel/call";
import { enqueue } from "../kernel/enqueue";
import { firstOf, rowsOf } from "../kernel/rows";
import { type JobKind, type JobResult, type JobRun, jobKind } from "./kind";

/** Seconds after each attempt that failed: nine in about a day. */
const waits = [10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200];
/** Milliseconds after which a run leaves the rest to the next, so that other work comes to its turn. */
const longest = 20_000;

export interface Claimed {
  id: number;
  /** This one is counted. */
  attempts: number;
}

/** What came of one attempt: `outcome` is what the list says of it, at most 60 letters. */
export interface Sent {
  delivered: boolean;
  outcome: string;
  /** Trying again is of no use. */
  forGood?: boolean;
}

export interface Outbox<D extends { id: number }> {
  kind: string;
  title: Message;
  /** Looks after what a lost job left; who puts something in puts the job in as well. */
  cron: string;
  outcome: (result: JobResult) => string;
  /** With the columns that every list of deliveries has (`app/contract/open/delivery-list.ts`). */
  table: PgTable;
  /** Sent at the same moment. */
  atOnce: number;
  /** Seconds in which nobody else takes what is claimed: more than a receiver is waited for. */
  lease: number;
  /** What claimed rows tell, and to whom, each of them; in the transaction that claims them. */
  due: (tx: Transaction, run: JobRun, ids: readonly number[]) => Promise<D[]>;
  /** Waits no longer than the lease. Where it throws, trying again may help. */
  send: (run: JobRun, due: D & Claimed) => Promise<Sent>;
}

export function outbox<D extends { id: number }>(box: Outbox<D>): JobKind {
  const { kind, title, cron, outcome, atOnce } = box;
  return jobKind({
    ...{ kind, title, payload: z.object({}), outcome },
    schedule: { cron, of: "everyCorp" },
    async run(run) {
      const until = Date.now() + longest;
      let rows = 0;
      while (Date.now() < until && !run.signal.aborted) {
        const due = await take(run, box);
        if (due.length === 0) break;
        const sent = await Promise.all(due.map(async (one) => ({ ...one, ...(await attempt(run, box, one)) })));
        await note(run, box.table, sent);
        rows += sent.filter(({ delivered }) => delivered).length;
        await run.progress(rows);
        if (due.length < atOnce) break;
      }
      await lookAgain(run, box);
      return { rows };
    },
  });
}

function take<D extends { id: number }>(run: JobRun, box: Outbox<D>): Promise<(D & Claimed)[]> {
  return run.write(async (tx) => {
    const claimed = new Map((await claim(tx, box)).map((one) => [one.id, one]));
    if (claimed.size === 0) return [];
    const due = await box.due(tx, run, [...claimed.keys()]);
    return due.flatMap((one) => {
      const its = claimed.get(one.id);
      return its ? [{ ...one, ...its }] : [];
    });
  });
}

const eachOnce = sql`for update skip locked`;

/** Of two workers at the same moment one has a row. `each`: tests leave it out and see a row taken twice. */
export function claim(
  tx: Transaction,
  { table, atOnce, lease }: Pick<Outbox<Claimed>, "table" | "atOnce" | "lease">,
  each: SQL = eachOnce,
): Promise<Claimed[]> {
  return rowsOf(
    tx,
    sql`
      update ${table}
      set attempts = attempts + 1, next_at = now() + make_interval(secs => ${lease})
      where corp_code = current_setting('app.corp_code')
        and id = any (array(
          select id from ${table}
          where corp_code = current_setting('app.corp_code') and state = 'waiting' and next_at <= now()
          order by next_at, id
          limit ${atOnce}
          ${each}
        ))
      returning id::float8 as id, attempts
    `,
  );
}

/** One that throws leaves the others of its run as they are: those that went are noted. */
async function attempt<D extends { id: number }>(run: JobRun, box: Outbox<D>, due: D & Claimed): Promise<Sent> {
  try {
    return await box.send(run, due);
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: string };
    return { delivered: false, outcome: String(code ?? name ?? "error").slice(0, 60) };
  }
}

/** A row that was claimed anew meanwhile, since this took longer than its lease, is the other's to note. */
async function note(run: JobRun, table: PgTable, sent: readonly (Claimed & Sent)[]): Promise<void> {
  const rows = sent.map(({ id, attempts, delivered, outcome, forGood = false }) => ({
    ...{ id, attempts, delivered, outcome },
    wait: forGood ? null : (waits[attempts - 1] ?? null),
  }));
  await run.write((tx) =>
    tx.execute(sql`
      update ${table} d
      set state = case when o.delivered then 'delivered' when o.wait is null then 'failed' else 'waiting' end,
          delivered_at = case when o.delivered then now() end,
          next_at = case when not o.delivered then now() + make_interval(secs => o.wait) end,
          outcome = o.outcome, row_version = row_version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as o (id bigint, attempts integer, delivered boolean, outcome text, wait float8)
      where d.corp_code = current_setting('app.corp_code') and d.id = o.id and d.state = 'waiting'
        and d.attempts = o.attempts
    `),
  );
}

/** When the next is due. */
async function lookAgain<D extends { id: number }>(run: JobRun, { kind, table }: Outbox<D>): Promise<void> {
  await run.write(async (tx) => {
    const next = await firstOf<{ seconds: number | null }>(
      tx,
      sql`
        select extract(epoch from min(next_at) - now())::float8 as seconds
        from ${table}
        where corp_code = current_setting('app.corp_code') and state = 'waiting'
      `,
    );
    if (typeof next?.seconds !== "number") return;
    await enqueue(tx, { kind, delay: Math.max(0, next.seconds) * 1000 + 500, unlessWaiting: true });
  });
}

/** The command of the lists: from the first attempt again, at once. */
export const resends = (kind: string) => ({
  async resend(call: Call) {
    await enqueue(call.db, { kind, unlessWaiting: true });
    return { set: { attempts: 0, nextAt: stamp(call.now), deliveredAt: null } };
  },
});
