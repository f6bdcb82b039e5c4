/** Reports of the travel trade: sales of the order core by who the order is of, and the ledger of agencies' accounts. */
import { sql } from "drizzle-orm";
import { agencySalesReport, agencySettlementReport } from "~/contract/travel/reports";
import { currentZone } from "../../kernel/business-time";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";
import { namedSaleFacts } from "../order/sale-facts";

const sales = serveReport(agencySalesReport, {
  facts: (window) => sql`
    select f.*, t.agency_id, a.name as agency_name, t.salesman_id, s.name as salesman_name, t.region_id,
           r.name as region_name, t.guide_id, g.name as guide_name
    from (${namedSaleFacts(window)}) f
    join travel_order t on t.corp_code = current_setting('app.corp_code') and t.order_id = f.order_id
    left join travel_agency a on a.corp_code = t.corp_code and a.id = t.agency_id
    left join salesman s on s.corp_code = t.corp_code and s.id = t.salesman_id
    left join sales_region r on r.corp_code = t.corp_code and r.id = t.region_id
    left join guide g on g.corp_code = t.corp_code and g.id = t.guide_id
  `,
  groups: {
    agency: { key: sql`agency_id`, name: sql`agency_name` },
    salesman: { key: sql`salesman_id`, name: sql`salesman_name` },
    region: { key: sql`region_id`, name: sql`region_name` },
    guide: { key: sql`guide_id`, name: sql`guide_name` },
    product: { key: sql`business || '-' || subject_id`, name: sql`product` },
    order: { key: sql`order_id`, name: sql`order_no` },
  },
  measures: {
    orders: sql`count(distinct order_id) filter (where what = 'sale')`,
    pieces: sql`sum(pieces)`,
    returned: sql`sum(returned)`,
    sold: sql`sum(sold)`,
    refunded: sql`sum(refunded)`,
    changed: sql`sum(changed)`,
    net: sql`sum(sold - refunded + changed)`,
    fee: sql`sum(fee)`,
  },
});

/** What an order took from an account: of what was paid in, and on credit. */
const settlement = serveReport(agencySettlementReport, {
  parkless: true,
  facts: ({ since, before }) => sql`
    select l.id, l.at, l.kind, l.source, l.agency_id, a.name as agency_name, l.prepaid_change, l.used_change,
           l.deposit_change, to_char(l.at at time zone ${currentZone()}::text, 'YYYY-MM-DD HH24:MI:SS') as clock
    from agency_ledger l
    join travel_agency a on a.corp_code = l.corp_code and a.id = l.agency_id
    where l.corp_code = current_setting('app.corp_code') and l.at >= ${since} and l.at < ${before}
  `,
  groups: {
    agency: { key: sql`agency_id`, name: sql`agency_name` },
    kind: { key: sql`kind` },
    movement: { key: sql`id`, name: sql`clock || ' ' || agency_name || ' ' || source` },
  },
  measures: {
    paidIn: sql`sum(prepaid_change) filter (where kind in ('topUp', 'withdraw'))`,
    spent: sql`sum(used_change - prepaid_change) filter (where kind in ('sale', 'saleCredit', 'saleBack', 'saleCreditBack'))`,
    rebate: sql`sum(prepaid_change) filter (where kind not in ('topUp', 'withdraw', 'sale', 'saleBack'))`,
    repaid: sql`-sum(used_change) filter (where kind not in ('saleCredit', 'saleCreditBack', 'writtenOff'))`,
    lost: sql`-sum(used_change) filter (where kind = 'writtenOff')`,
    prepaid: sql`sum(prepaid_change)`,
    used: sql`sum(used_change)`,
    deposit: sql`sum(deposit_change)`,
  },
});

export const reportsServed: Served[] = [...sales, ...settlement];
