/** Sales pages: what is on them, and how they look today. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { previewSalesPage, salesPage as resource } from "~/contract/ticket/sales-page";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid, NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { typeWhyNot } from "./rules/sellable";
import { counterChannel, priceOf, readSaleContext } from "./sale-context";
import { salesPageItem, salesPage as table } from "./sales-page-schema";
import { pos, ticketType } from "./schema";

dependsOn("salesPage", { table: pos, by: pos.salesPageId, name: pos.name, words: m.sales_page_pos_dep });
dependsOn("ticketType", {
  table,
  by: (id) => sql`${table.id} in (select sales_page_id from sales_page_item where ticket_type_id = ${id})`,
  name: table.name,
  words: m.sales_page_dep,
});

/** One page for a whole channel; and what the channel does not sell cannot be put on it. */
async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const { channel, wholeChannel, items } = { ...before, ...values };
  if (wholeChannel === true) {
    const other = await firstOf<{ name: string }>(
      call.db,
      sql`
        select name from sales_page
        where whole_channel and channel = ${channel} and id <> ${before?.id ?? 0}
      `,
    );
    if (other) throw new Invalid({ wholeChannel: [m.sales_page_one_whole({ name: other.name })] });
  }
  if (!isRows(items)) return;
  const ids = items.map(({ ticketTypeId }) => ticketTypeId);
  const closed = await rowsOf<{ id: number; name: string }>(
    call.db,
    sql`
      select id, name from ticket_type
      where id in (select value::bigint from json_array_elements_text(${JSON.stringify(ids)}::json))
        and not ${channel}::text = any (channels)
    `,
  );
  const names = new Map(closed.map(({ id, name }) => [id, name]));
  const errors = ids.flatMap((id, line) => {
    const name = names.get(Number(id));
    return name === undefined ? [] : [[`items.${line}.ticketTypeId`, [m.sales_page_other_channel({ name })]]];
  });
  if (errors.length > 0) throw new Invalid(Object.fromEntries(errors));
}

interface Item {
  ticketTypeId: number;
  heading: string;
}

const servePreview = serve(previewSalesPage, async (call, { id }) => {
  const page = await firstOf<{ channel: string; items: Item[]; posNames: string[] }>(
    call.db,
    sql`
      select s.channel,
             coalesce((
               select json_agg(json_build_object(
                 'ticketTypeId', i.ticket_type_id, 'heading', coalesce(i.heading, '')
               ) order by i.position)
               from sales_page_item i
               where i.corp_code = s.corp_code and i.sales_page_id = s.id
             ), '[]') as items,
             coalesce((
               select json_agg(p.name order by p.id)
               from pos p
               where p.corp_code = s.corp_code and p.sales_page_id = s.id and p.status = 'T'
             ), '[]') as "posNames"
      from sales_page s
      where s.id = ${id}
    `,
  );
  if (!page) throw new NotFound();
  const day = businessDay(call.now);
  const ids = page.items.map(({ ticketTypeId }) => ticketTypeId);
  const context = await readSaleContext(call, day, ids);
  const types = new Map(context.types.map((type) => [type.id, type]));
  const groups = groupsOf(page.items).map(({ heading, items }) => ({
    heading,
    types: items.flatMap(({ ticketTypeId }) => {
      const type = types.get(ticketTypeId);
      if (!type) return [];
      const { name, parkName, listPrice, slots } = type;
      const price = page.channel === counterChannel ? priceOf(context, type, slots[0] ?? "").price : listPrice;
      const whyNot = typeWhyNot(type, { channel: page.channel, visitDay: day, now: call.now });
      return [{ ticketTypeId, name, parkName, price, whyNot }];
    }),
  }));
  return { groups, posNames: page.posNames };
});

/** Groups stand where their first ticket does. */
export function groupsOf(items: readonly Item[]): { heading: string; items: Item[] }[] {
  const headings = [...new Set(items.map(({ heading }) => heading))];
  return headings.map((heading) => ({ heading, items: items.filter((item) => item.heading === heading) }));
}

export const salesPageServed = [
  ...serveResource(resource, {
    table,
    lines: { items: salesPageItem },
    references: {
      "items.ticketTypeId": { table: ticketType, name: ticketType.name, status: ticketType.status },
    },
    check,
  }),
  servePreview,
];
