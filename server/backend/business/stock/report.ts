/** Both ledgers of stock: pieces and their value. What is on its way between two warehouses is in neither. */
import { sql } from "drizzle-orm";
import { stockReport } from "~/contract/stock/report";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";

export const reportServed: Served[] = serveReport(stockReport, {
  facts: ({ since, before }) => sql`
    select f.*, s.park_id, s.name as store_name, i.name as item_name
    from (
      select at, kind, store_id, item_id, quantity_change as pieces, 0::bigint as amount
      from stock_ledger
      where corp_code = current_setting('app.corp_code') and at >= ${since} and at < ${before}
      union all
      select at, kind, store_id, item_id, 0, amount_change
      from stock_value_ledger
      where corp_code = current_setting('app.corp_code') and at >= ${since} and at < ${before}
    ) f
    join stock_store s on s.corp_code = current_setting('app.corp_code') and s.id = f.store_id
    join stock_item i on i.corp_code = s.corp_code and i.id = f.item_id
  `,
  groups: {
    item: { key: sql`item_id`, name: sql`item_name` },
    store: { key: sql`store_id`, name: sql`store_name` },
    kind: { key: sql`kind` },
  },
  measures: {
    came: sql`sum(greatest(pieces, 0))`,
    went: sql`sum(greatest(-pieces, 0))`,
    cameValue: sql`sum(greatest(amount, 0))`,
    wentValue: sql`sum(greatest(-amount, 0))`,
    netValue: sql`sum(amount)`,
  },
});
