/** Orders, payments and refunds. */
import type { ContractManifest } from "../manifest";
import { orderDictionaries } from "./dictionaries";
import { orderMenu } from "./menu-entries";
import * as orders from "./order";
import { networkOrder, offlineOrder, saleLog } from "./order-lists";
import { orderParameters } from "./parameters";
import { refund } from "./refund-list";
import * as today from "./today";

export const order: ContractManifest = {
  resources: [networkOrder, offlineOrder, saleLog, refund],
  methods: [orders, today],
  menu: orderMenu,
  dictionaries: orderDictionaries,
  parameters: orderParameters,
};
