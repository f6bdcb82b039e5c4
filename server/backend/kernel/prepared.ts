/** Statements that run at every call, planned once a connection: planning costs more than running them. */
import { createHash } from "node:crypto";
import type pg from "pg";
import type { Transaction } from "../db/database";

const names = new Map<string, string>();
const scoped = new WeakSet<Transaction>();

/** Says which role a transaction has: a plan depends on it, and one name for both would be planned anew at every change. */
export function markScoped(tx: Transaction, isScoped: boolean): void {
  if (isScoped) scoped.add(tx);
  else scoped.delete(tx);
}

/**
 * Runs a fixed text with values under a name of its own; moments come as dates, JSON as values. Not for statements whose
 * best plan depends on the values.
 */
export async function prepared<R>(tx: Transaction, text: string, values: unknown[]): Promise<R[]> {
  const { $client } = tx as unknown as { $client: pg.ClientBase };
  const { rows } = await $client.query({ name: scoped.has(tx) ? `${nameOf(text)}s` : nameOf(text), text, values });
  return rows as R[];
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `k${createHash("sha256").update(text).digest("hex").slice(0, 20)}`;
  names.set(text, name);
  return name;
}
