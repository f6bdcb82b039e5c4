/** The ledger of quotas: its accounts are the days (and slots) of pools. */
import { quotaLedger as declared } from "~/contract/ticket/quota-ledger";
import { keepLedger } from "../../kernel/ledger";
import { type LedgerBackend, tellLedger } from "../../kernel/ledger-look";
import { quotaDay, quotaPool, quotaLedger as rows } from "./schema";

export const quotas = keepLedger(declared, { rows, accounts: quotaDay });

export const quotaLedgerBackend: LedgerBackend = {
  ledger: quotas,
  references: { poolId: { table: quotaPool, name: quotaPool.name, status: quotaPool.status } },
};

tellLedger(quotas, "quotaPool", "poolId");
