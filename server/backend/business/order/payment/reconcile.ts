/**
 * Reconciliation: statements are compared with what was booked, orders are looked over, and what is wrong becomes a record,
 * once. What a later look finds no more is resolved; what somebody has handled stays handled.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Transaction } from "../../../db/database";
import { jobKind } from "../../../jobs/kind";
import { addDays, businessDay, endOfDay, startOfDay } from "../../../kernel/business-time";
import { rowsOf } from "../../../kernel/rows";
import { type Found, findWrong, ordersLookedAt, ownKinds } from "./find-wrong";
import { type Booked, compare, type Stated } from "./match";

/** One at a time in a corp: two would each find the same payment for a line of theirs. */
const alone = sql`select pg_advisory_xact_lock(hashtextextended('reconcile ' || current_setting('app.corp_code'), 0))`;

interface Statement {
  id: number;
  paymentType: string;
  day: string;
}

/** Compares one statement and writes what came of it. One without lines goes, with what it had found. */
export async function reconcileStatement(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.execute(alone);
  const [statement] = await rowsOf<Statement>(
    tx,
    sql`select id, payment_type as "paymentType", day::text as day from payment_statement where id = ${id} for update`,
  );
  if (!statement) return;
  const lines = (
    await rowsOf<Stated & { at: string }>(
      tx,
      sql`
        select id, split_part(coalesce(order_no, ''), '_', 1) as "orderNo", paid_at as at,
               case kind when 'refund' then -amount else amount end as amount
        from statement_line
        where statement_id = ${id}
      `,
    )
  ).map(withDate);
  if (lines.length === 0) {
    await note(tx, [], sql`statement_id = ${id}`, now);
    await tx.execute(sql`update abnormal_record set statement_id = null where statement_id = ${id}`);
    await tx.execute(sql`delete from payment_statement where id = ${id}`);
    return;
  }
  const payments = await booked(tx, statement);
  const { matched, differs, missingHere, missingThere } = compare(lines, payments);
  const [from, to] = [startOfDay(statement.day), endOfDay(statement.day)];
  // A payment of a neighbouring day is another statement's to miss.
  const ofDay = missingThere.filter(({ at }) => at >= from && at < to);
  const late = await closedOrders(tx, missingHere);
  const results = [
    ...matched.map(({ line, payment }) => ({ id: line.id, result: "matched", payment: payment.id })),
    ...differs.map(({ line, payment }) => ({ id: line.id, result: "differs", payment: payment.id })),
    ...missingHere.map(({ id, orderNo }) => ({
      id,
      result: late.has(orderNo) ? "late" : "missingHere",
      payment: null,
    })),
  ];
  await tx.execute(sql`
    update statement_line l
    set result = r.result, payment_id = r.payment
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (id bigint, result text, payment bigint)
    where l.corp_code = current_setting('app.corp_code')
      and l.id = r.id
      and (l.result, l.payment_id) is distinct from (r.result, r.payment)
  `);
  const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
  const sums = {
    matched: sumOf(matched.map(({ line }) => line)),
    missingHere: sumOf(missingHere),
    missingThere: sumOf(ofDay),
    differsStated: sumOf(differs.map(({ line }) => line)),
    differsOurs: sumOf(differs.map(({ payment }) => payment)),
  };
  const even = differs.length + missingHere.length + ofDay.length === 0;
  await tx.execute(sql`
    update payment_statement
    set state = ${even ? "even" : "uneven"}, reconciled_at = ${now.toISOString()}::timestamptz,
        stated = ${sumOf(lines)},
        ours = ${sums.matched + sums.missingThere + sums.differsOurs},
        matched = ${sums.matched}, missing_here = ${sums.missingHere}, missing_there = ${sums.missingThere},
        differs_stated = ${sums.differsStated}, differs_ours = ${sums.differsOurs},
        stated_count = ${lines.length}, ours_count = ${matched.length + differs.length + ofDay.length},
        matched_count = ${matched.length}, missing_here_count = ${missingHere.length},
        missing_there_count = ${ofDay.length}, differs_count = ${differs.length}
    where id = ${id}
  `);
  const wrong = [
    ...differs.map(({ line, payment }) => ({ kind: "statementDiffers", line, payment })),
    ...missingHere.map((line) => ({
      kind: late.has(line.orderNo) ? "lateNotice" : "missingHere",
      line,
      payment: null,
    })),
    ...ofDay.map((payment) => ({ kind: "missingThere", line: null, payment })),
  ];
  await note(tx, await withOrders(tx, id, wrong), sql`statement_id = ${id}`, now);
}

