/**
 * The work of closing a year and of checking one again. A part is kept as soon as it is summed, so a worker that dies goes on
 * at the part that it was in; from its first step on the database refuses whoever would write into the year.
 */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { closedYear as contract, type differenceFinders } from "~/contract/years/year";
import { scopedRole } from "../../db/database";
import { type JobKind, type JobRun, jobKind } from "../../jobs/kind";
import { stamp } from "../../kernel/business-time";
import { yearParts } from "../../kernel/closed-years";
import { notify } from "../../kernel/notify";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { monthsOf } from "./calendar";
import { closedYearDifference as differences, closedYearPart as parts, closedYear as table } from "./schema";
import { chainAfter, sumOfParts } from "./seal";
import { columnsOf, type Sums, sumsOf } from "./sums";

const payload = z.object({
  yearId: z.number(),
  /** Of the transaction that closed it: others may have begun before, and not known. */
  after: z.string().default("0"),
});
const page = ({ payload: given }: { payload: unknown }) => `${contract.path}/${payload.parse(given).yearId}`;
const ended = z.object({ rows: z.number(), differences: z.number(), year: z.string() });

type Year = typeof table.$inferSelect;
type Part = typeof parts.$inferSelect;

async function yearOfJob(run: JobRun, id: number): Promise<Year> {
  const [year] = await run.read(async (tx) => {
    // Who was bound to parks since would sum up a part.
    const role = await firstOf<{ scoped: boolean }>(tx, sql`select current_user = ${scopedRole} as scoped`);
    if (role?.scoped) throw new Refusal(m.year_whole_corp());
    return tx.select().from(table).where(eq(table.id, id));
  });
  if (!year) throw new Error(`the year ${id} is gone`);
  return year;
}

/** Whoever commands something else meanwhile gives the year another job: this one leaves it alone then. */
function refuseOther(run: JobRun, year: Year): void {
  if (Number(year.jobId) !== run.jobId) throw new Refusal(m.year_other_work({ year: year.year }));
}

const outcome = (told: (inputs: { year: string; n: number }) => string) => (result: unknown) => {
  const { year, rows, differences: n } = ended.parse(result);
  return n === 0 ? told({ year, n: rows }) : m.year_job_differs({ year, n });
};

export const closeYearJob: JobKind = jobKind({
  kind: "closeYear",
  title: m.year_job_close,
  payload,
  page,
  tells: true,
  outcome: outcome(m.year_job_closed),
  async run(run, { yearId, after }) {
    const year = await yearOfJob(run, yearId);
    refuseOther(run, year);
    if (year.status !== "closing") throw new Refusal(m.year_other_work({ year: year.year }));
    await untilNobodyKnowsLess(run, after, year);
    const months = monthsOf(Number(year.year), year.fromAt, year.untilAt);
    const all = yearParts();
    const kept = new Set((await partsOf(run, year, year.closings)).map((one) => `${one.kind}/${one.month}`));
    let done = 0;
    for (const { table: kind, moment, amount = null, keeps } of all) {
      const types = await run.read((tx) => columnsOf(tx, kind));
      const columns = keeps ? ["id", ...keeps] : [...types.keys()];
      for (const { month, from, until } of months) {
        done += 1;
        if (kept.has(`${kind}/${month}`)) continue;
        const stretch = { table: kind, moment, amount, columns, from: from.toISOString(), until: until.toISOString() };
        const sums = await sumsOf(run, stretch, types);
        const whole = keeps === undefined;
        await run.write((tx) =>
          tx
            .insert(parts)
            .values({
              ...{
                yearId,
                closing: year.closings,
                kind,
                month,
                fromAt: from,
                untilAt: until,
                whole,
                columns: [...columns],
              },
              ...sums,
            })
            .onConflictDoNothing(),
        );
        await run.progress(done, all.length * months.length);
      }
    }
    await seal(run, year);
    return undefined;
  },
});

const waits = { turns: 240, milliseconds: 250 };

/** What began before the year was closed may still write into it: its end is waited for, of this database alone. */
async function untilNobodyKnowsLess(run: JobRun, after: string, { year }: Year): Promise<void> {
  for (let turn = 0; turn < waits.turns; turn += 1) {
    const before = await run.read((tx) =>
      firstOf(
        tx,
        sql`
          select from pg_locks l
          join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
          where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock'
            and age(l.transactionid) > age((${after}::numeric % 4294967296)::bigint::text::xid)
          limit 1
        `,
      ),
    );
    if (!before) return;
    await run.progress(0);
    await new Promise((resolve) => setTimeout(resolve, waits.milliseconds));
  }
  throw new Refusal(m.year_still_written({ year }));
}

