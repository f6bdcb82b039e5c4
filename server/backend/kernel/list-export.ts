/** A hand-written list as a file: the same conditions, sorts and rows as its pages. */
import { sql } from "drizzle-orm";
import type { ExportColumn, ExportPayload } from "~/contract/export";
import type { Message } from "~/contract/messages";
import { type ExportRow, type ExportSource, windowOf } from "./export-source";
import { type Listing, orderBy } from "./list-page";
import { rowsOf } from "./rows";
import type { Call } from "./served";

interface ListExport<R> {
  title: Message;
  columns: ExportColumn[];
  listing: (call: Call, filters: ExportPayload["filters"]) => Promise<Listing> | Listing;
  /** Rows as people read them. */
  shown: (call: Call, rows: R[]) => Promise<ExportRow[]>;
}

export function listSource<R>({ title, columns, listing, shown }: ListExport<R>): ExportSource {
  return {
    title,
    columns,
    async ids(call, asked, limit) {
      const list = await listing(call, asked.filters);
      const chosen = asked.ids ? [sql`${list.id} = any (${`{${asked.ids.join(",")}}`}::bigint[])`] : [];
      const conditions = [...list.conditions, ...chosen];
      const rows = await rowsOf<{ id: number }>(
        call.db,
        sql`
          select ${list.id} as id
          from ${list.from}
          ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
          order by ${orderBy(list, asked.sort, asked.order)}
          ${windowOf(asked, limit)}
        `,
      );
      return rows.map(({ id }) => Number(id));
    },
    async rows(call, ids) {
      const list = await listing(call, {});
      const page = sql`select id, place from unnest(${`{${ids.join(",")}}`}::bigint[]) with ordinality as page (id, place)`;
      return shown(call, await rowsOf<R>(call.db, list.rows(page)));
    },
  };
}
