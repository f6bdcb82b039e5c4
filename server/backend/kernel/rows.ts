/** Rows of a hand-written statement. Their shape is what the statement says: the one place where it is taken on trust. */
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";

export async function rowsOf<R>(db: Transaction, statement: SQL): Promise<R[]> {
  const { rows } = await db.execute(statement);
  return rows as unknown as R[];
}

export async function firstOf<R>(db: Transaction, statement: SQL): Promise<R | undefined> {
  return (await rowsOf<R>(db, statement))[0];
}

const dialect = new PgDialect();

/** As {@link rowsOf}, for the few statements that run hundreds of times a second: see {@link prepared}. */
export function preparedRowsOf<R>(db: Transaction, statement: SQL): Promise<R[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return prepared<R>(db, text, params);
}
