/** The businesses of the backend: each has its line here, those that others stand on first. */

import { approvalsPersonal } from "../approvals/personal";
import { declareYears, ledgerPart } from "../kernel/closed-years";
import { classTables, unsettles } from "../kernel/data-classes";
import type { Invariants } from "../kernel/invariant";
import { ledgerInvariants } from "../kernel/ledger-audit";
import { mayGo, mechanismPurges, type Purge } from "../kernel/purge";
import { card } from "./card/manifest";
import { content } from "./content/manifest";
import { invoice } from "./invoice/manifest";
import { locker } from "./locker/manifest";
import type { BackendManifest } from "./manifest";
import { mobile } from "./mobile/manifest";
import { open } from "./open/manifest";
import { order } from "./order/manifest";
import { own } from "./own/manifest";
import { parking } from "./parking/manifest";
import { announcement } from "./platform/announcement/manifest";
import { calls } from "./platform/calls/manifest";
import { platform } from "./platform/manifest";
import { messaging } from "./platform/messaging/manifest";
import { tenant } from "./platform/tenant/manifest";
import { report } from "./report/manifest";
import { startup } from "./startup/manifest";
import { stock } from "./stock/manifest";
import { stored } from "./stored/manifest";
import { theatre } from "./theatre/manifest";
import { ticket } from "./ticket/manifest";
import { travel } from "./travel/manifest";
import { yearInvariants } from "./years/invariants";
import { years } from "./years/manifest";

export const manifests: readonly BackendManifest[] = [
  platform,
  ticket,
  order,
  report,
  locker,
  parking,
  card,
  stored,
  open,
  travel,
  stock,
  invoice,
  theatre,
  tenant,
  startup,
  content,
  own,
  announcement,
  messaging,
  calls,
  mobile,
  years,
];

for (const { data, unsettles: unsettling = [], years: ofYears, ledgers = [] } of manifests) {
  if (data) classTables(data);
  if (ofYears) declareYears(ofYears);
  declareYears({ parts: ledgers.map(({ ledger }) => ledgerPart(ledger)) });
  for (const one of unsettling) unsettles(one);
}

/** What goes at night, of all corps. Asked of the classes above whether it may. */
export const purges: readonly Purge[] = [...manifests.flatMap(({ purges: own = [] }) => own), ...mechanismPurges].map(
  mayGo,
);

/** Which columns belong to people: those that are destroyed after their days, and those that are not. */
export const personal = [...manifests.flatMap(({ personal: { erases = [] } = {} }) => erases), ...approvalsPersonal];
export const personalStanding = manifests.flatMap(({ personal: { stands = [] } = {} }) => stands);
export const personalTraces = manifests.flatMap(({ personal: { traces = [] } = {} }) => traces);
export const personalKept = manifests.flatMap(({ personal: { keeps = [] } = {} }) => keeps);

/** What must hold in the data of all businesses. */
export const invariants: Invariants = Object.assign(
  {},
  ...manifests.flatMap(({ invariants: own = {}, ledgers = [] }) => [
    own,
    ...ledgers.map(({ ledger, references }) => ledgerInvariants(ledger, references)),
  ]),
  yearInvariants(),
);
