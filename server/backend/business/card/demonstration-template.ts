/** A card template that the annual and season cards of the demonstration are printed by. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { rowsOf } from "../../kernel/rows";
import type { DemoPeople } from "../manifest";

type Element = readonly [kind: string, field: string | null, x: number, y: number, w: number, h: number, size: number];

const elements: readonly Element[] = [
  ["field", "corpName", 5, 4, 50, 6, 10],
  ["field", "typeName", 5, 11, 50, 9, 16],
  ["line", null, 5, 21, 50, 0.4, 10],
  ["field", "holder", 5, 24, 50, 6, 11],
  ["field", "valid", 5, 31, 50, 5, 8],
  ["barCode", "number", 5, 38, 50, 12, 10],
  ["photo", null, 60, 4, 21, 27, 10],
  ["qr", null, 62, 34, 17, 17, 10],
];

/** Once: where there is a template, everything is left as it is. */
export async function seedTemplate(tx: Transaction, { say }: DemoPeople): Promise<void> {
  const [made] = await rowsOf<{ id: number }>(
    tx,
    sql`
      insert into card_template (name, paper)
      select ${say("青云山年卡卡面", "Annual card, front")}, 'card'
      where not exists (select from card_template) and exists (select from card_type where code = 'NK-01')
      returning id::float8 as id
    `,
  );
  if (!made) return;
  const rows = elements.map(([kind, field, x, y, width, height, size], position) => {
    return { position, kind, field, x, y, width, height, size, bold: field === "typeName" };
  });
  await tx.execute(sql`
    insert into card_template_element
      (card_template_id, position, kind, field, x, y, width, height, size, bold, align)
    select ${made.id}, e.position, e.kind, e.field, e.x, e.y, e.width, e.height, e.size, e.bold, 'left'
    from json_to_recordset(${JSON.stringify(rows)}::json) as e (
      position int, kind text, field text, x numeric, y numeric, width numeric, height numeric, size int, bold boolean
    )
  `);
  await tx.execute(sql`update card_type set card_template_id = ${made.id} where code in ('NK-01', 'NK-02', 'JK-01')`);
}
