/** Ledgers of money that changes hands at counters, business by business: it is in the cash-up of who moved it. */
import type { Movement } from "~/contract/ledger";
import type { KeptLedger } from "../kernel/ledger";
import { manifests } from "./manifests";

export const cashLedgers: readonly KeptLedger[] = manifests
  .flatMap(({ ledgers = [] }) => ledgers.map(({ ledger }) => ledger))
  .filter(({ declared }) => Object.values<Movement<string>>(declared.kinds).some(({ cash }) => cash));
