/**
 * What a seller hands over: takings of orders beside money that other businesses hold for guests. Their ledgers say which of
 * their movements change hands (`cash`); the order core knows none of them.
 */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { fromAccounts } from "~/contract/order/cash";
import { cashUp, longestCashUp } from "~/contract/order/cash-up";
import { addDays, endOfDay, startOfDay } from "../../kernel/business-time";
import { figuresOf, type KeptLedger } from "../../kernel/ledger";
import { changeColumn, columnOf } from "../../kernel/ledger-table";
import { Invalid } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";

export interface Moved {
  accountId: number;
  name: string;
  paymentType: string;
  taken: number;
  givenBack: number;
  corrected: number;
  heldTaken: number;
  heldGivenBack: number;
}

/** Nothing of it is handed over where an account paid: its money came in with the top-up, or is yet to come. */
export const dueOf = ({ paymentType, taken, givenBack, corrected, heldTaken, heldGivenBack }: Moved): number =>
  fromAccounts.includes(paymentType) ? 0 : taken - givenBack + corrected + heldTaken - heldGivenBack;

export function serveCashUp(ledgers: readonly KeptLedger[]): Served {
  return serve(cashUp, async (call, { from, to, accountId }) => {
    if (to > addDays(from, longestCashUp - 1)) throw new Invalid({ to: [m.cash_up_too_long({ days: longestCashUp })] });
    const all = await moved(call, ledgers, startOfDay(from), endOfDay(to));
    const people = new Map(all.map(({ accountId: id, name }) => [id, name]));
    return {
      people: [...people].map(([id, name]) => ({ id, name })),
      rows: all
        .filter((row) => accountId === undefined || row.accountId === accountId)
        .map((row) => ({ ...row, due: dueOf(row) })),
    };
  });
}

/** Who sees others' orders sees what others took, and have to hand over; a condition to follow others. */
export async function whose(call: Call): Promise<SQL> {
  const all = (await call.may("sale:viewAll")) || (await call.opens("offlineOrderList"));
  return all ? sql`` : sql`and account_id = ${call.caller.userId}`;
}

async function moved(call: Call, ledgers: readonly KeptLedger[], since: Date, before: Date): Promise<Moved[]> {
  const window = sql`
    corp_code = current_setting('app.corp_code')
    and at >= ${since.toISOString()}::timestamptz
    and at < ${before.toISOString()}::timestamptz
    ${await whose(call)}
  `;
  return movedIn(call, ledgers, window);
}

/** By account and payment type, of all movements that a condition chooses; it names columns that all of these tables have. */
export async function movedIn(call: Call, ledgers: readonly KeptLedger[], window: SQL): Promise<Moved[]> {
  const parts = [
    sql`
      select account_id, account_name, payment_type, case when kind = 'payment' then amount else 0 end as taken,
             case when kind = 'refund' then -amount else 0 end as given_back,
             case when kind = 'correction' then amount else 0 end as corrected, 0::bigint as held_taken,
             0::bigint as held_given_back
      from payment
      where ${window}
    `,
    ...ledgers.map((ledger) => held(ledger, window)),
  ];
  return rowsOf<Moved>(
    call.db,
    sql`
      select account_id as "accountId", max(account_name) as name, payment_type as "paymentType",
             sum(taken)::float8 as taken, sum(given_back)::float8 as "givenBack",
             sum(corrected)::float8 as corrected,
             sum(held_taken)::float8 as "heldTaken", sum(held_given_back)::float8 as "heldGivenBack"
      from (${sql.join(parts, sql` union all `)}) moved
      group by account_id, payment_type
      order by name, account_id, payment_type
    `,
  );
}

/** What is added to an account of a ledger was taken, what is taken from it was given back. */
function held({ declared, rows, accounts }: KeptLedger, window: SQL): SQL {
  const kinds = Object.entries(declared.kinds).flatMap(([kind, { cash }]) => (cash ? [kind] : []));
  const change = sql.join(
    figuresOf(declared).map((figure) => sql.identifier(changeColumn(columnOf(accounts, figure).name))),
    sql` + `,
  );
  const paymentType = sql.identifier(columnOf(accounts, "paymentType").name);
  return sql`
    select account_id, account_name, ${paymentType}, 0, 0, 0, greatest(${change}, 0), greatest(-(${change}), 0)
    from ${rows}
    where kind in ${kinds}
      and ${window}
  `;
}
