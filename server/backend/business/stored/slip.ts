/**
 * The slip of a top-up: what came onto the card and what was on it then, from the ledger. What businesses put on it for its
 * customer to scan they register themselves; stored value knows none of them.
 */
import { sql } from "drizzle-orm";
import { storedSlip } from "~/contract/stored/slip";
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
  topUpId: number;
  slipNo: string;
  corpName: string;
  at: string;
  by: string;
  number: string;
  typeName: string;
  amount: number;
  gift: number;
  tierFrom: number | null;
  paymentType: string;
  principal: number;
  giftAfter: number;
}

/** The last row of the slip's has what was on the card after all of it: a gift comes behind its principal. */
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
      select t.id::float8 as "topUpId", t.slip_no as "slipNo", ${ownName} as "corpName", t.at::text as at, m.account_name as by,
             c.number, y.name as "typeName", t.amount::float8 as amount, t.payment_type as "paymentType", t.tier_from::float8 as "tierFrom",
             coalesce((select sum(g.gift_change) from moved g), 0)::float8 as gift,
             m.principal::float8 as principal, m.gift::float8 as "giftAfter"
      from stored_card c
      join ${typeReference.table} y on y.corp_code = c.corp_code and y.id = c.card_type_id
      join lateral (select * from moved order by id desc limit 1) m on true
      join stored_top_up t on t.corp_code = c.corp_code and t.slip_no = m.source
      where c.corp_code = current_setting('app.corp_code') and c.id = ${id}
    `,
  );
  if (!found) throw new NotFound();
  const { topUpId, number, at, ...slip } = found;
  const links: ReceiptLink[] = [];
  for (const source of sources.values()) {
    const link = await source(call, topUpId);
    if (link) links.push(link);
  }
  return { ...slip, at: stamp(at), number: `*${number.slice(-4)}`, links };
});
