/** What the page of an order says of the trade: its agency and its guide. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { agency } from "~/contract/travel/agency";
import { guide } from "~/contract/travel/guide";
import type { BesideOrder } from "../order/list-beside";
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

/** Its agency and its guide in lists: by a part of the name, from the orders of those. */
export const tradeBeside: Record<"agencyName" | "guideName", BesideOrder> = {
  agencyName: {
    shown: sql`(
      select a.name
      from travel_order t
      join travel_agency a on a.corp_code = t.corp_code and a.id = t.agency_id
      where t.corp_code = o.corp_code and t.order_id = o.id
    )`,
    found: (text) => sql`
      select t.order_id
      from travel_order t
      where t.corp_code = current_setting('app.corp_code')
        and t.agency_id in (select a.id from travel_agency a where position(lower(${text}) in lower(a.name)) > 0)
    `,
  },
  guideName: {
    shown: sql`(
      select g.name
      from travel_order t
      join guide g on g.corp_code = t.corp_code and g.id = t.guide_id
      where t.corp_code = o.corp_code and t.order_id = o.id
    )`,
    found: (text) => sql`
      select t.order_id
      from travel_order t
      where t.corp_code = current_setting('app.corp_code')
        and t.guide_id in (select g.id from guide g where position(lower(${text}) in lower(g.name)) > 0)
    `,
  },
};
