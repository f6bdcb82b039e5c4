/**
 * Statements that come again have a name: the database reads and checks their text once a connection. It plans them for the
 * values at hand, unless it finds that one plan for all is as good.
 */
import { createHash } from "node:crypto";
import type pg from "pg";

/** Many texts differ by their conditions alone and never come again: one has a name from here on. */
const namedFrom = 3;
/** A connection keeps what it has prepared: so many names at most, whoever comes first. */
const namesAtMost = 400;
const countedAtMost = 4_000;

const runs = new Map<string, number>();
const names = new Map<string, string>();

/** A connection that names what it is asked. */
export class NamingClient {
  /** A plan depends on the role: one name for both would be planned anew at every change. */
  isScoped = false;

  constructor(private readonly client: pg.PoolClient) {}

  query(asked: string | pg.QueryConfig, more?: unknown[]): Promise<pg.QueryResult> {
    if (typeof asked === "string") return this.client.query(asked, more);
    const values = more ?? asked.values;
    const name = asked.name ?? (values?.length ? nameInTurn(asked.text) : undefined);
    if (!name) return this.client.query(asked, values);
    return this.client.query({ ...asked, name: this.isScoped ? `${name}s` : name }, values);
  }
}

/** What drizzle takes for a connection: of one that it is given it asks for `query` alone. */
export function naming(client: pg.PoolClient): pg.PoolClient {
  return new NamingClient(client) as unknown as pg.PoolClient;
}

/** The name of a text that is fixed, and so has one from its first time on. */
export function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  runs.delete(text);
  const name = `k${createHash("sha256").update(text).digest("hex").slice(0, 20)}`;
  names.set(text, name);
  return name;
}

/** None for a text that comes for the first times, and none where there are names enough. */
function nameInTurn(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= namesAtMost) return known;
  if (runs.size >= countedAtMost) runs.clear();
  const times = (runs.get(text) ?? 0) + 1;
  runs.set(text, times);
  return times < namedFrom ? undefined : nameOf(text);
}
