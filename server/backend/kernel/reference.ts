/** What a field of a resource refers to. */
import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** Rows that a field refers to: their table, the column that names them, and of a tree the column of the parent's id. */
export interface Reference {
  table: PgTable;
  /** Of a view: the table that it shows, which the foreign key refers to. */
  shows?: string;
  name: PgColumn;
  /** Of a name that is kept once a language. */
  nameEn?: PgColumn;
  /** Which of them may be referred to. Default: all. */
  only?: SQL;
  status?: PgColumn;
  /** By which it is found beside its name and its code: a bar code. */
  also?: PgColumn;
  parent?: PgColumn;
}
