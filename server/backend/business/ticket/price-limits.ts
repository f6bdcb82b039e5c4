/**
 * What no price of a ticket type may be above: the maximum that an authority approved (Price Law, article 39: an operator
 * that goes above it is fined), and for a combo what its parts cost one by one.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { Invalid } from "../../kernel/refusal";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface Approved {
  /** Fen; null where no authority has a say. */
  priceCeiling: number | null;
  approvedBy: string | null;
}

/** Why the price (fen) may not be asked; "" where it may. */
export function aboveCeiling({ priceCeiling, approvedBy }: Approved, price: number): string {
  if (priceCeiling === null || price <= priceCeiling) return "";
  const ceiling = yuan(priceCeiling);
  return approvedBy ? m.ceiling_above_by({ ceiling, approval: approvedBy }) : m.ceiling_above({ ceiling });
}

/** What the parts of a type's combo cost one by one at their list prices, in fen; null where the type has no combo. */
export async function singlyOf(call: Call, ticketTypeId: number): Promise<number | null> {
  const row = await firstOf<{ singly: number }>(
    call.db,
    sql`
      select sum(t.list_price * p.quantity)::bigint as singly
      from combo c
      join combo_part p on p.corp_code = c.corp_code and p.combo_id = c.id
      join ticket_type t on t.corp_code = p.corp_code and t.id = p.ticket_type_id
      where c.ticket_type_id = ${ticketTypeId}
      group by c.id
    `,
  );
  return row ? Number(row.singly) : null;
}

/** A saved type stays below its maximum with all its prices, and combos stay below the sum of their parts. */
export async function checkLimits(call: Call, values: Values, before: Values | null): Promise<void> {
  const approved: Approved = {
    priceCeiling:
      values.priceCeiling === null || values.priceCeiling === undefined ? null : Number(values.priceCeiling),
    approvedBy: values.approvedBy ? String(values.approvedBy) : null,
  };
  const errors: Record<string, string[]> = {};
  for (const field of ["facePrice", "listPrice"]) {
    const why = aboveCeiling(approved, Number(values[field]));
    if (why) errors[field] = [why];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  if (!before) return;
  const id = Number(before.id);
  if (approved.priceCeiling !== null && approved.priceCeiling !== before.priceCeiling) {
    await checkPolicies(call, id, approved.priceCeiling);
  }
  if (values.listPrice !== before.listPrice) await checkCombos(call, id, Number(values.listPrice));
}

async function checkPolicies(call: Call, id: number, ceiling: number): Promise<void> {
  const dear = await firstOf<{ name: string; price: number }>(
    call.db,
    sql`
      select name, price
      from price_policy
      where ticket_type_id = ${id}
        and status = 'T'
        and price > ${ceiling}
      order by price desc, id
      limit 1
    `,
  );
  if (dear) {
    throw new Invalid({ priceCeiling: [m.ceiling_policy({ policy: dear.name, price: yuan(Number(dear.price)) })] });
  }
}

/** Of the type's own combo, and of those that it is a part of. */
async function checkCombos(call: Call, id: number, listPrice: number): Promise<void> {
  const own = await singlyOf(call, id);
  if (own !== null && listPrice > own) {
    throw new Invalid({ listPrice: [m.combo_too_dear({ price: yuan(listPrice), singly: yuan(own) })] });
  }
  const dear = await firstOf<{ name: string; price: number; singly: number }>(
    call.db,
    sql`
      select c.name, sold.list_price as price,
             sum(case when part.id = ${id} then ${listPrice}::bigint else part.list_price end * p.quantity)::bigint as singly
      from combo c
      join ticket_type sold on sold.corp_code = c.corp_code and sold.id = c.ticket_type_id and sold.status <> 'retired'
      join combo_part p on p.corp_code = c.corp_code and p.combo_id = c.id
      join ticket_type part on part.corp_code = p.corp_code and part.id = p.ticket_type_id
      where c.id in (select combo_id from combo_part where ticket_type_id = ${id})
      group by c.id, c.name, sold.list_price
      having sold.list_price > sum(case when part.id = ${id} then ${listPrice}::bigint else part.list_price end * p.quantity)
      order by c.id
      limit 1
    `,
  );
  if (dear) {
    const words = { combo: dear.name, price: yuan(Number(dear.price)), singly: yuan(Number(dear.singly)) };
    throw new Invalid({ listPrice: [m.combo_part_too_cheap(words)] });
  }
}
