import type { BackendManifest } from "../manifest";
import { findsOrders, findsPayments, findsRefunds } from "./find";
import * as flowSchema from "./flow/flow-schema";
import { orderServed } from "./index";
import { orderInvariants } from "./invariants";
import * as paySchema from "./payment/pay-schema";
import { reconcilePayments } from "./payment/reconcile";
import { orderPersonal } from "./personal";
import * as schema from "./schema";
import { orderYears } from "./years";

export const order: BackendManifest = {
  served: orderServed,
  personal: orderPersonal,
  data: {
    settings: [
      "pos",
      "pay_account",
      "pay_setting",
      "pay_setting_type",
      "sale_flow",
      "sale_flow_step",
      "refund_flow",
      "refund_flow_step",
    ],
    money: ["payment", "pay_refund"],
  },
  years: orderYears,
  tables: [schema, paySchema, flowSchema],
  finds: [findsOrders, findsRefunds, findsPayments],
  kinds: [reconcilePayments],
  roles: [
    {
      code: "manager",
      grants: [
        ["networkOrderList", ["order:refund", "order:change", "order:supplement", "order:own"]],
        ["reportPayments", []],
        ["payTypeModify", ["payType:correct"]],
        ["shift", ["shift:work", "shift:others"]],
        ["buyTktLog", ["order:refund", "order:change", "order:supplement", "order:own"]],
      ],
    },
    {
      code: "seller",
      grants: [
        ["buyTktLog", ["order:refund", "order:change", "order:supplement", "order:own"]],
        ["reportPayments", []],
        ["shift", ["shift:work"]],
      ],
    },
  ],
  invariants: orderInvariants,
};