const withDate = <R extends { at: unknown }>(row: R) => ({ ...row, at: new Date(row.at as string) });

/**
 * Payments of the day and its neighbours by the type, but those that lines of other statements are. Nothing moved: no row. A
 * payment whose type was corrected is one of the right type, at the time when the money came.
 */
async function booked(tx: Transaction, { id, paymentType, day }: Statement): Promise<Booked[]> {
  const from = startOfDay(addDays(day, -1)).toISOString();
  const to = endOfDay(addDays(day, 1)).toISOString();
  const rows = await rowsOf<Booked>(
    tx,
    sql`
      select p.id, o.order_no as "orderNo", p.at, p.amount
      from (
        select p.corp_code, p.id, p.order_id, p.at, p.amount
        from payment p
        where p.at >= ${from}::timestamptz
          and p.at < ${to}::timestamptz
          and p.payment_type = ${paymentType}
          and p.kind <> 'correction'
          and p.amount <> 0
        union all
        select c.corp_code, c.new_id, c.order_id, c.paid_at, c.amount
        from pay_type_log c
        where c.paid_at >= ${from}::timestamptz
          and c.paid_at < ${to}::timestamptz
          and c.to_type = ${paymentType}
      ) p
      join orders o on o.corp_code = p.corp_code and o.id = p.order_id
      where not exists (
          select from pay_type_log c where c.corp_code = p.corp_code and c.payment_id = p.id
        )
        and not exists (
          select from statement_line l
          where l.corp_code = p.corp_code and l.payment_id = p.id and l.statement_id <> ${id}
        )
    `,
  );
  return rows.map(withDate);
}

/** Numbers of those orders among them that were closed without money. */
async function closedOrders(tx: Transaction, lines: readonly Stated[]): Promise<Set<string>> {
  const numbers = lines.map(({ orderNo }) => orderNo).filter(Boolean);
  if (numbers.length === 0) return new Set();
  const rows = await rowsOf<{ orderNo: string }>(
    tx,
    sql`
      select order_no as "orderNo" from orders
      where order_no = any (${sql.param(numbers)}::text[]) and state in ('cancelled', 'expired')
    `,
  );
  return new Set(rows.map(({ orderNo }) => orderNo));
}

interface Wrong {
  kind: string;
  line: Stated | null;
  payment: Booked | null;
}

/** The records, with the orders that they are about where there are such. */
async function withOrders(tx: Transaction, statementId: number, wrong: readonly Wrong[]): Promise<Found[]> {
  const numberOf = ({ line, payment }: Wrong) => payment?.orderNo ?? line?.orderNo ?? "";
  const numbers = [...new Set(wrong.map(numberOf).filter(Boolean))];
  const orders = await rowsOf<{ id: number; orderNo: string; offline: number }>(
    tx,
    sql`
      select id, order_no as "orderNo", offline::int as offline
      from orders
      where order_no = any (${sql.param(numbers)}::text[])
    `,
  );
  const lineIds = wrong.flatMap(({ line }) => (line ? [line.id] : []));
  const told = await rowsOf<{ id: number; transactionNo: string }>(
    tx,
    sql`
      select id, transaction_no as "transactionNo" from statement_line where id = any (${sql.param(lineIds)}::bigint[])
    `,
  );
  const known = new Map(orders.map((order) => [order.orderNo, order]));
  const transactions = new Map(told.map(({ id, transactionNo }) => [id, transactionNo]));
  return wrong.map((one) => {
    const { kind, line, payment } = one;
    const order = known.get(numberOf(one));
    return {
      key: line ? `${kind}:line:${line.id}` : `${kind}:payment:${payment?.id}`,
      kind,
      subject: (line && transactions.get(line.id)) || numberOf(one),
      orderId: order?.id ?? null,
      orderNo: order?.orderNo ?? null,
      offline: order?.offline ?? null,
      statementId,
      ...(line && { statementLineId: line.id }),
      ...(payment && { paymentId: payment.id }),
      stated: line?.amount ?? null,
      ours: payment?.amount ?? null,
    };
  });
}

