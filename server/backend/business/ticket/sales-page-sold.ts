/** What a sale asks of sales pages: the page that counts where it is made, and why something is not sold there. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Call } from "../../kernel/served";

export interface SoldPage {
  name: string;
  /** What is not on it may be sold by who has the right. */
  others: boolean;
  /** In order. */
  items: { ticketTypeId: number; heading: string }[];
}

/** That of the point of sale, or of the whole channel; null where there is neither. */
export const pageOf = (channel: string, posId: number): SQL => sql`
  select json_build_object(
    'name', s.name,
    'others', s.others,
    'items', (
      select coalesce(json_agg(
        json_build_object('ticketTypeId', i.ticket_type_id, 'heading', coalesce(i.heading, '')) order by i.position
      ), '[]')
      from sales_page_item i
      where i.corp_code = s.corp_code and i.sales_page_id = s.id
    )
  )
  from sales_page s
  where s.id = (select sales_page_id from pos where id = ${posId})
     or (s.whole_channel and s.channel = ${channel})
  order by s.id = (select sales_page_id from pos where id = ${posId}) desc nulls last
  limit 1
`;

/** Whether the caller sells what is not on the page. */
export async function maySellOthers(call: Call, page: SoldPage | null): Promise<boolean> {
  return page === null || (page.others && (await call.may("sale:beyondPage")));
}

/** Why the type is not sold there; "" when it is on the page. */
export function pageWhyNot(page: SoldPage | null, { id, name }: { id: number; name: string }): string {
  if (page === null || page.items.some(({ ticketTypeId }) => ticketTypeId === id)) return "";
  return page.others
    ? m.sales_page_no_right({ name, page: page.name })
    : m.sales_page_not_on({ name, page: page.name });
}
