/** When an account exported a list last, with the same filters; a plan has its own last run. */
import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { ExportPayload } from "~/contract/export";
import type { Transaction } from "../db/database";
import { isOfThisServer, type LookMark } from "../kernel/changed-since";
import { exportMark as table } from "./plan-schema";

export interface ExportKey {
  accountId: number;
  /** Business and name of the export method. */
  list: string;
  filters: ExportPayload["filters"];
  /** 0: exported by hand. */
  planId: number;
}

/** Days for which it is remembered: after that an export is of everything. */
const keptDays = 400;

/** Filters that are left empty do nothing, and their order is nobody's matter. */
function digestOf({ filters, planId }: ExportKey): string {
  if (planId !== 0) return "";
  const said = Object.entries(filters)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== "")
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 32);
}

const ofKey = (key: ExportKey) =>
  and(
    eq(table.accountId, key.accountId),
    eq(table.list, key.list),
    eq(table.asked, digestOf(key)),
    eq(table.planId, key.planId),
  );

/** Null: none that can be told from; the next one is of everything. */
export async function lastExport(db: Transaction, key: ExportKey): Promise<(LookMark & { at: Date }) | null> {
  const [found] = await db.select().from(table).where(ofKey(key));
  if (!found) return null;
  const { mark: from, server, at } = found;
  return (await isOfThisServer(db, { from, server })) ? { from, server, at } : null;
}

/** Within the transaction that ends the export. Of two that ran at once the later look stays. */
export async function noteExport(db: Transaction, key: ExportKey, { from, server }: LookMark, at: Date): Promise<void> {
  const { accountId, list, planId } = key;
  await db
    .insert(table)
    .values({ accountId, list, asked: digestOf(key), planId, mark: from, server, at })
    .onConflictDoUpdate({
      target: [table.corpCode, table.accountId, table.list, table.asked, table.planId],
      set: { mark: from, server, at },
      // One that is ahead of the server is of a server that was set back since.
      setWhere: sql`
        ${table.server} <> ${server}
        or ${table.mark} <= ${from}
        or ${table.mark} > pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      `,
    });
  await db
    .delete(table)
    .where(
      and(eq(table.accountId, accountId), sql`${table.at} < ${at}::timestamptz - make_interval(days => ${keptDays})`),
    );
}

/** The plan is gone. */
export async function forgetPlan(db: Transaction, planId: number): Promise<void> {
  await db.delete(table).where(eq(table.planId, planId));
}
