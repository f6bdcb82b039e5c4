/** Orders: their lists, their detail, their refunds. */

import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import { holdsDictionary } from "../../kernel/dictionary-use";
import type { KeptLedger } from "../../kernel/ledger";
import type { Served } from "../../kernel/served";
import { noteOrders } from "./attached";
import { serveCashUp } from "./cash-up";
import { tellChanges } from "./change-moments";
import { flowServed } from "./flow/served";
import { moneyReportsServed } from "./money-reports";
import { serveDetail } from "./order-detail";
import { orderLists } from "./order-list";
import { tellOrders } from "./order-moments";
import { ownServed } from "./own";
import { payTypeServed, tellPayTypes } from "./pay-type/correct";
import { payAccountServed } from "./payment/gateway/pay-account";
import { attemptServed } from "./payment/gateway/served";
import { paySettingServed } from "./payment/pay-setting";
import { reconciliationServed } from "./payment/reconciliation";
import { posTodayServed } from "./pos-today";
import { refunds } from "./refund";
import { refundLists } from "./refund-list";
import { repairServed, tellRepairs } from "./repair/repair";
import { salesReportsServed } from "./sales-reports";
import { orders, payment } from "./schema";
import type { Sellable } from "./sellable";
import { shiftServed } from "./shift";
import { todayServed } from "./today";

holdsDictionary("paymentType", m.order_payments, payment, payment.paymentType);
holdsDictionary("saleChannel", m.system_thing_order, orders, orders.channel);
dependsOn("pos", { table: orders, by: orders.posId, name: orders.orderNo, words: m.r_dep_orders });

noteOrders();
tellOrders();
tellChanges();
tellRepairs();
tellPayTypes();

/** With what the businesses sell, and the money that they hold for guests, handed in: the order core knows none of them. */
export const orderServed = (sellables: readonly Sellable[], held: readonly KeptLedger[] = []): Served[] => [
  ...orderLists,
  ...ownServed,
  serveDetail(sellables),
  ...refunds(sellables),
  ...refundLists,
  ...todayServed(held),
  ...posTodayServed,
  serveCashUp(held),
  ...shiftServed(held),
  ...paySettingServed,
  ...payAccountServed,
  ...attemptServed(sellables),
  ...reconciliationServed,
  ...repairServed(sellables),
  ...payTypeServed(),
  ...salesReportsServed,
  ...moneyReportsServed,
  ...flowServed,
];
