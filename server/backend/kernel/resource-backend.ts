/** What the backend adds to a resource's declaration, and the shapes that rows have on the way. */
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { InputOf } from "~/contract/command";
import type { Field } from "~/contract/field-kinds";
import type { FunctionCode } from "~/contract/menu-entry";
import type { ResourceRow } from "~/contract/resource";
import type { Call } from "./call";
import type { LinesTable } from "./lines-table";
import type { ListBackend } from "./list-source";
import type { Reference } from "./reference";

export type ResourceTable = PgTable & { id: PgColumn; rowVersion: PgColumn; updatedAt: PgColumn } & Record<
    string,
    unknown
  >;
type Single = string | number | boolean | null;
/** A group's, and that of lines, is a list of rows; that of several a list of values. */
export type Values = Record<string, Single | Record<string, Single>[] | string[] | Record<string, string | number>>;

/** Whether a value is a list of rows: of a group, or lines. */
export function isRows(value: Values[string] | undefined): value is Record<string, Single>[] {
  return Array.isArray(value) && value.every((one) => typeof one === "object");
}

export type { Reference } from "./reference";

/** Its list may stand over a `query` in place of the table as it is: computed columns, what other tables say. */
export interface ResourceBackend<D = unknown>
  extends Pick<ListBackend, "query" | "indexed" | "rows" | "choices" | "shown"> {
  /** One without `corp_code` is all corps': they read it, and what changes it is a handler of its own. */
  table: PgTable;
  /** Its files are read by everybody who is signed in, since a page of everybody's shows them. Default: by whoever may open a row. */
  filesShownToAll?: boolean;
  /** Functions beside the resource's own whose holders read its files: a gate shows who holds a card. */
  filesAlsoFor?: readonly FunctionCode[];
  /** Throws where the resource is not the caller's, whatever rights they hold. */
  admit?: (call: Call) => void;
  /** Where the rows of its lines are, by field. Its own table has a `corp_code`. */
  lines?: Record<string, LinesTable>;
  /** What a reference or tree field points to, by field; of a field in a group or in lines by `group.field`. */
  references?: Record<string, Reference>;
  /** Rules beyond the fields; throws Invalid or Refusal, and writes nothing. `before` is null for a new row. */
  check?: (call: Call, values: Values, before: Values | null) => Promise<void> | void;
  /** What else a saved row brings about, in the same transaction. */
  saved?: (call: Call, row: Values, before: Values | null) => Promise<void>;
  /** What else keeps a row from going than the rows that hang on it (`dependsOn`), in words; or throws. */
  dependents?: (call: Call, id: number) => Promise<string[]>;
  /** What a change of the row leaves alone or touches beyond it (what is sold), said over its form; "": nothing. Reads only. */
  impact?: (call: Call, id: number) => Promise<string>;
  /** What lines of an import bring about beyond their own values, said in its preview, by line; "": nothing. Reads only. */
  importEffects?: (call: Call, rows: readonly ImportedRow[]) => Promise<string[]>;
  /** What commands bring about beyond the state, by command. A function alone is its `run`. */
  commands?: CommandsBackend<D>;
  /** How a row is locked and written where the table is not the tenant's to write; `set` goes by field. */
  keeps?: {
    lock: (call: Call, id: number) => Promise<void>;
    write: (call: Call, id: number, set: Values) => Promise<void>;
  };
}

/** A line of a file that is right: of one that changes a row, its id and what changes alone. */
export interface ImportedRow {
  values: Values;
  foundId: number | null;
}

/** What came of a command: fields of the row to be set, and what to say. */
export interface Outcome {
  set?: Values;
  /** The row's state afterwards, where the command does not say it. */
  to?: string;
  answer?: Record<string, unknown>;
  /** Told to whoever pressed, in their language: at most 100 characters. */
  notice?: string;
}

/** What a command that may have to wait for another person is about. */
export interface Weighed {
  /** Fen: above the limit that the command declares it waits. */
  amount: number;
  /** It waits whatever the amount. */
  always?: boolean;
  /** Nothing of the row is part of it but what is weighed again: whatever else changes meanwhile, it may be approved. */
  byItself?: boolean;
  /** Why it is asked for, as those who decide read it. */
  reason?: string | null;
  /** Parks and maker of the row; default: the park that its field `parkId` names. Who may not see it is not told. */
  about?: { parks: readonly number[]; maker: number | null };
}

/** Sentences by row, in the order of the rows; null where it may be done. */
type MayNot<Row> = (
  call: Call,
  rows: readonly Row[],
) => readonly (string | null)[] | Promise<readonly (string | null)[]>;

type RunCommand<Row, Input> = (
  call: Call,
  row: Row,
  input: Input,
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that has nothing to say returns nothing
) => Outcome | void | Promise<Outcome | void>;

export interface CommandBackend<Row = Values, Input = Values> {
  /**
   * The business's own rule, asked before it is pressed (for all rows of a list at once, so one query serves them) and
   * again with the row locked. Reads only, and takes no locks.
   */
  mayNot?: MayNot<Row>;
  /**
   * Of a command that declares an approval: what it is about, with the row locked and everything else asked. Above the
   * limit nothing runs and the row stays as it is until somebody else has approved; then it is asked again.
   */
  approval?: (call: Call, row: Row, input: Input) => Weighed | Promise<Weighed>;
  /** What it does beyond the state, in the same transaction. The row is as it was, and locked. */
  run?: RunCommand<Row, Input>;
}

/** By the commands that the resource declares, with its row and the command's fields as types. */
export type CommandsBackend<D> = D extends {
  fields: infer F extends Record<string, Field>;
  commands: infer C extends Record<string, unknown>;
}
  ? { [K in keyof C]?: CommandOf<ResourceRow<{ fields: F }>, InputOf<C[K]>> }
  : Record<string, CommandOf<Values, Values>>;

type CommandOf<Row, Input> = CommandBackend<Row, Input> | RunCommand<Row, Input>;
