/** System parameters, system information and dictionaries. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Locale } from "~/contract/messages";
import { typesDictionary } from "~/contract/platform/dictionary";
import {
  getAdvancePreByCorpCode,
  getSysInfo,
  getSysParamByCode,
  getSysParamBySaaS,
  getTktDictDetailByCode,
  otherParameters,
  publicParameters,
} from "~/contract/platform/parameter";
import type { Option } from "~/contract/resource";
import type { Transaction } from "../../db/database";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { type Served, serve } from "../../kernel/served";
import { flag } from "./flag";
import { corp, sysParam } from "./schema";

const defaults: Record<string, string> = { ...publicParameters, ...otherParameters };

const servePublic = serve(
  getSysParamBySaaS,
  async ({ db, caller: { corpCode } }) => {
    const codes = Object.keys(publicParameters);
    const rows = await db
      .select()
      .from(sysParam)
      .where(and(eq(sysParam.corpCode, corpCode), inArray(sysParam.paramCode, codes)));
    const options = new Map(rows.map((row) => [row.paramCode, row.paramOption]));
    return codes.map((paramCode) => ({ paramCode, paramOption: options.get(paramCode) ?? defaults[paramCode] ?? "" }));
  },
  { asOwner: true },
);

const serveOne = serve(getSysParamByCode, async ({ db }, { paramCode }) => {
  const [row] = await db.select().from(sysParam).where(eq(sysParam.paramCode, paramCode));
  if (row) return { paramCode, paramOption: row.paramOption, remark: row.remark };
  if (!Object.hasOwn(defaults, paramCode)) throw new NotFound();
  return { paramCode, paramOption: defaults[paramCode] ?? "", remark: "" };
});

/** The value of a parameter of a corp by its code, or its default. Runs as the owner. */
export async function parameterOfCorp(tx: Transaction, corpCode: string, paramCode: string): Promise<string> {
  const text = "select param_option from sys_param where corp_code = $1 and param_code = $2";
  const [row] = await prepared<{ param_option: string }>(tx, text, [corpCode, paramCode]);
  return row?.param_option ?? defaults[paramCode] ?? "";
}

/** The corps that are open, in the order of their codes. Runs as the owner. */
export function openCorps(tx: Transaction): Promise<{ corpCode: string; name: string }[]> {
  return prepared(tx, `select corp_code as "corpCode", name from corp where status = 'T' order by corp_code`, []);
}

const serveAdvance = serve(
  getAdvancePreByCorpCode,
  async ({ db }, { newCorpCode }) => {
    const [row] = await db.select().from(corp).where(eq(corp.corpCode, newCorpCode));
    if (!row) throw new NotFound();
    return { corpCode: row.corpCode, isAdvancePre: flag(row.isAdvancePre) };
  },
  { asOwner: true },
);

const serveInfo = serve(
  getSysInfo,
  async ({ db, caller: { corpCode } }) => {
    const [row] = await db.select().from(corp).where(eq(corp.corpCode, corpCode));
    return {
      sysName: row?.sysName ?? "",
      logoImg: row?.logoImg ?? "",
      menuImg: row?.menuImg ?? "",
      returnUrl: row?.returnUrl ?? "",
    };
  },
  { asOwner: true },
);

const serveDictionary = serve(getTktDictDetailByCode, async ({ db, locale }, { dictType, dictCode }) => {
  const all = (await dictionariesOf(db, [dictType], locale))[dictType] ?? [];
  // To choose from: what is suspended is still found by its code.
  const items = dictCode === undefined ? all.filter(({ off }) => !off) : all;
  return dictCode === undefined ? items : items.filter((item) => item.value === dictCode);
});

/** Items of several dictionaries, in their order, labelled in the language asked for. Runs as the tenant. */
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

/** For a statement of others: the name of the caller's corp. */
export const ownName: SQL = sql`coalesce((select name from own_corp), '')`;

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

export const parameterServed: Served[] = [servePublic, serveOne, serveAdvance, serveInfo, serveDictionary];
