/** What the database does for a call: its statements explained as they run, in their own session and role. */
import type { TestBackend } from "./backend";

export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];

/** The nodes of every statement that `about` matches, run by `work`. For the embedded database and its one session. */
export async function plansDuring(
  { database }: TestBackend,
  about: RegExp,
  work: () => Promise<unknown>,
): Promise<{ nodes: Plan[]; statements: number }> {
  const client = await database.pool.connect();
  const query = client.query.bind(client);
  const nodes: Plan[] = [];
  let statements = 0;
  let inside = false;
  Object.assign(client, {
    query: async (config: unknown, values?: unknown[], ...called: unknown[]) => {
      // The pool's own way of asking, e.g. of the database's upkeep: who waits for a call back must get it.
      if (typeof values === "function" || called.length > 0)
        return query(config as never, values as never, ...(called as []));
      const text = typeof config === "string" ? config : (config as { text: string }).text;
      const given = values ?? (typeof config === "string" ? [] : ((config as { values?: unknown[] }).values ?? []));
      if (!inside && about.test(text)) {
        inside = true;
        const { rows: answer } = await query(`explain (analyze, format json) ${text}`, given as never);
        inside = false;
        nodes.push(...flat((answer[0] as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]?.Plan as Plan));
        statements += 1;
      }
      return query(config as never, values as never);
    },
  });
  client.release();
  try {
    await work();
  } finally {
    Object.assign(client, { query });
  }
  return { nodes, statements };
}

/** Rows of a table that were looked at, those that a condition then left out included. */
export function rowsRead(nodes: readonly Plan[], table: string): number {
  return nodes
    .filter((node) => node["Relation Name"] === table)
    .reduce(
      (sum, node) =>
        sum +
        node["Actual Loops"] *
          (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)),
      0,
    );
}
