/** Reports of what was sold: the same facts, whichever group they are opened at. */
import { sql } from "drizzle-orm";
import { salesReports } from "~/contract/order/sales-reports";
import { serveReport } from "../../kernel/report";
import type { ReportBackend } from "../../kernel/report-look";
import type { Served } from "../../kernel/served";
import { namedSaleFacts } from "./sale-facts";

type Sales = (typeof salesReports)[number];

const backend: ReportBackend<keyof Sales["groups"] & string, keyof Sales["measures"] & string> = {
  facts: namedSaleFacts,
  groups: {
    product: { key: sql`business || '-' || subject_id`, name: sql`product` },
    channel: { key: sql`channel` },
    pos: { key: sql`nullif(pos_id, 0)`, name: sql`pos_name` },
    seller: { key: sql`nullif(seller_id, 0)`, name: sql`seller_name` },
    order: { key: sql`order_id`, name: sql`order_no` },
  },
  measures: {
    orders: sql`count(distinct order_id) filter (where what = 'sale')`,
    pieces: sql`sum(pieces)`,
    returned: sql`sum(returned)`,
    discount: sql`sum(discount)`,
    sold: sql`sum(sold)`,
    refunded: sql`sum(refunded)`,
    changed: sql`sum(changed)`,
    net: sql`sum(sold - refunded + changed)`,
    fee: sql`sum(fee)`,
  },
};

export const salesReportsServed: Served[] = salesReports.flatMap((report) => serveReport(report, backend));
