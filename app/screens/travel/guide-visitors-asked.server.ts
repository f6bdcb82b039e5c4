/** What the address of "visitors by guide" asks for, of its page and of its file. */

import type { PayloadOf } from "~/contract/method";
import type { guideVisitors } from "~/contract/travel/guide-visitors";
import { dayFrom } from "../query.server";

export const visitorsPath = "/travelInfo/guiderNumDetail";

export function visitorsAsked(request: Request): PayloadOf<typeof guideVisitors> {
  const { searchParams } = new URL(request.url);
  const idOf = (name: string) => {
    const text = searchParams.get(name) ?? "";
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  };
  const [from, to] = [dayFrom(request, "from", ""), dayFrom(request, "to", "")];
  const [guideId, agencyId] = [idOf("guideId"), idOf("agencyId")];
  return { ...(from && { from }), ...(to && { to }), ...(guideId && { guideId }), ...(agencyId && { agencyId }) };
}
