/** The GET calls of specification 7, each as a small function of the tenant's transaction. */
import { asc, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { m } from "~/contract/messages";
import { parameterDefaults } from "~/contract/parameters";
import type { areaAnswer, parameterAnswer } from "~/contract/platform/lookups";
import type { Transaction } from "../../db/database";
import { Unreadable } from "../../kernel/body";
import { Invalid, NotFound } from "../../kernel/refusal";
import { area } from "./corp-schema";
import { sysParam } from "./parameter-schema";

const defaults: Record<string, string> = parameterDefaults;

/** A query parameter, given at most once. */
export function asked(url: URL, name: string): string {
  const given = url.searchParams.getAll(name);
  if (given.length > 1) throw new Unreadable(400, m.ops_repeated_key({ name }));
  return given[0] ?? "";
}

export function oneName(parameter: string, text: string): string {
  if (text === "") throw new Invalid({ [parameter]: [m.v_required()] });
  if (!/^[\w-]{1,60}$/.test(text)) throw new Invalid({ [parameter]: [m.v_invalid()] });
  return text;
}

/** Comma-joined names: at most fifty. */
export function names(url: URL, parameter: string): string[] {
  const list = asked(url, parameter).split(",");
  if (list.length > 50) throw new Invalid({ [parameter]: [m.v_invalid()] });
  return [...new Set(list.map((name) => oneName(parameter, name.trim())))];
}

export function levelsOf(text: string): number {
  if (!/^[1-7]$/.test(text)) throw new Invalid({ levels: [m.v_option()] });
  return Number(text);
}

type Parameter = z.output<typeof parameterAnswer>;

/** Of the parameters asked for, those that there are. */
export async function parameters(tx: Transaction, codes: string[]): Promise<Parameter[]> {
  const known = codes.filter((code) => Object.hasOwn(defaults, code));
  if (known.length === 0) return [];
  const { paramCode: code, paramOption: option } = sysParam;
  const rows = await tx.select({ code, option }).from(sysParam).where(inArray(code, known));
  const options = new Map(rows.map((row) => [row.code, row.option]));
  return known.map((paramCode) => ({ paramCode, paramOption: options.get(paramCode) ?? defaults[paramCode] ?? "" }));
}

export async function parameter(tx: Transaction, code: string): Promise<Parameter> {
  const [found] = await parameters(tx, [code]);
  if (!found) throw new NotFound(m.ops_not_found());
  return found;
}

/** Areas below a parent, `levels` deep (1 to 7). */
export async function areas(tx: Transaction, parent: string, levels: number): Promise<z.output<typeof areaAnswer>> {
  let parents = [parent];
  const found: z.output<typeof areaAnswer> = [];
  for (let level = 0; level < levels && parents.length > 0; level += 1) {
    const rows = await tx
      .select({
        areaCode: area.areaCode,
        parentCode: area.parentCode,
        areaName: area.areaName,
        areaAddr: area.areaAddr,
      })
      .from(area)
      .where(inArray(area.parentCode, parents))
      .orderBy(asc(area.areaCode));
    found.push(...rows);
    parents = rows.map((row) => row.areaCode);
  }
  return found;
}

export async function isReady(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ ready: boolean }>(sql`select exists (select from account where id = 1) as ready`);
  return rows[0]?.ready ?? false;
}
