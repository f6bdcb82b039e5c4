/** Orders: their lists, their detail, their refunds. */
import type { Served } from "../kernel/served";
import { serveDetail } from "./order-detail";
import { orderLists } from "./order-list";
import { refunds } from "./refund";
import { serveRefundList } from "./refund-list";

export const orderServed: Served[] = [...orderLists, serveDetail, ...refunds, serveRefundList];
export const served = orderServed;
