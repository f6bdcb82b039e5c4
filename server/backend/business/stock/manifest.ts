import { m } from "~/contract/messages";
import { fen, said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";
import { billServed } from "./bill";
import { seedStock } from "./demonstration";
import { monthServed } from "./month";
import { ledgerBackends } from "./movements";
import * as schema from "./schema";
import { storeServed } from "./store";

export const stock: BackendManifest = {
  served: [...storeServed, ...billServed, monthServed],
  tables: [schema],
  ledgers: ledgerBackends,
  invariants: {
    "stock of which there are no pieces is worth nothing": {
      broken: `
        select s.name as store, i.name as item, v.amount + v.transit as amount
        from stock_value v
        left join stock_account a on a.corp_code = v.corp_code and a.store_id = v.store_id and a.item_id = v.item_id
        join stock_store s on s.corp_code = v.corp_code and s.id = v.store_id
        join stock_item i on i.corp_code = v.corp_code and i.id = v.item_id
        where (coalesce(a.quantity, 0) = 0 and v.amount <> 0) or (coalesce(a.transit, 0) = 0 and v.transit <> 0)`,
      found: (row, options) =>
        m.audit_stock_value({ store: said(row.store), item: said(row.item), amount: fen(row.amount) }, options),
    },
    "what is in transit is what posted transfers have not delivered": {
      broken: `
        select s.name as store, i.name as item, a.transit as ledger, coalesce(t.pieces, 0) as bills
        from stock_account a
        left join (
          select o.corp_code, o.store_id, l.item_id, sum(l.quantity) as pieces
          from stock_out o
          join stock_out_line l on l.corp_code = o.corp_code and l.stock_out_id = o.id
          where o.kind = 'transfer' and o.status = 'posted' and o.reverses is null
          group by o.corp_code, o.store_id, l.item_id
        ) t on t.corp_code = a.corp_code and t.store_id = a.store_id and t.item_id = a.item_id
        join stock_store s on s.corp_code = a.corp_code and s.id = a.store_id
        join stock_item i on i.corp_code = a.corp_code and i.id = a.item_id
        where a.transit <> coalesce(t.pieces, 0)`,
      found: (row, options) =>
        m.audit_stock_transit(
          {
            ...{ store: said(row.store), item: said(row.item) },
            ...{ ledger: said(row.ledger), bills: said(row.bills) },
          },
          options,
        ),
    },
  },
  demonstration: seedStock,
};
