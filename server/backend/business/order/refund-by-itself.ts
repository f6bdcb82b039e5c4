/**
 * Pieces that go back unasked, by the rule that they were sold under: every night, order by order, through the refund that
 * staff press. What a person has to do with their own hands stays: money of a till, and what a rule or a step refuses.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { refundOrder } from "~/contract/order/order";
import type { Transaction } from "../../db/database";
import { type JobRun, jobKind } from "../../jobs/kind";
import { writeAudits } from "../../kernel/audit";
import { businessDay } from "../../kernel/business-time";
import { sequenceWithoutGap } from "../../kernel/numbers";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { AuditEntry, Call } from "../../kernel/served";
import { payerOf } from "./payment/by-account";
import { lockOrder } from "./query-parts";
import { refund } from "./refund";
import type { Piece, Sellable } from "./sellable";
import { type Tender, wayBack } from "./settlement";
import { soldOrder } from "./sold-order";

const batch = 100;
/** Whoever does it in nobody's name. */
const house = 0;
const work = {};
const seen = new Set(["networkOrderList", "offlineOrderList"]);

const ended = z.object({ rows: z.number(), waiting: z.number(), byHand: z.number(), refused: z.number() });
type Ended = z.output<typeof ended>;

export const refundExpired = (sellables: readonly Sellable[]) =>
  jobKind({
    kind: "refundExpired",
    title: m.jobs_kind_refund_expired,
    payload: z.object({}),
    // After the night in which tickets expire, and before the day's first sale.
    schedule: { cron: "40 4 * * *", of: "everyCorp" },
    outcome: (result) => m.jobs_refunded_expired(ended.parse(result)),
    async run(run) {
      const counts: Ended = { rows: 0, waiting: 0, byHand: 0, refused: 0 };
      for (const { dueByItself } of sellables) {
        if (!dueByItself) continue;
        for (let after = 0, ids = [0]; ids.length > 0; after = ids.at(-1) ?? after) {
          const from = after;
          ids = await run.read((tx) => dueByItself(callOfHouse(run, tx), from, batch));
          for (const id of ids) {
            run.signal.throwIfAborted();
            const came = await giveBackOne(run, sellables, id);
            if (came) counts[came] += 1;
            await run.progress(counts.rows);
          }
        }
      }
      return counts;
    },
  });

/** One order in a transaction of its own: whatever ends the work leaves the others done or untouched. */
async function giveBackOne(run: JobRun, sellables: readonly Sellable[], orderId: number): Promise<keyof Ended | null> {
  try {
    return await run.write(async (tx) => {
      const entries: AuditEntry[] = [];
      const call = callOfHouse(run, tx, entries);
      // Whoever presses at this moment is waited for, and what they have given back is seen as gone.
      await tx.execute(lockOrder(sql`${orderId}`));
      const sold = await soldOrder(call, sellables, orderId, false);
      const due = await stillDue(tx, orderId, sold.pieces);
      const amount = due.reduce((sum, { price, fee }) => sum + price - fee, 0);
      if (due.length === 0) return null;
      if (!(await goesAlone(tx, orderId, wayBack(sold.left, amount)))) return "byHand";
      const day = businessDay(call.now).replaceAll("-", "");
      const number = await sequenceWithoutGap(call, "RF", day);
      const { state } = await refund({ ...call, numbers: { take: () => number } }, sellables, {
        ...{ orderId, items: [], ticketIds: [], pieces: due.map(({ lineId, id }) => ({ lineId, id })) },
        ...{ reason: m.refund_expired_reason(), expectedAmount: amount, idempotencyKey: `by-itself-${run.jobId}` },
      });
      await writeAudits(tx, call, refundOrder, entries);
      return state === "done" ? "rows" : "waiting";
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return "refused";
  }
}

/** What goes back together does so once all of it is due; what a person has refused is not asked again. */
async function stillDue(tx: Transaction, orderId: number, pieces: readonly Piece[]): Promise<Piece[]> {
  const refused = await rowsOf<{ lineId: number; id: number }>(
    tx,
    sql`
      select i.line_id::float8 as "lineId", i.piece_id::float8 as id
      from refund r
      join refund_item i on i.corp_code = r.corp_code and i.refund_id = r.id
      where r.corp_code = current_setting('app.corp_code')
        and r.order_id = ${orderId}
        and r.state = 'rejected'
        and r.requested_by_id = ${house}
    `,
  );
  const no = new Set(refused.map(({ lineId, id }) => `${lineId}/${id}`));
  const isDue = (piece: Piece) => piece.byItself === true && piece.refundable && !no.has(`${piece.lineId}/${piece.id}`);
  const apart = new Set(pieces.flatMap((piece) => (piece.together && !isDue(piece) ? [piece.together.key] : [])));
  return pieces.filter((piece) => isDue(piece) && !(piece.together && apart.has(piece.together.key)));
}

/** Whether a payment company or an account takes all of it back: nobody stands at a till to hand out the rest. */
async function goesAlone(tx: Transaction, orderId: number, ways: readonly Tender[]): Promise<boolean> {
  const others = ways.filter(({ paymentType, amount }) => amount > 0 && !payerOf(paymentType));
  if (others.length === 0) return true;
  const taken = await rowsOf<Tender>(
    tx,
    sql`
      select a.payment_type as "paymentType", sum(a.amount - coalesce(gone.amount, 0))::float8 as amount
      from pay_attempt a
      left join lateral (
        select sum(r.amount) as amount from pay_refund r where r.corp_code = a.corp_code and r.attempt_id = a.id
      ) gone on true
      where a.corp_code = current_setting('app.corp_code')
        and a.order_id = ${orderId}
        and a.state = 'paid'
      group by a.payment_type
    `,
  );
  return others.every(({ paymentType, amount }) =>
    taken.some((one) => one.paymentType === paymentType && one.amount >= amount),
  );
}

/** In the whole corp, in nobody's name, with no right of staff but to see the orders. */
function callOfHouse(run: JobRun, db: Transaction, entries: AuditEntry[] = []): Call {
  return {
    db,
    caller: {
      ...{ userId: house, accName: "", name: "", corpCode: run.corpCode, sessionRowId: 0 },
      ...{ park: null, scope: null, hold: null, rightsVersion: "" },
    },
    locale: run.locale,
    now: run.now(),
    requestId: `job-${run.jobId}`,
    backend: work,
    secrets: run.secrets,
    may: () => Promise.resolve(false),
    opens: (fun) => Promise.resolve(seen.has(fun)),
    texts: { send: () => {}, needsMobile: false },
    numbers: {
      take(kind) {
        throw new Error(`${kind} is numbered order by order`);
      },
    },
    audit: (entry) => void entries.push(entry),
  };
}
