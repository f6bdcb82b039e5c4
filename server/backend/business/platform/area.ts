/** The way down to an area from the root. */
import { inArray } from "drizzle-orm";
import type { z } from "zod";
import { type areaAnswer, rootArea } from "~/contract/platform/lookups";
import type { Transaction } from "../../db/database";
import { area } from "./corp-schema";

type Area = z.output<typeof areaAnswer>[number];

/** Specification 9: the picker goes this deep. */
export const maxLevels = 7;

const columns = {
  areaCode: area.areaCode,
  parentCode: area.parentCode,
  areaName: area.areaName,
  areaAddr: area.areaAddr,
};

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
