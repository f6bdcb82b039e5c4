/** What the backend adds to a resource's declaration, and the shapes that rows have on the way. */
import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Refusal } from "./refusal";
import type { Call } from "./served";

export type ResourceTable = PgTable & { id: PgColumn; rowVersion: PgColumn; updatedAt: PgColumn } & Record<
    string,
    unknown
  >;
type Single = string | number | boolean | null;
/** A group's is a list of rows. */
export type Values = Record<string, Single | Record<string, Single>[]>;

/** Rows that a field refers to: their table, the column that names them, and of a tree the column of the parent's id. */
export interface Reference {
  table: PgTable;
  name: PgColumn;
  /** Of a name that is kept once a language. */
  nameEn?: PgColumn;
  /** Which of them may be referred to. Default: all. */
  only?: SQL;
  status?: PgColumn;
  parent?: PgColumn;
}

export interface ResourceBackend {
  /** One without `corp_code` is all corps': they read it, and what changes it is a handler of its own. */
  table: PgTable;
  /** Its files are read by everybody who is signed in, since a page of everybody's shows them. Default: by whoever may open a row. */
  filesShownToAll?: boolean;
  /** Throws where the resource is not the caller's, whatever rights they hold. */
  admit?: (call: Call) => void;
  /** What a reference or tree field points to, by field; of a field in a group by `group.field`. */
  references?: Record<string, Reference>;
  /** Rules beyond the fields; throws Invalid or Refusal, and writes nothing. `before` is null for a new row. */
  check?: (call: Call, values: Values, before: Values | null) => Promise<void> | void;
  /** What else a saved row brings about, in the same transaction. */
  saved?: (call: Call, row: Values, before: Values | null) => Promise<void>;
  /** What uses a row, in words for a refusal ("3 ticket types"); empty: it may go. */
  dependents?: (call: Call, id: number) => Promise<string[]>;
  /** States that suspend and resume go between. Default: resume T, suspend F. */
  states?: { active: string; suspended: string };
  /** Why a row cannot go to another state; null when it can. */
  mayChangeState?: (call: Call, row: Values, to: string) => Promise<Refusal | null> | Refusal | null;
}
