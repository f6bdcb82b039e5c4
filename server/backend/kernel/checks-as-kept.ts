/** Declared checks in the words of the database, so that they can be held against those that it has. */
import { sql } from "drizzle-orm";
import { checksOf } from "../db/catalogue";
import type { Transaction } from "../db/database";
import { quoted } from "./compare-tables";
import type { DeclaredTable } from "./declared-table";

/**
 * PostgreSQL turns `between` into two comparisons and puts parentheses and types of its own, so texts are alike only once
 * both have been through it: each table with checks is made for a moment, empty, and read back.
 */
export async function withChecksAsKept(tx: Transaction, tables: readonly DeclaredTable[]): Promise<DeclaredTable[]> {
  const asked: DeclaredTable[] = [];
  for (const table of tables) asked.push(table.checks.length > 0 ? await asKept(tx, table) : table);
  return asked;
}

async function asKept(tx: Transaction, table: DeclaredTable): Promise<DeclaredTable> {
  const trial = `trial_of_${table.name}`;
  const columns = table.columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  const rules = table.checks.map(({ rule }, place) => `constraint rule_${place} check (${rule})`);
  await tx.execute(sql.raw(`create temporary table ${trial} (${[...columns, ...rules].join(", ")})`));
  const kept = await checksOf(tx, trial);
  await tx.execute(sql.raw(`drop table ${trial}`));
  const checks = table.checks.map(({ rule }, place) => ({ rule, kept: kept.get(`rule_${place}`) ?? "" }));
  return { ...table, checks };
}
