/** What of a type the gates go by. */
import type { CardRules } from "~/contract/card/gate-card";
import type { ReadType } from "./read-type";

export function rulesOf({ name, perDay, inAll, minutesBetween, places, offs }: ReadType): CardRules {
  const at = places.map(({ parkId, gateGroupId }) => ({ parkId, gateGroupId }));
  return { name, perDay, inAll, minutesBetween, places: at, offs };
}