/**
 * Writes what was found, each once: one that is there has its figures, and is open again where it had been resolved. Those
 * in `among` that were not found are resolved. Answers how many are new.
 */
async function note(
  tx: Transaction,
  found: readonly Found[],
  among: ReturnType<typeof sql>,
  now: Date,
): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const keys = found.map(({ key }) => key);
  await tx.execute(sql`
    update abnormal_record
    set state = 'resolved', row_version = row_version + 1, updated_at = ${at}
    where state = 'open'
      and ${among}
      and key <> all (${sql.param(keys)}::text[])
  `);
  if (found.length === 0) return 0;
  const rows = await rowsOf<{ fresh: boolean }>(
    tx,
    sql`
      insert into abnormal_record as a (
        key, kind, subject, order_id, order_no, offline, statement_id, statement_line_id, payment_id, stated, ours,
        pieces_sold, pieces_issued, found_at
      )
      select f.key, f.kind, f.subject, f."orderId", f."orderNo", f.offline, f."statementId", f."statementLineId",
             f."paymentId", f.stated, f.ours, f."piecesSold", f."piecesIssued", ${at}
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (
        key text, kind text, subject text, "orderId" bigint, "orderNo" text, offline int, "statementId" bigint,
        "statementLineId" bigint, "paymentId" bigint, stated bigint, ours bigint, "piecesSold" int, "piecesIssued" int
      )
      on conflict (corp_code, key) do update
      set state = case a.state when 'resolved' then 'open' else a.state end,
          stated = excluded.stated, ours = excluded.ours,
          pieces_sold = excluded.pieces_sold, pieces_issued = excluded.pieces_issued,
          row_version = a.row_version + 1, updated_at = excluded.found_at
      where a.state = 'resolved'
        or (a.stated, a.ours, a.pieces_sold, a.pieces_issued)
          is distinct from (excluded.stated, excluded.ours, excluded.pieces_sold, excluded.pieces_issued)
      returning xmax = 0 as fresh
    `,
  );
  return rows.filter(({ fresh }) => fresh).length;
}

/** A payment of an order that was given up has just been told: staff finds it at once, and not only the next morning. */
export async function noteLate(tx: Transaction, orderId: number, now: Date): Promise<void> {
  const found = await findWrong(tx, sql`select ${orderId}::bigint`);
  const late = found.filter(({ kind }) => kind === "lateNotice");
  await note(tx, late, sql`order_id = ${orderId} and kind = 'lateNotice'`, now);
}

/** Looks over the orders; answers how many records are new. */
export async function lookOverOrders(tx: Transaction, now: Date): Promise<number> {
  await tx.execute(alone);
  const found = await findWrong(tx, ordersLookedAt(now));
  // What a payment company said itself is found by no look.
  const own = sql`
    statement_id is null and kind = any (${sql.param([...ownKinds])}::text[]) and not starts_with(key, 'attempt:')
  `;
  return note(tx, found, own, now);
}

/** Statements that wait, that were uneven, or of the last days: a payment may have been booked late. */
const toCompare = (today: string) => sql`
  select id from payment_statement
  where state <> 'even' or day >= ${addDays(today, -7)}::date
  order by day, id
`;

export const reconcilePayments = jobKind({
  kind: "reconcilePayments",
  title: m.jobs_kind_reconcile,
  payload: z.object({}),
  schedule: { cron: "40 4 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_reconciled({ n: rows }),
  async run(run) {
    const now = run.now();
    const today = businessDay(now);
    const before = await run.read(openRecords);
    const statements = await run.read((tx) => rowsOf<{ id: number }>(tx, toCompare(today)));
    for (const [place, { id }] of statements.entries()) {
      await run.write((tx) => reconcileStatement(tx, id, now));
      await run.progress(place + 1, statements.length);
    }
    await run.write((tx) => lookOverOrders(tx, now));
    const after = await run.read(openRecords);
    return { rows: after.filter((id) => !before.includes(id)).length, link: "/networkOrderOfabnormalRecord" };
  },
});

async function openRecords(tx: Transaction): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(tx, sql`select id from abnormal_record where state = 'open' order by id`);
  return rows.map(({ id }) => id);
}
