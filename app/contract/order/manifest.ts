/** Orders, payments and refunds. */
import type { ContractManifest } from "../manifest";
import { orderDictionaries } from "./dictionaries";
import { orderListExports } from "./list-exports";
import { orderMenu } from "./menu-entries";
import * as orders from "./order";
import * as orderExport from "./order-export";
import * as today from "./today";

export const order: ContractManifest = {
  methods: [orders, orderExport, today],
  menu: orderMenu,
  dictionaries: orderDictionaries,
  exports: orderListExports,
};
