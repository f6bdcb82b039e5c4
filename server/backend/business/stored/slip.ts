/**
 * The slip of a step: what came onto the card or went from it and what was on it then, from the ledger. What businesses put on it for its
 * customer to scan they register themselves; stored value knows none of them.
 */
import { sql } from "drizzle-orm";
import { type SlipKind, storedSlip } from "~/contract/stored/slip";
import { stamp } from "../../kernel/business-time";
import { NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { typeReference } from "../card/type";
import type { ReceiptLink } from "../order/receipt-links";
import { ownName } from "../platform/parameter";

type Links = (call: Call, topUpId: number) => Promise<ReceiptLink | null>;

const sources = new Map<string, Links>();

/** One of a business: a second takes the place of the first. */
export function linksOnSlips(business: string, links: Links): void {
  sources.set(business, links);
}

interface Slip {
  topUpId: number | null;
  slipNo: string;
  corpName: string;
  at: string;
  by: string;
  number: string;
  typeName: string;
  kinds: string[];
  amount: number;
  gift: number;
  deposit: number;
  tierFrom: number | null;
  paymentType: string | null;
  ways: { paymentType: string; amount: number }[];
  principal: number;
  giftAfter: number;
  depositAfter: number;
}

/** Each step has a number of its own, or that of its order: all rows of it on the card are its slip. The last has what was left. */
export const slipServed: Served = serve(storedSlip, async (call, { id, slipNo }) => {
  const found = await firstOf<Slip>(
    call.db,
    sql`
      with moved as (
        select l.*
        from stored_ledger l
        where l.corp_code = current_setting('app.corp_code')
          and l.stored_card_id = ${id} and l.source = ${slipNo}
      )
      select t.id::float8 as "topUpId", m.source as "slipNo", ${ownName} as "corpName", m.at::text as at, m.account_name as by,
             c.number, y.name as "typeName", s.kinds, s.amount, s.gift, s.deposit, t.payment_type as "paymentType",
             t.tier_from::float8 as "tierFrom",
             coalesce((
               select json_agg(json_build_object('paymentType', w.payment_type, 'amount', abs(w.paid_change)) order by w.id)
               from stored_money w
               where w.corp_code = c.corp_code and w.card_id = c.id and w.source = m.source
                 and w.kind in ('take', 'payBack')
             ), '[]') as ways,
             m.principal::float8 as principal, m.gift::float8 as "giftAfter", m.deposit::float8 as "depositAfter"
      from stored_card c
      join ${typeReference.table} y on y.corp_code = c.corp_code and y.id = c.card_type_id
      join lateral (select * from moved order by id desc limit 1) m on true
      join lateral (
        select array_agg(distinct kind) as kinds, abs(sum(principal_change))::float8 as amount,
               abs(sum(gift_change))::float8 as gift, abs(sum(deposit_change))::float8 as deposit
        from moved
      ) s on true
      left join stored_top_up t on t.corp_code = c.corp_code and t.slip_no = m.source and t.card_id = c.id
      where c.corp_code = current_setting('app.corp_code') and c.id = ${id}
    `,
  );
  if (!found) throw new NotFound();
  const { topUpId, number, at, kinds, paymentType, ways, ...slip } = found;
  const links: ReceiptLink[] = [];
  for (const source of topUpId === null ? [] : sources.values()) {
    const link = await source(call, topUpId ?? 0);
    if (link) links.push(link);
  }
  return {
    ...{ ...slip, ways, kind: kindOf(kinds), paymentType: paymentType ?? ways[0]?.paymentType ?? "" },
    ...{ at: stamp(at), number: `*${number.slice(-4)}`, links },
  };
});

/** By what moved: a card is cancelled where its deposit goes back with the rest, and sold where one is taken. */
function kindOf(kinds: readonly string[]): SlipKind {
  const has = (...names: string[]) => names.some((name) => kinds.includes(name));
  if (has("topUp", "topUpGift")) return "topUp";
  if (has("spend", "spendGift")) return "spend";
  if (has("spendBack", "spendGiftBack")) return "spendBack";
  if (has("depositBack")) return "cancel";
  if (has("refund", "forfeit")) return "refund";
  return has("deposit") ? "deposit" : "handOver";
}
