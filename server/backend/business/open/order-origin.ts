/** What the page of an order says of the connected application that placed it, and of the number it has there. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { accessApp } from "~/contract/platform/access-app";
import type { Origin, OriginTeller } from "../order/origins";
import { nameOfApplication } from "../platform/open-application";

export const applicationOrigin: OriginTeller<{ id: number; name: string; outerNo: string }> = {
  business: "open",
  kept: sql`(
    select jsonb_build_object('id', p.access_app_id, 'name', ${nameOfApplication(sql`p.access_app_id`)}, 'outerNo', p.outer_no)
    from open_order p
    where p.corp_code = o.corp_code and p.order_id = o.id
  )`,
  async tell(call, { id, name, outerNo }) {
    const path = (await call.opens("sysAccessApplication")) ? `${accessApp.path}/${id}` : null;
    const origins: Origin[] = [{ label: m.order_origin_application(), text: name, path }];
    return [...origins, { label: m.order_origin_outer_no(), text: outerNo, path: null }];
  },
};
