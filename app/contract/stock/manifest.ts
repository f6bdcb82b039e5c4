/** Stock: warehouses, items, bills with lines, counts, and the ledgers of pieces and of their value. */
import type { ContractManifest } from "../manifest";
import { stockIn, stockOut, stockWriteOff } from "./bill";
import * as count from "./count";
import { stockDictionaries } from "./dictionaries";
import { stockMenu } from "./menu-entries";
import * as month from "./month";
import { stockOpening } from "./opening";
import { stockParameters } from "./parameters";
import { stockReport } from "./report";
import { stockRoll } from "./roll";
import { stockLedger, stockValueLedger } from "./stock-ledger";
import { stockItem, stockStore } from "./store";
import * as toOrder from "./to-order";
import * as where from "./where";

export const stock: ContractManifest = {
  reports: [stockReport],
  resources: [stockStore, stockItem, stockIn, stockOut, stockWriteOff, count.stockCount, stockRoll, stockOpening],
  methods: [month, count, toOrder, where],
  ledgers: [stockLedger, stockValueLedger],
  menu: stockMenu,
  dictionaries: stockDictionaries,
  parameters: stockParameters,
};
