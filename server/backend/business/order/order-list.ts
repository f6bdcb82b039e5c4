/** The three order lists: network, offline (counter and machine), and the counter's own log. */
import { type SQL, sql } from "drizzle-orm";
import type { OrderRow } from "~/contract/order/order";
import { networkOrder, offlineOrder, saleLog } from "~/contract/order/order-lists";
import { stamp } from "../../kernel/business-time";
import { withinDays } from "../../kernel/list-conditions";
import { maskMobile } from "../../kernel/mask";
import { serveList } from "../../kernel/serve-list";
import type { Call, Served } from "../../kernel/served";
import { besideColumn, besideFilter } from "./list-beside";

/** An order as its page shows it; `o` is the order. */
export const orderColumns = sql`
  o.id, o.order_no as "orderNo", o.channel, o.state, o.visit_day as "visitDay", o.last_visit_day as "lastVisitDay",
  o.contact_name as "contactName", o.contact_mobile as "contactMobile",
  o.quantity, o.total, o.discount, o.payable, o.paid, o.refunded,
  o.seller_name as "sellerName",
  o.pos_name as "posName",
  o.created_at as "createdAt"
`;

/** As people read it: the moment in business time, the mobile masked unless the caller may see it. */
export function shownOrder<O extends OrderRow>(order: O, maySee: boolean): O {
  const contactMobile = maySee ? order.contactMobile : maskMobile(order.contactMobile);
  return { ...order, contactMobile, createdAt: stamp(order.createdAt) };
}

async function ownSales(call: Call): Promise<SQL> {
  if (await call.may("sale:viewAll")) return sql`o.offline = true`;
  return sql`o.offline = true and o.seller_id = ${call.caller.userId}`;
}

/** What made its lines cheaper, each once; of a row without a discount nobody looks. */
const discountNames = sql`
  case when o.discount > 0 then coalesce((
    select string_agg(distinct one ->> 'name', '、')
    from sub_order l
    cross join jsonb_array_elements(l.terms -> 'reductions') one
    where l.corp_code = o.corp_code
      and l.order_id = o.id
      and l.discount > 0
      and one ->> 'name' <> ''
  ), '') else '' end
`;

/** An order of several days is found by each of them. */
const visitDay = (text: string) => withinDays("visitDay", sql`o.visit_day`, sql`o.last_visit_day`, text);

const query = {
  from: "orders o",
  columns: {
    discountNames,
    agencyName: besideColumn("agencyName"),
    guideName: besideColumn("guideName"),
    bookingNo: besideColumn("bookingNo"),
  },
  filters: {
    visitDay,
    agencyName: besideFilter("agencyName"),
    guideName: besideFilter("guideName"),
    bookingNo: besideFilter("bookingNo"),
  },
};

export const orderLists: Served[] = [
  ...serveList(networkOrder, { query, rows: () => sql`o.offline = false` }),
  ...serveList(offlineOrder, { query, rows: () => sql`o.offline = true` }),
  ...serveList(saleLog, { query, rows: ownSales }),
];
