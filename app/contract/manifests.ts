/** The businesses of the contract: each has its line here, in any order. */
import { announcement } from "./announcement/manifest";
import { calls } from "./calls/manifest";
import { card } from "./card/manifest";
import { content } from "./content/manifest";
import { invoice } from "./invoice/manifest";
import { locker } from "./locker/manifest";
import type { ContractManifest } from "./manifest";
import { messaging } from "./messaging/manifest";
import { mobile } from "./mobile/manifest";
import { open } from "./open/manifest";
import { order } from "./order/manifest";
import { own } from "./own/manifest";
import { parking } from "./parking/manifest";
import { plannedMenu } from "./planned-menu";
import { platform } from "./platform/manifest";
import { report } from "./report/manifest";
import { startup } from "./startup/manifest";
import { stock } from "./stock/manifest";
import { stored } from "./stored/manifest";
import { tenant } from "./tenant/manifest";
import { theatre } from "./theatre/manifest";
import { ticket } from "./ticket/manifest";
import { travel } from "./travel/manifest";
import { years } from "./years/manifest";

export const manifests: readonly ContractManifest[] = [
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

/** Entries that give way to those of a business with the same code. */
export const planned: ContractManifest = { menu: plannedMenu };
