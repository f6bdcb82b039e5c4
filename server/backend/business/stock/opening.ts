/**
 * Opening stock: a saved or imported row becomes a line of the draft of a receipt, which goes its way as all receipts do. The
 * preview of an import is what tells what is wrong beforehand.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { stockOpening as resource } from "~/contract/stock/opening";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { stockOpening } from "./schema";
import { serialItems, serialProblem } from "./serials";
import { itemReference, storeReference } from "./store";

const mostLines = 200;

export const openingBackend = {
  table: stockOpening,
  references: { storeId: storeReference, itemId: itemReference },
  check,
  saved: putOnBill,
  dependents: async (call: Call, id: number) => {
    await refuseSubmitted(call, id);
    return [];
  },
};
export const openingServed = serveResource(resource, openingBackend);

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  if (before) await refuseSubmitted(call, Number(before.id));
  // Background work draws no numbers; there is one row a warehouse and item.
  else values.code = `QC${values.storeId}-${values.itemId}`;
  const row = { ...before, ...values };
  const item = (await serialItems(call, [Number(row.itemId)])).get(Number(row.itemId));
  const line: Record<string, unknown> = { serials: row.serials };
  const problem = serialProblem(item, line, Number(row.quantity));
  if (problem) throw new Invalid({ serials: [problem] });
  values.serials = (line.serials ?? null) as string | null;
}

async function refuseSubmitted({ db }: Call, id: number): Promise<void> {
  const bill = await firstOf<{ code: string }>(
    db,
    sql`
      select b.code
      from stock_opening o
      join stock_in_line l on l.corp_code = o.corp_code and l.id = o.line_id
      join stock_in b on b.corp_code = l.corp_code and b.id = l.stock_in_id
      where o.corp_code = current_setting('app.corp_code') and o.id = ${id} and b.status <> 'draft'
    `,
  );
  if (bill) throw new Refusal(m.stock_opening_fixed(bill));
}

async function putOnBill(call: Call, row: Values, before: Values | null): Promise<void> {
  const { id, storeId, itemId, quantity, amount, serials, remark } = row;
  if (before) {
    await call.db.execute(sql`
      update stock_in_line set quantity = ${quantity}, amount = ${amount}, serials = ${serials ?? null}, remark = ${remark ?? null}
      where corp_code = current_setting('app.corp_code')
        and id = (select line_id from stock_opening where corp_code = current_setting('app.corp_code') and id = ${id})
    `);
  } else {
    const bill = await draftFor(call, Number(storeId));
    await call.db.execute(sql`
      with line as (
        insert into stock_in_line (stock_in_id, position, item_id, quantity, amount, serials, remark)
        select ${bill.id}::bigint, coalesce(max(position) + 1, 0), ${itemId}::bigint, ${quantity}::int, ${amount}::bigint,
               ${serials ?? null}::text, ${remark ?? null}::text
        from stock_in_line
        where corp_code = current_setting('app.corp_code') and stock_in_id = ${bill.id}::bigint
        returning id
      )
      update stock_opening set line_id = line.id, bill_code = ${bill.code}
      from line
      where corp_code = current_setting('app.corp_code') and stock_opening.id = ${id}
    `);
  }
  await call.db.execute(sql`
    update stock_in b
    set amount = (
      select coalesce(sum(l.amount), 0) from stock_in_line l where l.corp_code = b.corp_code and l.stock_in_id = b.id
    )
    where b.corp_code = current_setting('app.corp_code') and b.id = (
      select l.stock_in_id
      from stock_opening o
      join stock_in_line l on l.corp_code = o.corp_code and l.id = o.line_id
      where o.corp_code = current_setting('app.corp_code') and o.id = ${id}
    )
  `);
}

/** The caller's own draft of the warehouse, as long as it has room. */
async function draftFor(call: Call, storeId: number): Promise<{ id: number; code: string }> {
  const { userId, name } = call.caller;
  const open = await firstOf<{ id: number; code: string }>(
    call.db,
    sql`
      select b.id::float8 as id, b.code
      from stock_in b
      where b.corp_code = current_setting('app.corp_code') and b.store_id = ${storeId} and b.status = 'draft'
        and b.kind = 'opening' and b.maker_id = ${userId} and b.code like 'QCD%'
        and (
          select count(*) from stock_in_line l where l.corp_code = b.corp_code and l.stock_in_id = b.id
        ) < ${mostLines}
      order by b.id desc
      limit 1
      for update
    `,
  );
  if (open) return open;
  const made = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into stock_in (code, store_id, kind, maker_id, maker_name, remark)
      values (gen_random_uuid()::text, ${storeId}, 'opening', ${userId}, ${name}, ${m.stock_opening_remark()})
      returning id::float8 as id
    `,
  );
  if (!made) throw new Error("an insert answers its row");
  const code = `QCD${String(made.id).padStart(8, "0")}`;
  await call.db.execute(sql`
    update stock_in set code = ${code} where corp_code = current_setting('app.corp_code') and id = ${made.id}
  `);
  return { id: made.id, code };
}
