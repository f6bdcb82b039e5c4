/** Items of dictionaries, as choices and as parts of statements. Run as the tenant. */
import { type SQL, sql } from "drizzle-orm";
import type { Locale } from "~/contract/messages";
import { typesDictionary } from "~/contract/platform/dictionary";
import type { Option } from "~/contract/resource";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";

/** Items of several dictionaries, in their order, labelled in the language asked for. */
export async function dictionariesOf(
  tx: Transaction,
  types: string[],
  locale: Locale,
): Promise<Record<string, Option[]>> {
  const found: Record<string, Option[]> = Object.fromEntries(types.map((type) => [type, []]));
  if (types.length === 0) return found;
  const rows = await prepared<Item>(tx, itemsOf, [types, locale]);
  for (const { type, value, label, status, colour, preset } of rows)
    found[type]?.push({
      value,
      label,
      ...(status === "F" && { off: true as const }),
      ...(colour && { tone: colour }),
      ...(preset && { preset: true as const }),
    });
  return found;
}

interface Item {
  type: string;
  value: string;
  label: string;
  status: string;
  colour: string | null;
  preset: boolean;
}

/** The types themselves are a dictionary too, to choose one from. */
const itemsOf = `
  select dict_type as type, value, case $2::text when 'en' then label_en else label end as label,
         status, colour, is_default as preset, sort, id
  from dict_item
  where dict_type = any ($1::text[])
  union all
  select '${typesDictionary}', code, case $2::text when 'en' then name_en else name end, 'T', null, false, 0, id
  from dict_type
  where '${typesDictionary}' = any ($1::text[])
  order by type, sort, id
`;

/** What an item in use is called, as a row that outlives it keeps it; null where there is none. */
export async function labelOfItem(tx: Transaction, dictionary: string, value: string): Promise<string | null> {
  const [item] = await prepared<{ label: string }>(tx, itemInUse, [dictionary, value]);
  return item?.label ?? null;
}

const itemInUse = "select label from dict_item where dict_type = $1 and value = $2 and status = 'T'";

/** For a statement of others: those of the values that are no item in use of a dictionary, as a JSON array. */
export function unknownItems(dictionary: string, values: readonly string[]): SQL {
  return sql`(
    select coalesce(json_agg(asked.value), '[]')
    from json_array_elements_text(${JSON.stringify(values)}::json) asked
    where not exists (
      select from dict_item d
      where d.dict_type = ${dictionary} and d.value = asked.value and d.status = 'T'
    )
  )`;
}

/** For a statement of others: the items in use of a dictionary as options, a JSON array in the order of the dictionary. */
export function optionsOf(dictionary: string, locale: Locale): SQL {
  const label = locale === "en" ? sql`label_en` : sql`label`;
  return sql`coalesce((
    select json_agg(json_build_object('value', value, 'label', ${label}) order by sort, value)
    from dict_item
    where dict_type = ${dictionary} and status = 'T'
  ), '[]')`;
}
