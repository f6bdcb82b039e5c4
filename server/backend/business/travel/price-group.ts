/** Price groups of agencies; which of them an agency is in stands with the agency. */
import { m } from "~/contract/messages";
import { travelPriceGroup as resource } from "~/contract/travel/price-group";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import type { Served } from "../../kernel/served";
import { travelPriceGroup as table } from "./sales-schema";
import { travelAgency } from "./schema";

dependsOn("travelPriceGroup", {
  table: travelAgency,
  by: travelAgency.priceGroupId,
  name: travelAgency.name,
  words: m.trade_group_has_agencies,
});

export const priceGroupServed: Served[] = serveResource(resource, { table });
