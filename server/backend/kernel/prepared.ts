/** Statements that run at every call, planned once a connection: planning costs more than running them. */
import type { Transaction } from "../db/database";
import type { NamingClient } from "../db/named-statements";

/** Says which role a transaction has: plans depend on it. */
export function markScoped(tx: Transaction, isScoped: boolean): void {
  clientOf(tx).isScoped = isScoped;
}

/**
 * Runs a fixed text with values under a name of its own; moments come as dates, JSON as values. Not for statements whose
 * best plan depends on the values.
 */
export async function prepared<R>(tx: Transaction, text: string, values: unknown[]): Promise<R[]> {
  const { rows } = await clientOf(tx).fixed(text, values);
  return rows;
}

function clientOf(tx: Transaction): NamingClient {
  return (tx as unknown as { $client: NamingClient }).$client;
}
