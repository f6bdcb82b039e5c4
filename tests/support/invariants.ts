/** What must hold in the data whatever happened: run after every test that writes. */
import { invariants } from "~server/backend/business/manifests";
import { moneyInvariants } from "~server/backend/business/order/invariants";
import type { Invariants } from "~server/backend/kernel/invariant";

/** Between two businesses: neither may name the other's tables. */
const between: Record<string, string> = {
  "a line is the sum of its tickets": `
    select l.id, l.quantity, l.used, l.refunding, l.refunded, l.changed, t.*
    from sub_order l
    join orders o on o.corp_code = l.corp_code and o.id = l.order_id
    cross join lateral (
      select count(*) filter (where state <> 'voided') as n,
             coalesce(sum(price) filter (where state <> 'voided'), 0)::bigint as price,
             count(*) filter (where used > 0 and state not in ('refunding', 'refunded')) as used,
             count(*) filter (where state = 'refunding') as refunding,
             count(*) filter (where state = 'refunded') as refunded,
             count(*) filter (where state = 'changed') as changed
      from ticket where corp_code = l.corp_code and line_id = l.id
    ) t
    where l.business = 'ticket' and o.paid + o.exchanged = o.payable and o.state not in ('pending', 'cancelled', 'expired')
      and ((l.quantity, l.amount - l.discount, l.used, l.refunding, l.refunded, l.changed)
           is distinct from (t.n, t.price, t.used, t.refunding, t.refunded, t.changed))`,
  "the lines of a combo add up to its price": `
    select order_id, terms->'combo' as combo, sum(amount) as amount, sum(quantity) as quantity
    from sub_order
    where business = 'ticket' and terms ? 'combo'
    group by corp_code, order_id, terms->'combo'
    having sum(amount) * (terms->'combo'->>'pieces')::bigint
      <> sum(quantity) * (terms->'combo'->>'unitPrice')::bigint`,
  "a quota day's sold are the tickets that drew from it and were not given back": `
    select d.id, d.day, d.sold, t.n
    from quota_day d
    cross join lateral (
      select coalesce(sum(coalesce(q.quantity - q.given, l.quantity - l.refunded - l.changed)), 0)::bigint as n
      from sub_order_quota q
      join sub_order l on l.corp_code = q.corp_code and l.id = q.line_id
      join orders o on o.corp_code = l.corp_code and o.id = l.order_id
      where q.corp_code = d.corp_code and q.quota_day_id = d.id
        and o.state not in ('cancelled', 'expired')
    ) t
    where d.sold <> t.n`,
};

/** Each names the rows that break a rule: none may come back. */
const rules: Record<string, string> = { ...between, ...statementsOf(invariants) };

function statementsOf(held: Invariants): Record<string, string> {
  return Object.fromEntries(Object.entries(held).map(([rule, { broken }]) => [rule, broken]));
}

/** A backend of `backend.ts`, which itself runs these. */
interface Sql {
  sql(text: string): Promise<Record<string, unknown>[]>;
}

/** Fails with the rows that break a rule. */
export async function checkInvariants(backend: Sql): Promise<void> {
  await checkRules(backend, rules);
}

/** As {@link checkInvariants} over the money alone. */
export async function checkLedger(backend: Sql): Promise<void> {
  await checkRules(backend, statementsOf(moneyInvariants));
}

async function checkRules(backend: Sql, held: Readonly<Record<string, string>>): Promise<void> {
  for (const [rule, statement] of Object.entries(held)) {
    const rows = await backend.sql(`${statement} limit 5`);
    if (rows.length > 0) throw new Error(`${rule}: ${JSON.stringify(rows)}`);
  }
}
