/** Layouts of print templates, whichever business keeps them: a table of templates and one of their elements. */
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { pathsOf } from "~/contract/files";
import { type PrintElement, type PrintLayout, paperSize } from "~/contract/print-sheet";
import { rowsOf } from "./rows";
import type { Call } from "./served";

interface Stored {
  id: number;
  paper: string;
  width: number | null;
  height: number | null;
  pictures: string | null;
  elements: PrintElement[];
}

interface Kept {
  templates: PgTable;
  elements: PgTable;
  /** The column of an element that names its template. */
  by: SQL;
}

/** Each template once; nothing is asked for where there is none. */
export async function printLayouts(
  { db }: Pick<Call, "db">,
  { templates, elements: parts, by }: Kept,
  wanted: readonly (number | null)[],
): Promise<(PrintLayout & { id: number })[]> {
  const ids = [...new Set(wanted.filter((id) => id !== null))];
  if (ids.length === 0) return [];
  const stored = await rowsOf<Stored>(
    db,
    sql`
      select p.id::float8 as id, p.paper, p.width, p.height, p.pictures,
             coalesce((
               select json_agg(json_build_object(
                 'kind', e.kind, 'text', e.text, 'field', e.field, 'picture', e.picture, 'x', e.x, 'y', e.y,
                 'width', e.width, 'height', e.height, 'size', e.size, 'bold', e.bold, 'align', e.align
               ) order by e.position)
               from ${parts} e
               where e.corp_code = p.corp_code and e.${by} = p.id
             ), '[]') as elements
      from ${templates} p
      where p.id in (select value::bigint from json_array_elements_text(${JSON.stringify(ids)}::json))
      order by p.id
    `,
  );
  return stored.flatMap(({ id, pictures, elements, ...paper }) => {
    const size = paperSize(paper);
    return size ? [{ id, ...size, pictures: pathsOf(pictures), elements }] : [];
  });
}
