/** Orders: their lists, their detail, their refunds. */
import { m } from "~/contract/messages";
import { holdsDictionary } from "../../kernel/dictionary-use";
import type { Served } from "../../kernel/served";
import { serveDetail } from "./order-detail";
import { orderLists } from "./order-list";
import { refunds } from "./refund";
import { serveRefundList } from "./refund-list";
import { orders, payment } from "./schema";
import { todayServed } from "./today";

holdsDictionary("paymentType", m.order_payments, payment, payment.paymentType);
holdsDictionary("saleChannel", m.system_thing_order, orders, orders.channel);

export const orderServed: Served[] = [...orderLists, serveDetail, ...refunds, serveRefundList, ...todayServed];
export const served = orderServed;
