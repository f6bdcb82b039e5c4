/** Money that goes back through the company it came by: sent, asked for until it is there, and once only. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Transaction } from "../../../../db/database";
import { enqueue } from "../../../../kernel/enqueue";
import { notify } from "../../../../kernel/notify";
import { Refusal } from "../../../../kernel/refusal";
import { firstOf } from "../../../../kernel/rows";
import { type Asking, accountOf } from "./drive";
import { type ReturnStanding, Silent, Wrong } from "./gateway";

export const askCompaniesKind = "askCompanies";

/** A trigger has written what is to go back: it is sent once this transaction is there, not at the next round. */
export async function sendBackSoon(tx: Transaction): Promise<void> {
  const waits = await firstOf(tx, sql`select id from pay_refund where state = 'started' and asked_at is null limit 1`);
  if (waits) await enqueue(tx, { kind: askCompaniesKind });
}

interface Row {
  id: number;
  outTradeNo: string;
  outRefundNo: string;
  amount: number;
  total: number;
  accountId: number;
  state: "started" | "pending";
}

/**
 * Sends one, or asks for it, and answers how it stands; null: silence. The number is the same however often it is sent, so
 * what was done before our commit is not done again.
 */
export async function driveRefund(asking: Asking, id: number): Promise<ReturnStanding | null> {
  const { database, corpCode, now } = asking;
  const row = await database.tenant(corpCode, (tx) =>
    firstOf<Row>(
      tx,
      sql`
        update pay_refund r
        set asked_at = ${now.toISOString()}::timestamptz
        from pay_attempt a
        where r.corp_code = current_setting('app.corp_code')
          and r.id = ${id}
          and r.state in ('started', 'pending')
          and a.corp_code = r.corp_code
          and a.id = r.attempt_id
        returning r.id, a.out_trade_no as "outTradeNo", r.out_refund_no as "outRefundNo", r.amount, a.amount as total,
                  a.account_id as "accountId", r.state
      `,
    ),
  );
  if (!row) return null;
  const back = { ...row, reason: row.outRefundNo };
  try {
    const { gateway } = await accountOf(asking, row.accountId);
    return row.state === "started" ? await gateway.refund(back) : await gateway.queryRefund(back);
  } catch (error) {
    // An account that is refused may be put right, and its money still goes back: only a refused refund has failed.
    if (!(error instanceof Silent || error instanceof Refusal || error instanceof Wrong)) throw error;
    if (!(error instanceof Silent)) await tellRefused(asking, row, error.message);
    return null;
  }
}

/** Once while nobody has read it: a customer waits for money that only a person can set going. */
function tellRefused({ database, corpCode, now }: Asking, { accountId, outRefundNo: no }: Row, why: string) {
  return database.tenant(corpCode, async (tx) => {
    const account = await firstOf<{ name: string }>(tx, sql`select name from pay_account where id = ${accountId}`);
    await notify(tx, now, {
      to: { fun: "payAccount" },
      kind: "task",
      title: (options) => m.pay_refused_title({ name: account?.name ?? "" }, options),
      body: (options) => m.pay_refused_body({ no, why }, options),
      link: "/paySetting/accountList",
      matter: `pay-account-${accountId}`,
    });
  });
}

/** Writes it; one that the company refuses is missing there, an abnormal record: our ledger has it. */
export async function settleRefund(tx: Transaction, id: number, standing: ReturnStanding, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const why = standing.state === "failed" ? standing.why.slice(0, 200) : null;
  await tx.execute(sql`
    with ended as (
      update pay_refund
      set state = ${standing.state}, why = ${why}, ended_at = ${standing.state === "pending" ? sql`null` : at}
      where id = ${id} and state in ('started', 'pending')
      returning corp_code, id, attempt_id, out_refund_no, amount, state
    )
    insert into abnormal_record (key, kind, subject, order_id, order_no, offline, stated, ours, found_at)
    select 'attempt:refund:' || e.id, 'missingThere', e.out_refund_no, o.id, o.order_no, o.offline::int, 0, -e.amount, ${at}
    from ended e
    join pay_attempt a on a.corp_code = e.corp_code and a.id = e.attempt_id
    join orders o on o.corp_code = a.corp_code and o.id = a.order_id
    where e.state = 'failed'
    on conflict (corp_code, key) do nothing
  `);
}
