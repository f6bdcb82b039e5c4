/** The businesses of the backend: each has its line here, those that others stand on first. */
import { ledgerInvariants } from "../kernel/ledger-look";
import { locker } from "./locker/manifest";
import type { BackendManifest } from "./manifest";
import { order } from "./order/manifest";
import { platform } from "./platform/manifest";
import { report } from "./report/manifest";
import { ticket } from "./ticket/manifest";

export const manifests: readonly BackendManifest[] = [platform, ticket, order, report, locker];

/** What must hold in the data of all businesses: by the sentence, a query for the rows that break it. */
export const invariants: Readonly<Record<string, string>> = Object.assign(
  {},
  ...manifests.flatMap(({ invariants: own = {}, ledgers = [] }) => [
    own,
    ...ledgers.map(({ ledger }) => ledgerInvariants(ledger)),
  ]),
);
