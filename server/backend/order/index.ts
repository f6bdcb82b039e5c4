/** Orders: their lists, their detail, their refunds. */
import type { Served } from "../kernel/served";
import { serveDetail } from "./order-detail";
import { orderLists } from "./order-list";
import { refunds } from "./refund";
import { serveRefundList } from "./refund-list";
import { todayServed } from "./today";

export const orderServed: Served[] = [...orderLists, serveDetail, ...refunds, serveRefundList, ...todayServed];
export const served = orderServed;
