/** Price zones and areas of halls. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { theatreArea as areaResource, theatreUnseated, theatreZone as zoneResource } from "~/contract/theatre/area";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { serveList } from "../../kernel/serve-list";
import type { Call } from "../../kernel/served";
import { theatreArea, theatreAreaTicketPrice, theatreTemplateTicketPrice, theatreZone } from "./schema";
import { hallReference } from "./venue";

export const zoneReference = { table: theatreZone, name: theatreZone.name };
export const areaReference = { table: theatreArea, name: theatreArea.name, status: theatreArea.status };

dependsOn("theatreHall", {
  table: theatreZone,
  by: theatreZone.hallId,
  name: theatreZone.name,
  words: m.theatre_has_zones,
});
dependsOn("theatreHall", {
  table: theatreArea,
  by: theatreArea.hallId,
  name: theatreArea.name,
  words: m.theatre_has_areas,
});
dependsOn("theatreZone", {
  table: theatreArea,
  by: theatreArea.zoneId,
  name: theatreArea.name,
  words: m.theatre_has_areas,
});
dependsOn("theatreZone", {
  ...{ table: theatreTemplateTicketPrice, by: (id) => sql`zone_id = ${id}`, words: m.theatre_has_prices },
});
dependsOn("theatreArea", {
  ...{ table: theatreAreaTicketPrice, by: (id) => sql`area_id = ${id}`, words: m.theatre_has_prices },
});

const references = { hallId: hallReference, zoneId: zoneReference };

export const areaServed = [
  ...serveResource(zoneResource, { table: theatreZone, references: { hallId: hallReference }, check: checkZone }),
  ...serveResource(areaResource, { table: theatreArea, references, check: checkArea }),
  ...serveList(theatreUnseated, { table: theatreArea, references }),
];

function checkZone(_call: Call, values: Values): void {
  if (typeof values.code !== "string") return;
  values.code = values.code.toUpperCase();
  if (!/^[A-Z]$/.test(values.code)) throw new Invalid({ code: [m.theatre_v_letter()] });
}

/** A zone is one of the same hall. */
async function checkArea({ db }: Call, values: Values, before: Values | null): Promise<void> {
  const { zoneId, hallId, kind, capacity } = { ...before, ...values };
  const [zone] = await db
    .select({ hallId: theatreZone.hallId })
    .from(theatreZone)
    .where(eq(theatreZone.id, Number(zoneId)));
  if (zone && zone.hallId !== Number(hallId)) throw new Invalid({ zoneId: [m.theatre_v_other_hall()] });
  if (kind === "unseated" && !(Number(capacity) > 0)) throw new Invalid({ capacity: [m.theatre_v_capacity()] });
}
