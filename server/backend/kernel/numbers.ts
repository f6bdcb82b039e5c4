/**
 * Numbers that people read, like OD20261120000123: per corp, kind and business day. Two kinds of them:
 *
 * - {@link numberWithoutGap} for what the law wants numbered without gaps (invoices, stock bills): the counter's row stays
 *   locked until the transaction ends, so those of one corp wait for each other.
 * - {@link nextNumber} for everything else: each process draws a block of numbers in a short transaction of its own and
 *   hands them out of memory. Nobody waits; what a process does not use, or a refused call has taken, stays a gap.
 */
import { sql } from "drizzle-orm";
import type { Database, OwnTransaction, Transaction } from "../db/database";
import { businessDay } from "./business-time";
import type { Call, Numbers } from "./call";
import { prepared } from "./prepared";

/** The next number of a kind: `OD` gives OD20261120000123. */
export function nextNumber({ numbers, now }: Pick<Call, "numbers" | "now">, kind: string): string {
  const day = businessDay(now).replaceAll("-", "");
  return written(kind, day, numbers.take(kind, day, 1));
}

/** As {@link nextNumber}, without a gap: the row of the counter stays locked until the transaction ends. */
export async function numberWithoutGap(call: Pick<Call, "db" | "now">, kind: string): Promise<string> {
  const day = businessDay(call.now).replaceAll("-", "");
  return written(kind, day, await sequenceWithoutGap(call, kind, day));
}

/** Takes `count` numbers at once and answers the first; the row stays locked until the transaction ends. */
export async function sequenceWithoutGap(
  { db }: Pick<Call, "db">,
  kind: string,
  period: string,
  count = 1,
): Promise<number> {
  const [row] = await prepared<{ value: number }>(db, take, [kind, period, count]);
  return (row?.value ?? count) - count + 1;
}

function written(kind: string, day: string, value: number): string {
  return `${kind}${day}${String(value).padStart(6, "0")}`;
}

const take = `
  insert into counter (kind, period, value) values ($1, $2, $3)
  on conflict (corp_code, kind, period) do update set value = counter.value + $3
  returning value
`;

interface Wanted {
  kind: string;
  period: string;
  count: number;
}

/** The block in memory is used up. The call is rolled back, draws outside its transaction, and begins anew. */
export class NumbersRunOut extends Error {
  override readonly name = "NumbersRunOut";
  constructor(readonly wanted: Wanted) {
    super(`no ${wanted.kind} of ${wanted.period} in hand`);
  }
}

/** First numbers that were drawn for one call, by kind and count. */
export type Reserved = Map<string, number[]>;

interface Drawing {
  /** How many such calls are under way. */
  callers?: number;
  /** Where it is drawn; by default the caller waits for a connection like everybody. */
  own?: OwnTransaction;
}

interface Block {
  next: number;
  /** One after the last. */
  end: number;
  /** Of the next draw: it doubles, so that a day of few sales leaves few gaps and a busy one draws seldom. */
  size: number;
}

const firstSize = 8;
const largestSize = 512;
/** Of a draw for callers who wait. */
const largestDraw = 2_048;
const mostBlocks = 5_000;

/** How many calls of each method are under way. */
class Callers {
  private readonly counts = new Map<string, number>();

  of = (method: string): number => this.counts.get(method) ?? 0;
  begin = (method: string): void => void this.counts.set(method, this.of(method) + 1);
  end = (method: string): void => void this.counts.set(method, this.of(method) - 1);
}

/** The blocks of one process. Of several processes on one database each draws its own: no number comes twice. */
export class NumberBlocks {
  readonly callers = new Callers();
  private readonly blocks = new Map<string, Block>();
  /** Draws of one block follow one another. */
  private readonly drawing = new Map<string, Promise<void>>();

  constructor(private readonly database: Pick<Database, "system">) {}

  /**
   * For one attempt of a call: from memory, first what was reserved for the call. Not to be waited for inside a
   * transaction: the embedded database has one session, and a pool that is used up would wait for itself.
   */
  forAttempt(corpCode: string, reserved: Reserved): Numbers {
    // An attempt that is rolled back has used none of them.
    const left = new Map([...reserved].map(([key, firsts]) => [key, [...firsts]]));
    return {
      take: (kind, period, count) => {
        const key = keyOf(corpCode, kind, period);
        const ours = left.get(`${key} ${count}`)?.shift();
        if (ours !== undefined) return ours;
        const first = this.fromMemory(key, count);
        if (first === undefined) throw new NumbersRunOut({ kind, period, count });
        return first;
      },
    };
  }

  /**
   * Draws what a call ran out of and keeps it for that call alone, so that it begins anew but once a kind. `callers`: how
   * many such calls are under way. The draw serves all of them: those that have not come as far find their numbers in
   * memory, and are not rolled back.
   */
  async reserve(
    corpCode: string,
    wanted: Wanted,
    reserved: Reserved,
    { callers = 1, own = (work) => this.database.system(work) }: Drawing = {},
  ): Promise<void> {
    const { kind, period, count } = wanted;
    const key = keyOf(corpCode, kind, period);
    for (;;) {
      const first = this.fromMemory(key, count);
      if (first !== undefined) {
        reserved.set(`${key} ${count}`, [...(reserved.get(`${key} ${count}`) ?? []), first]);
        return;
      }
      const under = this.drawing.get(key) ?? this.draw(corpCode, key, wanted, { callers, own });
      this.drawing.set(key, under);
      await under.finally(() => {
        if (this.drawing.get(key) === under) this.drawing.delete(key);
      });
    }
  }

  private fromMemory(key: string, count: number): number | undefined {
    const block = this.blocks.get(key);
    if (!block || block.end - block.next < count) return undefined;
    block.next += count;
    return block.next - count;
  }

  /** What is drawn is handed out once it is committed. */
  private async draw(
    corpCode: string,
    key: string,
    { kind, period, count }: Wanted,
    { callers, own }: Required<Drawing>,
  ): Promise<void> {
    const usual = this.blocks.get(key)?.size ?? firstSize;
    const size = Math.max(count, usual, Math.min(count * callers, largestDraw));
    const value = await own(async (tx) => {
      const [row] = await prepared<{ value: number }>(tx, drawBlock, [corpCode, kind, period, size]);
      return row?.value ?? size;
    });
    if (this.blocks.size >= mostBlocks) this.blocks.clear();
    this.blocks.set(key, { next: value - size + 1, end: value + 1, size: Math.min(size * 2, largestSize) });
  }
}

const keyOf = (corpCode: string, kind: string, period: string) => `${corpCode}/${kind}/${period}`;

const drawBlock = `
  insert into counter (corp_code, kind, period, value) values ($1, $2, $3, $4)
  on conflict (corp_code, kind, period) do update set value = counter.value + $4
  returning value
`;

/** Where nothing is numbered: jobs and downloads. */
export const noNumbers: Numbers = {
  take(kind) {
    throw new Error(`${kind} is numbered by calls only`);
  },
};

/** Running numbers as they stand after a history that was made up. */
export async function insertCounters(
  tx: Transaction,
  counters: readonly { kind: string; period: string; value: number }[],
): Promise<void> {
  await tx.execute(sql`
    insert into counter (kind, period, value)
    select kind, period, value
    from json_populate_recordset(null::counter, ${JSON.stringify(counters)}::json)
  `);
}
