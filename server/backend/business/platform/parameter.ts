/** System parameters, system information and dictionaries. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { definitionOf } from "~/contract/parameter-declaration";
import { publicParameters } from "~/contract/parameters";
import {
  getAdvancePreByCorpCode,
  getSysInfo,
  getSysParamByCode,
  getSysParamBySaaS,
  getTktDictDetailByCode,
} from "~/contract/platform/parameter";
import type { Transaction } from "../../db/database";
import { dictionariesOf } from "../../kernel/dictionaries";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { type Served, serve } from "../../kernel/served";
import { corp } from "./corp-schema";
import { flag } from "./flag";
import { sysParam } from "./parameter-schema";

const servePublic = serve(
  getSysParamBySaaS,
  async ({ db, caller: { corpCode } }) => {
    const codes = Object.keys(publicParameters);
    const rows = await db
      .select()
      .from(sysParam)
      .where(and(eq(sysParam.corpCode, corpCode), inArray(sysParam.paramCode, codes)));
    const options = new Map(rows.map((row) => [row.paramCode, row.paramOption]));
    return codes.map((paramCode) => ({
      paramCode,
      paramOption: options.get(paramCode) ?? publicParameters[paramCode] ?? "",
    }));
  },
  { asOwner: true },
);

const serveOne = serve(getSysParamByCode, async ({ db }, { paramCode }) => {
  const [row] = await db.select().from(sysParam).where(eq(sysParam.paramCode, paramCode));
  if (row) return { paramCode, paramOption: row.paramOption, remark: row.remark };
  const known = definitionOf(paramCode);
  if (!known) throw new NotFound();
  return { paramCode, paramOption: known.default, remark: "" };
});

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
      signInImg: row?.signInImg ?? "",
      brandColor: row?.brandColor ?? "",
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

/** For a statement of others: the name of the caller's corp. */
export const ownName: SQL = sql`coalesce((select name from own_corp), '')`;

export const parameterServed: Served[] = [servePublic, serveOne, serveAdvance, serveInfo, serveDictionary];
