/** The screens of the businesses: each has its line here, in any order. */
import { announcement } from "./announcement/manifest";
import { calls } from "./calls/manifest";
import { card } from "./card/manifest";
import { configuration } from "./configuration/manifest";
import { content } from "./content/manifest";
import { invoice } from "./invoice/manifest";
import { locker } from "./locker/manifest";
import { order } from "./order/manifest";
import { parking } from "./parking/manifest";
import { platform } from "./platform/manifest";
import { report } from "./report/manifest";
import type { ScreenManifest } from "./screen-manifest";
import { startup } from "./startup/manifest";
import { stock } from "./stock/manifest";
import { stored } from "./stored/manifest";
import { tenant } from "./tenant/manifest";
import { theatre } from "./theatre/manifest";
import { ticket } from "./ticket/manifest";
import { travel } from "./travel/manifest";
import { years } from "./years/manifest";

export const manifests: readonly ScreenManifest[] = [
  platform,
  ticket,
  order,
  report,
  locker,
  parking,
  card,
  stored,
  travel,
  stock,
  invoice,
  theatre,
  tenant,
  startup,
  content,
  announcement,
  calls,
  configuration,
  years,
];