/** With the end of the job; compared with the closing before, where there is one. */
async function seal(run: JobRun, year: Year): Promise<void> {
  const now = await partsOf(run, year, year.closings);
  const before = year.closings > 1 ? await partsOf(run, year, year.closings - 1) : [];
  const found = before.flatMap((one) => {
    const other = now.find(({ kind, month }) => kind === one.kind && month === one.month);
    // What another version seals otherwise tells nothing about the rows.
    return other && isSameSeal(one, other) ? [] : [{ before: one, now: other ?? nothing(one) }];
  });
  const rows = now.reduce((sum, one) => sum + one.rows, 0);
  const bytes = now.reduce((sum, one) => sum + one.bytes, 0);
  const taken = now.filter(({ kind }) => kind === "payment").reduce((sum, one) => sum + (one.amount ?? 0), 0);
  await run.complete(
    { rows, differences: found.length, year: year.year, link: page({ payload: { yearId: year.id } }) },
    async (tx) => {
      await keepDifferences(run, tx, year, "again", found);
      const closed = await firstOf(
        tx,
        sql`
        update closed_year c
        set status = 'closed', rows = ${rows}, taken = ${taken}, size_kb = ${Math.ceil(bytes / 1024)},
            closed_at = ${run.now().toISOString()}::timestamptz, sha256 = ${sql.raw(sumOfParts)},
            chain = ${sql.raw(chainAfter(sumOfParts))},
            row_version = row_version + 1, updated_at = ${run.now().toISOString()}::timestamptz
        where c.corp_code = current_setting('app.corp_code') and c.id = ${year.id} and c.status = 'closing'
          and c.job_id = ${run.jobId}
        returning c.id
      `,
      );
      if (!closed) throw new Refusal(m.year_other_work({ year: year.year }));
    },
  );
}

const isSameSeal = (one: Part, other: Part) =>
  one.rows === other.rows && one.amount === other.amount && (one.sha256 === other.sha256 || !isSameSet(one, other));
const isSameSet = (one: Part, other: Part) => one.columns.join() === other.columns.join();
const nothing = (one: Part): Sums => ({ rows: 0, amount: one.amount === null ? null : 0, bytes: 0, sha256: "" });

const partsOf = (run: JobRun, { id }: Year, closing: number): Promise<Part[]> =>
  run.read((tx) =>
    tx
      .select()
      .from(parts)
      .where(and(eq(parts.yearId, id), eq(parts.closing, closing)))
      .orderBy(parts.id),
  );

interface Difference {
  before: Part;
  now: Sums;
}

async function keepDifferences(
  run: JobRun,
  tx: Parameters<Parameters<JobRun["write"]>[0]>[0],
  { id, closings }: Year,
  foundBy: (typeof differenceFinders)[number],
  found: readonly Difference[],
): Promise<void> {
  if (found.length === 0) return;
  await tx.insert(differences).values(
    found.map(({ before, now }) => ({
      ...{
        yearId: id,
        closing: closings,
        jobId: run.jobId,
        foundBy,
        at: run.now(),
        kind: before.kind,
        month: before.month,
      },
      ...{ rowsBefore: before.rows, rowsNow: now.rows, amountBefore: before.amount, amountNow: now.amount },
    })),
  );
}

export const checkYearJob: JobKind = jobKind({
  kind: "checkYear",
  title: m.year_job_check,
  payload,
  page,
  tells: "failures",
  outcome: outcome(m.year_job_agrees),
  async run(run, { yearId }) {
    const year = await yearOfJob(run, yearId);
    refuseOther(run, year);
    const sealed = await partsOf(run, year, year.closings);
    const known = new Map(yearParts().map((one) => [one.table, one]));
    const found: Difference[] = [];
    const types = new Map<string, Map<string, string>>();
    for (const [place, before] of sealed.entries()) {
      const { kind, columns, fromAt, untilAt } = before;
      const part = known.get(kind);
      // A kind that this version does not have holds nothing any more.
      if (!part) {
        if (before.rows > 0) found.push({ before, now: nothing(before) });
        continue;
      }
      const own = types.get(kind) ?? (await run.read((tx) => columnsOf(tx, kind)));
      types.set(kind, own);
      const { moment, amount = null } = part;
      const stretch = {
        table: kind,
        moment,
        amount,
        columns,
        from: fromAt.toISOString(),
        until: untilAt.toISOString(),
      };
      const now = await sumsOf(run, stretch, own);
      if (now.rows !== before.rows || now.amount !== before.amount || now.sha256 !== before.sha256)
        found.push({ before, now });
      await run.progress(place + 1, sealed.length);
    }
    const rows = sealed.reduce((sum, one) => sum + one.rows, 0);
    await run.complete(
      { rows, differences: found.length, year: year.year, link: page({ payload: { yearId } }) },
      async (tx) => {
        await keepDifferences(run, tx, year, "check", found);
        await tx
          .update(table)
          .set({
            checkState: found.length === 0 ? "agrees" : "differs",
            checkedAt: stamp(run.now()),
            rowVersion: sql`row_version + 1`,
            updatedAt: run.now(),
          })
          .where(eq(table.id, yearId));
        if (found.length > 0)
          await notify(tx, run.now(), {
            to: { fun: contract.fun },
            kind: "notice",
            title: (options) => m.year_told_title({ year: year.year }, options),
            body: (options) => m.year_told_body({ n: found.length }, options),
            link: `${contract.path}/${yearId}`,
            matter: "closed-year",
            about: { parks: [], maker: 0 },
          });
      },
    );
    return undefined;
  },
});
