import { m } from "~/contract/messages";
import { fen, said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";
import { billServed } from "./bill";
import "./card-blanks";
import { countServed } from "./count";
import { seedStock } from "./demonstration";
import { monthServed } from "./month";
import { ledgerBackends } from "./movements";
import { openingServed } from "./opening";
import { reportServed } from "./report";
import { rollServed } from "./roll-prints";
import * as schema from "./schema";
import { storeServed } from "./store";
import { toOrderServed, warnOfStock } from "./to-order";
import { whereServed } from "./where";
import { stockYears } from "./years";

export const stock: BackendManifest = {
  served: [
    ...storeServed,
    ...billServed,
    ...countServed,
    monthServed,
    ...toOrderServed,
    ...rollServed,
    ...openingServed,
    whereServed,
    ...reportServed,
  ],
  kinds: [warnOfStock],
  data: {
    settings: ["stock_item", "stock_item_card_type", "stock_item_template", "stock_store"],
  },
  years: stockYears,
  tables: [schema],
  ledgers: ledgerBackends,
  invariants: {
    "stock of which there are no pieces is worth nothing": {
      says: m.rule_stock_of_which_there_are_no_pieces,
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
    "pieces of an item that is kept by numbers are the numbers that are there": {
      says: m.rule_pieces_of_an_item_that_is_kept,
      broken: `
        select s.name as store, i.name as item, a.quantity + a.transit as ledger,
               coalesce(r.quantity + r.transit, 0) as numbers
        from stock_account a
        join stock_item i on i.corp_code = a.corp_code and i.id = a.item_id and i.serial_digits is not null
        join stock_store s on s.corp_code = a.corp_code and s.id = a.store_id
        left join (
          select corp_code, store_id, item_id,
                 coalesce(sum(last_no - first_no + 1) filter (where state = 'stock'), 0) as quantity,
                 coalesce(sum(last_no - first_no + 1) filter (where state = 'transit'), 0) as transit
          from stock_range
          group by corp_code, store_id, item_id
        ) r on r.corp_code = a.corp_code and r.store_id = a.store_id and r.item_id = a.item_id
        where a.quantity <> coalesce(r.quantity, 0) or a.transit <> coalesce(r.transit, 0)`,
      found: (row, options) =>
        m.audit_stock_serials(
          {
            ...{ store: said(row.store), item: said(row.item) },
            ...{ numbers: said(row.numbers), ledger: said(row.ledger) },
          },
          options,
        ),
    },
    "what a roll has sold, spoiled, lost and still has are its numbers": {
      says: m.rule_what_a_roll_has_sold_spoiled_lost,
      broken: `
        select o.code
        from stock_roll o
        left join (
          select corp_code, stock_roll_id, coalesce(sum(last_no - first_no + 1) filter (where state in ('sold', 'spoiled')), 0) as used,
                 coalesce(sum(last_no - first_no + 1) filter (where state = 'missing'), 0) as missing,
                 coalesce(sum(last_no - first_no + 1) filter (where state = 'seller'), 0) as left
          from stock_range
          where stock_roll_id is not null
          group by corp_code, stock_roll_id
        ) r on r.corp_code = o.corp_code and r.stock_roll_id = o.id
        where o.sold + o.spoiled <> coalesce(r.used, 0) or o.missing <> coalesce(r.missing, 0)
           or o.quantity - o.sold - o.spoiled - o.missing - o.handed_back <> coalesce(r.left, 0)`,
      found: (row, options) => m.audit_stock_roll({ code: said(row.code) }, options),
    },
    "a posted count has moved its differences, and nothing else": {
      says: m.rule_a_posted_count_has_moved_its_differences,
      broken: `
        select c.code, coalesce(d.wanted, 0) as wanted, coalesce(l.moved, 0) as moved
        from stock_count c
        left join lateral (
          select sum(line.counted - b.quantity) as wanted
          from stock_count_line line
          join stock_count_book b on b.corp_code = line.corp_code and b.stock_count_id = line.stock_count_id and b.item_id = line.item_id
          where line.corp_code = c.corp_code and line.stock_count_id = c.id
        ) d on true
        left join lateral (
          select sum(quantity_change) as moved from stock_ledger l where l.corp_code = c.corp_code and l.source = c.number
        ) l on true
        where c.status = 'posted' and coalesce(d.wanted, 0) <> coalesce(l.moved, 0)`,
      found: (row, options) =>
        m.audit_stock_count({ code: said(row.code), wanted: said(row.wanted), moved: said(row.moved) }, options),
    },
    "what is in transit is what posted transfers have not delivered": {
      says: m.rule_what_is_in_transit_is_what_posted,
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
  roles: [
    { code: "manager", grants: [["storeRolls", ["stockRoll:add", "stockRoll:use"]]] },
    { code: "seller", grants: [["storeRolls", ["stockRoll:use"]]] },
  ],
  demonstration: seedStock,
};
