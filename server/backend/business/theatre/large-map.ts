/** Areas of many seats: told in parts of whole rows, and as a map that is put together by the database. */
import { sql } from "drizzle-orm";
import { partnersIn } from "~/contract/theatre/couples";
import { theatreLayout } from "~/contract/theatre/large-map";
import { mostShown } from "~/contract/theatre/sale";
import { packLetters, packNames, packNumbers } from "~/contract/theatre/seat-pack";
import type { SeatKind } from "~/contract/theatre/seat-plan";
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
  kinds: { kind: SeatKind; at: number }[];
  zones: string;
}

/** Numbers with commas between them, as the browser unpacks them. */
export const packed = (list: string) => packNumbers(list.split(",").map(Number));

const letters: Readonly<Record<SeatKind, string>> = {
  ...{ normal: "o", couple: "b", wheelchair: "w", companion: "p", staff: "s", blocked: "x" },
};

/** As `seat-pack.ts` has them: a couple seat says which half of its pair it is. */
function lettersOf(row: LayoutRow["kinds"]): string {
  const partners = partnersIn(row);
  return row
    .map((seat) => {
      const partner = partners.get(seat);
      return partner ? (partner.at > seat.at ? "c" : "d") : letters[seat.kind];
    })
    .join("");
}

const layoutOf = ofTemplate(async ({ db }: Call, { templateId }: SessionRow, areaId: number) => {
  const rows = await rowsOf<LayoutRow>(
    db,
    sql`
      select s.row_name as name, string_agg(s.id::text, ',' order by s.at) as ids,
             json_agg(s.number order by s.at) as numbers,
             string_agg(s.x::text, ',' order by s.at) as xs, string_agg(s.y::text, ',' order by s.at) as ys,
             json_agg(json_build_object('kind', s.kind, 'at', s.at) order by s.at) as kinds,
             string_agg(s.zone, '' order by s.at) as zones
      from theatre_seat s
      where s.corp_code = current_setting('app.corp_code') and s.template_id = ${templateId}
        and s.template_area_id = ${areaId}
      group by s.row_at, s.row_name
      order by s.row_at
    `,
  );
  if (rows.length === 0) throw new NotFound();
  return rows.map((row) => ({
    ...{ name: row.name, ids: packed(row.ids), numbers: packNames(row.numbers) },
    ...{
      xs: packed(row.xs),
      ys: packed(row.ys),
      kinds: packLetters(lettersOf(row.kinds)),
      zones: packLetters(row.zones),
    },
  }));
});

export const largeMapServed = [
  serve(theatreLayout, async (call, { sessionId, areaId }) => ({
    rows: await layoutOf(call, await readSession(call, sessionId), areaId),
  })),
];
