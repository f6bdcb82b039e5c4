/** Areas by code: their full addresses, and the way down to one from the root. */
import { inArray, or } from "drizzle-orm";
import type { z } from "zod";
import { type areaAnswer, rootArea } from "~/contract/platform/lookups";
import type { Option } from "~/contract/resource";
import type { Transaction } from "../../db/database";
import { area } from "./schema";

type Area = z.output<typeof areaAnswer>[number];

/** Specification 9: the picker goes this deep. */
export const maxLevels = 7;

const columns = {
  areaCode: area.areaCode,
  parentCode: area.parentCode,
  areaName: area.areaName,
  areaAddr: area.areaAddr,
};

/** Full addresses of the codes that there are. */
export async function areaLabels(tx: Transaction, codes: string[]): Promise<Option[]> {
  if (codes.length === 0) return [];
  const rows = await tx.select(columns).from(area).where(inArray(area.areaCode, codes));
  return rows.map(({ areaCode, areaAddr }) => ({ value: areaCode, label: areaAddr }));
}

/** From the topmost down to the area itself; nothing for a code that is not there. */
export async function areaPath(tx: Transaction, code: string): Promise<Area[]> {
  const path: Area[] = [];
  let next = code;
  while (next !== rootArea && path.length < maxLevels) {
    const [found] = await tx
      .select(columns)
      .from(area)
      .where(inArray(area.areaCode, [next]));
    if (!found) return [];
    path.unshift(found);
    next = found.parentCode;
  }
  return path;
}

/** Codes by full address and by code itself, in lower case, of those texts that are one. */
export async function areasNamed(tx: Transaction, texts: string[]): Promise<Map<string, string>> {
  if (texts.length === 0) return new Map();
  const rows = await tx
    .select(columns)
    .from(area)
    .where(or(inArray(area.areaCode, texts), inArray(area.areaAddr, texts)));
  return new Map(
    rows.flatMap(({ areaCode, areaAddr }): [string, string][] => [
      [areaAddr.toLowerCase(), areaCode],
      [areaCode, areaCode],
    ]),
  );
}
