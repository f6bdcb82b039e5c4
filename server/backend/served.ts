/** Every method that this backend answers, and every kind of background work: of the businesses, and of the mechanisms. */

import { expireApprovals } from "./approvals/expire-job";
import { approvalsServed } from "./approvals/inbox";
import { cashLedgers } from "./business/cash-ledgers";
import { sendInvoices } from "./business/invoice/send";
import {
  invariants,
  manifests,
  personal,
  personalKept,
  personalStanding,
  personalTraces,
  purges,
} from "./business/manifests";
import { lapseHolds } from "./business/open/lapse";
import { askCompanies } from "./business/order/payment/gateway/ask-companies";
import { refundExpired } from "./business/order/refund-by-itself";
import { findServed } from "./business/platform/find";
import { healthServed } from "./business/platform/health";
import { personalServed } from "./business/platform/personal-data";
import { personServed } from "./business/platform/personal-person";
import { rulesServed, selfAuditKind } from "./business/platform/self-audit";
import { resetKind, resetServed } from "./business/platform/system-reset";
import { migrateData } from "./business/platform/tenant/migration/job";
import { sellables } from "./business/sellables";
import { countGates } from "./business/ticket/silent-gates";
import { exportKind } from "./exports/export-job";
import { exportPlansKind, exportPlansServed } from "./exports/plans";
import { fileServed } from "./files/stored";
import { roles } from "./first-start";
import { importKinds } from "./imports/import-jobs";
import { importsServed } from "./imports/import-methods";
import { backupKind } from "./jobs/backup-kind";
import { eraseKind } from "./jobs/erase-kind";
import { jobsServed } from "./jobs/index";
import type { JobKind } from "./jobs/kind";
import { purgeKind } from "./jobs/purge-kind";
import { serveLedger } from "./kernel/ledger-look";
import { inOrder } from "./kernel/portable";
import type { Served } from "./kernel/served";
import { notesServed } from "./notes/served";

/** Configuration that can be handed over to another tenant, every kind after those that it refers to. */
export const portables = inOrder(manifests.flatMap(({ portables: own = [] }) => own));

const businesses: Served[] = [
  ...fileServed,
  ...manifests.flatMap(({ served, ledgers = [] }) => [
    ...(typeof served === "function" ? served(sellables, cashLedgers, roles, portables) : served),
    ...ledgers.flatMap(serveLedger),
  ]),
];

/** Every kind of background work. */
export const allKinds: JobKind[] = [
  ...manifests.flatMap(({ kinds = [] }) => kinds),
  exportKind(businesses),
  exportPlansKind(businesses),
  ...importKinds(businesses),
  migrateData(portables),
  expireApprovals(businesses),
  selfAuditKind(invariants),
  backupKind,
  purgeKind(purges),
  eraseKind(personal),
  lapseHolds(sellables),
  refundExpired(sellables),
  askCompanies(sellables),
  sendInvoices(sellables),
  resetKind(roles, () => listsServed),
];

export const allServed: Served[] = [
  ...businesses,
  ...approvalsServed(businesses),
  ...notesServed,
  ...importsServed(businesses),
  ...exportPlansServed(businesses),
  ...jobsServed(allKinds),
  // What is sold first, people last: a number is oftener an order's than an employee's.
  ...findServed(manifests.toReversed().flatMap(({ finds = [] }) => finds)),
  ...healthServed(countGates),
  ...personalServed(personal, personalKept),
  ...personServed({ personal, standing: personalStanding, traces: personalTraces }),
  ...rulesServed(invariants),
  ...resetServed,
];

/** The lists that indexes are kept for. */
export const listsServed = allServed.flatMap(({ list }) => (list ? [list] : []));
