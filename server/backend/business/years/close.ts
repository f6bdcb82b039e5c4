/** Closing a year: which one is next, what stands in its way, and the one statement by which the corp's closed time goes on. */
import { desc, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import type { closeYear } from "~/contract/years/year";
import type { Transaction } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { closedUntil, standOpen } from "../../kernel/closed-years";
import { enqueueFor } from "../../kernel/enqueue";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { beginOfYear, endOfYear, firstYear, yearOf } from "./calendar";
import { closedYear as table } from "./schema";

/** What a till or a gate has not told yet comes within a day: until then a year is not closed. */
const settled = 86_400_000;

export interface Next {
  year: number;
  from: Date;
  until: Date;
}

/** The year after the last one that is closed; the first of which there is anything; null where neither is over. */
export async function nextYear({ db, now }: Call): Promise<Next | null> {
  const closed = await closedUntil(db);
  const year = closed ? yearOf(closed) : await firstYear(db);
  if (year === null) return null;
  const until = endOfYear(year);
  return until.getTime() + settled <= now.getTime() ? { year, from: closed ?? beginOfYear(year), until } : null;
}

/** Sentences of what is not done with; of what lies before the year's end, whenever it began. */
export async function openIn(db: Transaction, until: Date): Promise<string[]> {
  const sentences: string[] = [];
  for (const { count, told } of standOpen()) {
    const row = await firstOf<{ n: number }>(db, count({ day: businessDay(until), at: until.toISOString() }));
    if (row && Number(row.n) > 0) sentences.push(told({ n: Number(row.n) }));
  }
  return sentences;
}

/** One of the year before is under way, or this one was opened again: nothing new is begun. */
export async function whyNotNew(db: Transaction, year: number): Promise<string> {
  const [last] = await db.select().from(table).orderBy(desc(table.year)).limit(1);
  if (last?.status === "closing") return m.year_under_way({ year: last.year });
  if (last && Number(last.year) >= year) return m.year_again_there({ year: last.year });
  return "";
}

/** Moves the corp's closed time on from where it was looked at; false: somebody else was there first. */
export type Advance = (db: Transaction, from: Date, until: Date) => Promise<boolean>;

export const advance: Advance = async (db, from, until) => {
  await db.execute(sql`
    insert into closed_until (until_at) values (${from.toISOString()}::timestamptz) on conflict (corp_code) do nothing
  `);
  const moved = await firstOf(
    db,
    sql`
      update closed_until set until_at = ${until.toISOString()}::timestamptz
      where corp_code = current_setting('app.corp_code') and until_at = ${from.toISOString()}::timestamptz
      returning until_at
    `,
  );
  return moved !== undefined;
};

export async function close(
  call: Call,
  { year, reason }: ParsedPayloadOf<typeof closeYear>,
  move: Advance = advance,
): Promise<{ id: number }> {
  const { db, caller } = call;
  const next = await nextYear(call);
  if (!next) throw new Refusal(m.year_none_over());
  const why = await whyNotNew(db, next.year);
  if (why !== "") throw new Refusal(why);
  if (String(next.year) !== year) throw new Invalid({ year: [m.year_in_order({ year: String(next.year) })] });
  if (!(await move(db, next.from, next.until))) throw new Refusal(m.refused_same_moment());
  await refuseOpen(db, next.until);
  const [made] = await db
    .insert(table)
    .values({ year, reason, closedBy: caller.name, fromAt: next.from, untilAt: next.until, updatedAt: call.now })
    .returning({ id: table.id });
  if (!made) throw new Error("an insert answers its row");
  await putIn(call, "closeYear", made.id);
  call.audit({ thing: "closedYear", thingId: made.id, label: year, after: { year, status: "closing", reason } });
  return { id: made.id };
}

export async function refuseOpen(db: Transaction, until: Date): Promise<void> {
  const open = await openIn(db, until);
  if (open.length > 0) throw new Refusal(open.join(m.year_semicolon()));
}

export async function putIn(call: Call, kind: "closeYear" | "checkYear", yearId: number): Promise<void> {
  const row = await firstOf<{ xid: string }>(call.db, sql`select pg_current_xact_id()::text as xid`);
  const jobId = await enqueueFor(call, { kind, payload: { yearId, after: row?.xid ?? "0" } });
  await call.db.update(table).set({ jobId }).where(eq(table.id, yearId));
}
