/** What the page of an order says of the trade: its agency and its guide. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { agency } from "~/contract/travel/agency";
import { guide } from "~/contract/travel/guide";
import type { Origin, OriginTeller } from "../order/origins";

interface Kept {
  agencyId: number | null;
  /** Null of one whom the caller's scope leaves out. */
  agency: string | null;
  guideId: number | null;
  guide: string | null;
}

export const tradeOrigin: OriginTeller<Kept> = {
  business: "travel",
  kept: sql`(
    select jsonb_build_object('agencyId', t.agency_id, 'agency', a.name, 'guideId', t.guide_id, 'guide', g.name)
    from travel_order t
    left join travel_agency a on a.corp_code = t.corp_code and a.id = t.agency_id
    left join guide g on g.corp_code = t.corp_code and g.id = t.guide_id
    where t.corp_code = o.corp_code and t.order_id = o.id
  )`,
  async tell(call, kept) {
    const origins: Origin[] = [];
    if (kept.agency !== null) {
      const path = (await call.opens("agencyList")) ? `${agency.path}/${kept.agencyId}` : null;
      origins.push({ label: m.sale_agency(), text: kept.agency, path });
    }
    if (kept.guide !== null) {
      const path = (await call.opens("guider")) ? `${guide.path}/${kept.guideId}` : null;
      origins.push({ label: m.trade_guide_one(), text: kept.guide, path });
    }
    return origins;
  },
};
