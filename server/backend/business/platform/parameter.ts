/** System parameters, system information and dictionaries. */
import { and, eq, inArray } from "drizzle-orm";
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

/** The value of a parameter of the caller's corp, or its default. Runs as the tenant. */
export async function parameterOf(tx: Transaction, paramCode: string): Promise<string> {
  const text = "select param_option from sys_param where param_code = $1";
  const [row] = await prepared<{ param_option: string }>(tx, text, [paramCode]);
  return row?.param_option ?? defaults[paramCode] ?? "";
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

export const parameterServed: Served[] = [servePublic, serveOne, serveAdvance, serveInfo, serveDictionary];
