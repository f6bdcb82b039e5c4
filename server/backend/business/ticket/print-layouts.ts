/** The layouts of the templates that tickets are printed by. */
import { sql } from "drizzle-orm";
import { pathsOf } from "~/contract/files";
import type { PrintElement, PrintLayout } from "~/contract/ticket/print-paper";
import { paperSize } from "~/contract/ticket/print-paper";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

interface Stored {
  id: number;
  paper: string;
  width: number | null;
  height: number | null;
  pictures: string | null;
  elements: PrintElement[];
}

/** Each template once; none is asked for where no ticket has one. */
export async function templatesOf(
  call: Call,
  tickets: readonly { templateId: number | null }[],
): Promise<(PrintLayout & { id: number })[]> {
  const ids = [...new Set(tickets.flatMap(({ templateId }) => templateId ?? []))];
  if (ids.length === 0) return [];
  const stored = await rowsOf<Stored>(
    call.db,
    sql`
      select p.id, p.paper, p.width, p.height, p.pictures,
             coalesce((
               select json_agg(json_build_object(
                 'kind', e.kind, 'text', e.text, 'field', e.field, 'picture', e.picture, 'x', e.x, 'y', e.y,
                 'width', e.width, 'height', e.height, 'size', e.size, 'bold', e.bold, 'align', e.align
               ) order by e.position)
               from print_template_element e
               where e.corp_code = p.corp_code and e.print_template_id = p.id
             ), '[]') as elements
      from print_template p
      where p.id in (select value::bigint from json_array_elements_text(${JSON.stringify(ids)}::json))
      order by p.id
    `,
  );
  return stored.flatMap(({ id, pictures, elements, ...paper }) => {
    const size = paperSize(paper);
    return size ? [{ id, ...size, pictures: pathsOf(pictures), elements }] : [];
  });
}
