/** The product's dictionaries in every corp: at each start what is new is added; the words that a corp chose stay. */
import { sql } from "drizzle-orm";
import { productDictionaries } from "~/contract/product-dictionaries";
import type { Transaction } from "../../../db/database";

const types = Object.entries(productDictionaries).map(([code, { name, open = false }]) => ({
  code,
  name: name[0],
  nameEn: name[1],
  open,
}));

const items = Object.entries(productDictionaries).flatMap(([type, { items: list }]) =>
  list.map(([value, label, labelEn, colour], sort) => ({ type, value, label, labelEn, sort, colour })),
);

/**
 * Of one corp, or of all. What stands there already is not touched: a conflict would lock its row, and so write, at
 * every start.
 */
export async function seedDictionaries(tx: Transaction, corpCode: string | null = null): Promise<void> {
  const ofCorps = sql`from corp where ${corpCode}::text is null or corp_code = ${corpCode}`;
  await tx.execute(sql`
    insert into dict_type (corp_code, code, name, name_en, system, open)
    select c.corp_code, t.code, t.name, t."nameEn", true, t.open
    from (select corp_code ${ofCorps}) c
    cross join json_to_recordset(${JSON.stringify(types)}::json) as t (code text, name text, "nameEn" text, open boolean)
    where not exists (
      select from dict_type d
      where (d.corp_code, d.code) = (c.corp_code, t.code) and d.system and d.open = t.open
    )
    on conflict (corp_code, code) do update
      set system = true, open = excluded.open
  `);
  await tx.execute(sql`
    insert into dict_item (corp_code, dict_type, value, label, label_en, sort, colour, system)
    select c.corp_code, i.type, i.value, i.label, i."labelEn", i.sort, i.colour, true
    from (select corp_code ${ofCorps}) c
    cross join json_to_recordset(${JSON.stringify(items)}::json)
      as i (type text, value text, label text, "labelEn" text, sort integer, colour text)
    where not exists (
      select from dict_item d
      where (d.corp_code, d.dict_type, d.value) = (c.corp_code, i.type, i.value) and d.system
    )
    on conflict (corp_code, dict_type, value) do update
      set system = true
  `);
}
