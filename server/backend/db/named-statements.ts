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

/** The names of one database's statements. */
export class StatementNames {
  private readonly runs = new Map<string, number>();
  private readonly names = new Map<string, string>();

  /** Of a text that is fixed, and so has one from its first time on. */
  of(text: string): string {
    const known = this.names.get(text);
    if (known) return known;
    this.runs.delete(text);
    const name = `k${createHash("sha256").update(text).digest("hex").slice(0, 20)}`;
    this.names.set(text, name);
    return name;
  }

  /** None for a text that comes for the first times, and none where there are names enough. */
  inTurn(text: string): string | undefined {
    const { names, runs } = this;
    const known = names.get(text);
    if (known || names.size >= namesAtMost) return known;
    if (runs.size >= countedAtMost) runs.clear();
    const times = (runs.get(text) ?? 0) + 1;
    runs.set(text, times);
    return times < namedFrom ? undefined : this.of(text);
  }
}

/** A connection that names what it is asked. */
export class NamingClient {
  /** A plan depends on the role: one name for both would be planned anew at every change. */
  isScoped = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly names: StatementNames,
  ) {}

  /** A text of ours that is the same every time. */
  fixed(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return this.named(this.names.of(text), { text }, values);
  }

  query(asked: string | pg.QueryConfig, more?: unknown[]): Promise<pg.QueryResult> {
    if (typeof asked === "string") return this.client.query(asked, more);
    const values = more ?? asked.values;
    const name = values?.length ? this.names.inTurn(asked.text) : undefined;
    return name ? this.named(name, asked, values) : this.client.query(asked, values);
  }

  private named(name: string, asked: pg.QueryConfig, values: unknown[] | undefined): Promise<pg.QueryResult> {
    return this.client.query({ ...asked, name: this.isScoped ? `${name}s` : name }, values);
  }
}

/** What drizzle takes for a connection: of one that it is given it asks for `query` alone. */
export function naming(client: pg.PoolClient, names: StatementNames): pg.PoolClient {
  return new NamingClient(client, names) as unknown as pg.PoolClient;
}
