/** Areas of many seats: told in parts of whole rows, and as a map that is put together by the database. */
import { sql } from "drizzle-orm";
import { theatreLayout } from "~/contract/theatre/large-map";
import { mostShown } from "~/contract/theatre/sale";
import { packNumbers } from "~/contract/theatre/seat-pack";
import { NotFound } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { ofTemplate } from "./of-template";
import { readSession, type SessionRow } from "./read-session";

export interface Block {
  /** The place of its first row and of its last among the rows. */
  from: number;
  to: number;
  first: string;
  last: string;
}

/** Whole rows, no more than `mostShown` seats together; one block where all of it fits. */
export const blocksOf = ofTemplate(
  async ({ db }: Call, { templateId }: SessionRow, areaId: number): Promise<Block[]> => {
    const rows = await rowsOf<{ at: number; name: string; n: number }>(
      db,
      sql`
      select row_at as at, row_name as name, count(*)::int as n from theatre_seat
      where corp_code = current_setting('app.corp_code') and template_id = ${templateId} and template_area_id = ${areaId}
      group by row_at, row_name
      order by row_at
    `,
    );
    const blocks: (Block & { seats: number })[] = [];
    for (const { at, name, n } of rows) {
      const last = blocks.at(-1);
      if (last && last.seats + n <= mostShown) Object.assign(last, { to: at, last: name, seats: last.seats + n });
      else blocks.push({ from: at, to: at, first: name, last: name, seats: n });
    }
    return blocks.map(({ seats: _, ...block }) => block);
  },
);

interface LayoutRow {
  name: string;
  ids: string;
  numbers: string[];
  xs: string;
  ys: string;
  kinds: string;
  zones: string;
}

/** Numbers with commas between them, as the browser unpacks them. */
export const packed = (list: string) => packNumbers(list.split(",").map(Number));

export const largeMapServed = [
  serve(theatreLayout, async (call, { sessionId, areaId }) => {
    const { templateId } = await readSession(call, sessionId);
    const rows = await rowsOf<LayoutRow>(
      call.db,
      sql`
        select s.row_name as name, string_agg(s.id::text, ',' order by s.at) as ids,
               json_agg(s.number order by s.at) as numbers,
               string_agg(s.x::text, ',' order by s.at) as xs, string_agg(s.y::text, ',' order by s.at) as ys,
               string_agg(case s.kind when 'couple' then 'c' when 'wheelchair' then 'w' when 'companion' then 'p'
                 when 'staff' then 's' when 'blocked' then 'x' else 'o' end, '' order by s.at) as kinds,
               string_agg(s.zone, '' order by s.at) as zones
        from theatre_seat s
        where s.corp_code = current_setting('app.corp_code') and s.template_id = ${templateId}
          and s.template_area_id = ${areaId}
        group by s.row_at, s.row_name
        order by s.row_at
      `,
    );
    if (rows.length === 0) throw new NotFound();
    return { rows: rows.map((row) => ({ ...row, ids: packed(row.ids), xs: packed(row.xs), ys: packed(row.ys) })) };
  }),
];
