/** The three order lists: network, offline (counter and machine), and the counter's own log. */
import { type SQL, sql } from "drizzle-orm";
import { type Message, m } from "~/contract/messages";
import { networkOrderList, type OrderRow, offlineOrderList, saleLogList } from "~/contract/order/order";
import {
  networkOrderExport,
  offlineOrderExport,
  orderExportColumns,
  saleLogExport,
} from "~/contract/order/order-export";
import type { ListPayload } from "~/contract/resource";
import { stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { serveExport } from "../../kernel/export-source";
import { listSource } from "../../kernel/list-export";
import {
  betweenDays,
  betweenMoments,
  conditionsOf,
  equals,
  equalsId,
  type Listing,
  listPage,
} from "../../kernel/list-page";
import { maskMobile } from "../../kernel/mask";
import { noteSeen } from "../../kernel/seen";
import { type Call, serve } from "../../kernel/served";

const sorts: Record<string, SQL> = {
  id: sql`o.id`,
  visitDay: sql`o.visit_day`,
  createdAt: sql`o.created_at`,
  payable: sql`o.payable`,
};

const filters = {
  orderNo: equals(sql`o.order_no`),
  state: equals(sql`o.state`),
  channel: equals(sql`o.channel`),
  visitDay: betweenDays(sql`o.visit_day`),
  createdAt: betweenMoments(sql`o.created_at`),
  contactMobile: equals(sql`o.contact_mobile`),
  sellerId: equalsId(sql`o.seller_id`),
};

/** An order as the lists show it; `o` is the order. */
export const orderColumns = sql`
  o.id, o.order_no as "orderNo", o.channel, o.state, o.visit_day as "visitDay",
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

/** Whose orders a list shows. */
type Scope = (call: Call) => Promise<SQL[]> | SQL[];

function orderListing(filtered: ListPayload["filters"], scope: SQL[]): Listing {
  return {
    from: sql`orders o`,
    id: sql`o.id`,
    conditions: [...scope, ...conditionsOf(filtered, filters)],
    sorts,
    rows: (ids) => sql`
      select ${orderColumns}
      from (${ids}) page
      join orders o on o.corp_code = current_setting('app.corp_code') and o.id = page.id
      order by page.place
    `,
  };
}

async function orderPage(call: Call, payload: ListPayload, scope: SQL[]) {
  const page = await listPage<OrderRow>(call, payload, orderListing(payload.filters, scope));
  const maySee = await call.may("sensitive:view");
  const withMobile = maySee ? page.records.filter((order) => order.contactMobile !== "") : [];
  noteSeen(
    call,
    "order",
    withMobile.map(({ id, orderNo: label }) => ({ id, label })),
  );
  const { orderState = [], saleChannel = [] } = await dictionariesOf(
    call.db,
    ["orderState", "saleChannel"],
    call.locale,
  );
  const { capped, records, ...counts } = page;
  return {
    ...counts,
    records: records.map((order) => shownOrder(order, maySee)),
    otherData: { options: { state: orderState, channel: saleChannel }, capped },
  };
}

/** The list's file: as its columns, with what they join set apart. */
function orderSource(title: Message, scope: Scope) {
  return listSource<OrderRow>({
    title,
    columns: orderExportColumns,
    listing: async (call, filtered) => orderListing(filtered, await scope(call)),
    async shown(call, rows) {
      const maySee = await call.may("sensitive:view");
      const labels = await dictionariesOf(call.db, ["orderState", "saleChannel"], call.locale);
      const label = (name: string, value: string) =>
        labels[name]?.find((option) => option.value === value)?.label ?? value;
      return rows.map((row) => {
        const order = shownOrder(row, maySee);
        return { ...order, state: label("orderState", order.state), channel: label("saleChannel", order.channel) };
      });
    },
  });
}

const network: Scope = () => [sql`o.offline = false`];
const offline: Scope = () => [sql`o.offline = true`];
const own: Scope = async (call) => [
  sql`o.offline = true`,
  ...((await call.may("sale:viewAll")) ? [] : [sql`o.seller_id = ${call.caller.userId}`]),
];

export const orderLists = [
  serve(networkOrderList, async (call, payload) => orderPage(call, payload, await network(call))),
  serve(offlineOrderList, async (call, payload) => orderPage(call, payload, await offline(call))),
  serve(saleLogList, async (call, payload) => orderPage(call, payload, await own(call))),
  serveExport(networkOrderExport, orderSource(m.order_network_title, network)),
  serveExport(offlineOrderExport, orderSource(m.order_offline_title, offline)),
  serveExport(saleLogExport, orderSource(m.sale_log_title, own)),
];
