/** Orders, payments and refunds. */
import type { ContractManifest } from "../manifest";
import { m } from "../messages";
import * as cashUps from "./cash-up";
import { orderDictionaries } from "./dictionaries";
import * as flows from "./flow";
import { flowMenu, refundFlow, saleFlow } from "./flow";
import { orderMenu } from "./menu-entries";
import { refundsReport, takingsReport } from "./money-reports";
import * as orders from "./order";
import { networkOrder, offlineOrder, saleLog } from "./order-lists";
import * as own from "./own";
import { orderParameters } from "./parameters";
import * as payAccounts from "./pay-account";
import { payAccount, payAccountDictionaries, payAccountMenu } from "./pay-account";
import * as payAttempts from "./pay-attempt";
import { payMenu, paySetting } from "./pay-setting";
import * as payTypes from "./pay-type";
import { payTypeCorrection, payTypeMenu } from "./pay-type";
import * as posToday from "./pos-today";
import {
  abnormalRecord,
  paymentStatement,
  reconciliationDictionaries,
  reconciliationMenu,
  statementLine,
} from "./reconciliation";
import { refund } from "./refund-list";
import * as repairs from "./repair";
import { repairMenu } from "./repair";
import { salesReports } from "./sales-reports";
import * as shifts from "./shift";
import { shift } from "./shift-list";
import * as today from "./today";

export const order: ContractManifest = {
  resources: [
    networkOrder,
    offlineOrder,
    saleLog,
    refund,
    shift,
    paySetting,
    payAccount,
    abnormalRecord,
    paymentStatement,
    statementLine,
    payTypeCorrection,
    saleFlow,
    refundFlow,
  ],
  reports: [...salesReports, refundsReport, takingsReport],
  methods: [orders, own, today, posToday, cashUps, shifts, repairs, payAccounts, payAttempts, payTypes, flows],
  menu: {
    ...orderMenu,
    ...payMenu,
    ...payAccountMenu,
    ...reconciliationMenu,
    ...repairMenu,
    ...payTypeMenu,
    ...flowMenu,
  },
  dictionaries: { ...orderDictionaries, ...reconciliationDictionaries, ...payAccountDictionaries },
  parameters: orderParameters,
  things: {
    order: {
      title: m.system_thing_order,
      // A refund is decided by several ways, and each leaves its entry with the order.
      told: (trace) => (trace.after?.refundNo === undefined ? null : orders.refundTold(trace)),
    },
    refund: { title: m.system_thing_refund },
  },
};
