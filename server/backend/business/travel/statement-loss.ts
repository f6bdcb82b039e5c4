/** What is lost of a statement: it leaves the account, and the orders that nobody paid carry it. The agency is locked. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import type { agencyStatement as resource } from "~/contract/travel/statement";
import { yuan } from "../../kernel/money";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { ofEveryPark } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { moveAccount, readAccounts } from "./accounts";

/** Answers what was done, in words. */
export async function writeOff(call: Call, statement: ResourceRow<typeof resource>): Promise<string> {
  const { id, agencyId, code: subject, total, paid } = statement;
  const open = total - paid;
  const back = await setAgainst(call, { id, agencyId, open });
  const amount = open - back;
  const [account] = await readAccounts(call, sql`a.id = ${agencyId}`);
  const used = account?.used ?? 0;
  // What the account does not owe is not lost: it went back in another way, and that stands in a statement first.
  if (amount > used) throw new Refusal(m.bill_loss_above_owed({ amount: yuan(amount), used: yuan(used) }));
  await moveAccount(call, agencyId, "writtenOff", { amount, subject });
  // Orders of every park carry it: a refund of one that was left out would give back what nobody paid.
  await ofEveryPark(call, () => carry(call, { id, agencyId, amount }));
  return back === 0
    ? m.bill_written_off({ amount: yuan(amount) })
    : m.bill_written_off_less({ amount: yuan(amount), back: yuan(back) });
}

interface Loss {
  id: number;
  agencyId: number;
}

/** Refunds of its orders that stand in no statement yet, oldest first, as far as they fit into what is open. Answers their sum. */
async function setAgainst({ db }: Call, { id, agencyId, open }: Loss & { open: number }): Promise<number> {
  const row = await firstOf<{ sum: number }>(
    db,
    sql`
      with waiting as (
        select w.ledger_id, -w.amount as amount, sum(-w.amount) over (order by w.ledger_id) as until
        from agency_ledger_open w
        where w.corp_code = current_setting('app.corp_code') and w.agency_id = ${agencyId} and w.amount < 0
          and w.source in (
            select l.source
            from agency_statement_row r
            join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
            where r.corp_code = current_setting('app.corp_code') and r.statement_id = ${id}
          )
      ), settled as (
        delete from agency_ledger_open o
        using waiting w
        where o.corp_code = current_setting('app.corp_code') and o.ledger_id = w.ledger_id and w.until <= ${open}
        returning o.ledger_id, w.amount
      ), kept as (
        insert into agency_statement_offset (ledger_id, statement_id, amount)
        select ledger_id, ${id}, amount from settled
        returning amount
      )
      select coalesce(sum(amount), 0)::float8 as sum from kept
    `,
  );
  return row?.sum ?? 0;
}

/** Its own orders first, the newest first: receipts paid the oldest. What they do not hold any more stands on the others. */
async function carry({ db }: Call, { id, agencyId, amount }: Loss & { amount: number }): Promise<void> {
  if (amount === 0) return;
  await db.execute(sql`
    with own as (
      select distinct l.source
      from agency_statement_row r
      join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
      where r.corp_code = current_setting('app.corp_code') and r.statement_id = ${id}
    ), share as (
      select c.id, c.prepaid + c.credit - c.prepaid_back - c.credit_back - c.lost as held,
             sum(c.prepaid + c.credit - c.prepaid_back - c.credit_back - c.lost) over (
               order by (c.order_no in (select source from own)) desc, c.id desc
             ) as until
      from agency_charge c
      where c.corp_code = current_setting('app.corp_code') and c.agency_id = ${agencyId}
    )
    update agency_charge c
    set lost = c.lost + least(s.held, ${amount} - (s.until - s.held))
    from share s
    where c.corp_code = current_setting('app.corp_code') and c.id = s.id
      and s.held > 0 and ${amount} > s.until - s.held
  `);
}
