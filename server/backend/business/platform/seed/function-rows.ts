/**
 * The product's functions and buttons as rows: matched by what they are keyed by, never by their place. A row keeps its id
 * as long as its function is there, so favourites, tabs and grants keep pointing at it.
 */
import { sql } from "drizzle-orm";
import { type Button, functionTree, buttons as productButtons, type TreeGroup } from "~/contract/function-tree";
import type { Message } from "~/contract/messages";
import type { Transaction } from "../../../db/database";
import { functionChanges, type KnownRow, type ProductRow } from "./function-changes";

const named = (label: Message) => ({ name: label({}, { locale: "zh-CN" }), nameEn: label({}, { locale: "en" }) });

/** Groups before their entries, in the product's order. */
function productRows(tree: readonly TreeGroup[]): ProductRow[] {
  return tree.flatMap((group) => {
    const key = `group:${group.key}`;
    const head: ProductRow = {
      ...named(group.label),
      ...{ key, parent: null, url: "", code: "", icon: `${group.icon},${group.icon}-active`, help: "" },
      built: true,
      headOffice: false,
    };
    const entries = group.entries.map((entry): ProductRow => {
      const { code, url, help = "", built = false, headOffice = false } = entry;
      return { ...named(entry.label), key: entry.key, parent: key, url, code, icon: "", help, built, headOffice };
    });
    return [head, ...entries];
  });
}

/** Writes what is new or changed: at an ordinary start nothing, not even the lock of a row. */
export async function seedFunctions(
  tx: Transaction,
  tree: readonly TreeGroup[] = functionTree,
  buttons: ReadonlyMap<string, readonly Button[]> = productButtons,
): Promise<void> {
  const { rows: known } = await tx.execute<KnownRow & Record<string, unknown>>(sql`
    select id::float8 as id, parent_id::float8 as "parentId", sort, key, fun_url as url, fun_code as code, built, enabled,
           switched, head_office as "headOffice", fun_name as name, fun_name_en as "nameEn",
           product_name as "productName", product_name_en as "productNameEn"
    from fun
    order by sort, id
  `);
  const { added, changed, sorts } = functionChanges(productRows(tree), known);
  // Groups first: an entry asks for its group's id.
  for (const rows of [added.filter(({ parent }) => parent === null), added.filter(({ parent }) => parent !== null)]) {
    if (rows.length === 0) continue;
    await tx.execute(sql`
      insert into fun (key, parent_id, parent_ids, fun_name, fun_name_en, product_name, product_name_en, fun_url, fun_code,
                       fun_ico, description, use_flag, enabled, built, head_office, sort)
      select t.key, coalesce(above.id, 0), '', t.name, t."nameEn", t.name, t."nameEn", t.url, t.code, t.icon, t.help,
             case t.help when '' then 'F' else 'T' end, t.built, t.built, t."headOffice", t.sort
      from json_to_recordset(${JSON.stringify(rows)}::json) as t
        (key text, parent text, name text, "nameEn" text, url text, code text, icon text, help text, built boolean,
         "headOffice" boolean, sort integer)
      left join fun above on above.key = t.parent
    `);
  }
  for (const row of changed) {
    await tx.execute(sql`
      update fun
      set (fun_url, fun_code, built, enabled, head_office, fun_name, fun_name_en, product_name, product_name_en) =
          (${row.url}, ${row.code}, ${row.built}, ${row.enabled}, ${row.headOffice}, ${row.name}, ${row.nameEn},
           ${row.productName}, ${row.productNameEn})
      where id = ${row.id}
    `);
  }
  for (const { id, sort } of sorts) await tx.execute(sql`update fun set sort = ${sort} where id = ${id}`);
  await seedButtons(tx, buttons);
}

/** What is called otherwise, or shown under another function, is put right; what no function shows any more goes. */
async function seedButtons(tx: Transaction, buttons: ReadonlyMap<string, readonly Button[]>): Promise<void> {
  const rows = JSON.stringify(
    [...buttons].flatMap(([funCode, list]) => list.map(({ code, label }) => ({ funCode, code, ...named(label) }))),
  );
  const product = sql`json_to_recordset(${rows}::json) as b (code text, "funCode" text, name text, "nameEn" text)`;
  await tx.execute(sql`
    insert into button (code, fun_code, name, name_en)
    select code, "funCode", name, "nameEn"
    from ${product}
    where not exists (
      select from button known
      where (known.code, known.fun_code, known.name, known.name_en) = (b.code, b."funCode", b.name, b."nameEn")
    )
    on conflict (code) do update
      set (fun_code, name, name_en) = (excluded.fun_code, excluded.name, excluded.name_en)
  `);
  await tx.execute(sql`delete from button where code not in (select code from ${product})`);
}
