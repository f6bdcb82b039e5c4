/**
 * What a business can hand over to another tenant: kinds of configuration, declared beside their tables. The mechanism that
 * copies them knows no business: it reads, compares and writes what is declared here.
 */
import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Locale, Message } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import type { Transaction } from "../db/database";
import type { Call } from "./call";

/** A row as `to_jsonb` gives it: by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A column that names a row of another kind; by its id, or by its key as it stands (`by: "key"`). */
export interface Refers {
  noun: string;
  by?: "key";
  /** What it names has to be the same in both tenants: a price is not laid upon a ticket type of other content. */
  agrees?: true | readonly string[];
}

/** Rows that belong to a row and go with it. */
export interface Part {
  table: PgTable;
  /** The column with the id of the row that they belong to. */
  parent: string;
  references?: Readonly<Record<string, Refers>>;
  /** What people call it, where no field of the resource does. */
  label?: Message;
  /** In the transaction of the tenant that they go to: which of them it may have at all. The others are left out, and counted. */
  bound?: (tx: Transaction, locale: Locale) => Promise<(row: Row) => boolean>;
}

export interface Portable {
  /** Names it: noun, title, labels of its fields. Its dictionary fields ask that the other tenant has the item. */
  resource: AnyResource;
  table: PgTable;
  /** Columns by which the same thing is recognised in the other tenant; capitals do not count. */
  key: readonly string[];
  /** What people know a row by. Default: its column `name`. */
  told?: (row: Row) => string;
  references?: Readonly<Record<string, Refers>>;
  /** Columns that are neither copied nor compared: kept by triggers, or of this tenant alone. */
  left?: readonly string[];
  /** Columns that begin as it says here, and are not compared: a state in which nothing goes on sale by itself. */
  begins?: Readonly<Record<string, unknown>>;
  /** By the field that they are. */
  parts?: Readonly<Record<string, Part>>;
  /** Which rows there are to hand over; default: all. */
  only?: (row: Row) => boolean;
  /** Why a row cannot be handed over; null where it can. */
  cannot?: (row: Row) => Cannot | null;
  /** Kinds that go with it, chosen or not: a row would mean another thing without theirs. */
  along?: readonly string[];
  /** Recognised so that others may refer to it, and never copied: parks, which a package counts. */
  anchor?: true;
  /** Rows are there in every tenant: none is made. */
  fixedRows?: true;
  /** Where the other tenant's differs it may be overwritten; what was there is kept for the way back. Only without parts. */
  takeOver?: true;
  /** The column that says who changed it last. */
  signed?: string;
  /** Who uses a row beyond what `dependsOn` tells. */
  users?: (call: Call, row: Row) => Promise<string[]>;
  /** What its rows are called, where the title of their list stands under another title there. */
  label?: Message;
  /** What the page says of it: how it arrives. */
  note?: Message;
}

/** Files stay with their tenant. */
export type Cannot = "files";

export const nounOf = ({ resource }: Portable): string => resource.noun;
export const labelOf = ({ resource, label }: Portable): string => (label ?? resource.listTitle ?? resource.title)();

const ofEveryTable = ["corp_code", "id", "row_version", "created_at", "updated_at"];

/** Names of the columns that are copied: by column the name of the field. */
export function copied({ table, left = [], begins = {}, signed }: Portable): Map<string, string> {
  const without = new Set([...ofEveryTable, ...left, ...Object.keys(begins), signed]);
  return columnsOf(table, without);
}

export const copiedOfPart = ({ table, parent }: Part): Map<string, string> =>
  columnsOf(table, new Set([...ofEveryTable, parent]));

function columnsOf(table: PgTable, without: ReadonlySet<string | undefined>): Map<string, string> {
  const all = Object.entries(getTableColumns(table));
  return new Map(
    all.filter(([, { name, generated }]) => !without.has(name) && !generated).map(([field, { name }]) => [name, field]),
  );
}

export const hasVersion = ({ table }: Pick<Portable, "table">): boolean =>
  Object.values(getTableColumns(table)).some(({ name }) => name === "row_version");

/** Kinds that a kind refers to, itself among them where its rows refer to one another. */
export function refersTo({ references = {}, parts = {} }: Portable): Set<string> {
  const all = [references, ...Object.values(parts).map((part) => part.references ?? {})];
  return new Set(all.flatMap((one) => Object.values(one).map(({ noun }) => noun)));
}

/** Every kind after those that it refers to. Throws where kinds refer to one another in a circle, or to one that is none. */
export function inOrder(portables: readonly Portable[]): Portable[] {
  const byNoun = new Map(portables.map((one) => [nounOf(one), one]));
  const done = new Map<string, Portable>();
  const visit = (one: Portable, above: readonly string[]) => {
    const noun = nounOf(one);
    if (done.has(noun)) return;
    if (above.includes(noun))
      throw new Error(`${[...above, noun].join(" → ")}: kinds refer to one another in a circle`);
    for (const other of refersTo(one)) {
      if (other === noun) continue;
      const found = byNoun.get(other);
      if (!found) throw new Error(`${noun} refers to ${other}, which nobody hands over`);
      visit(found, [...above, noun]);
    }
    done.set(noun, one);
  };
  for (const one of portables) visit(one, []);
  return [...done.values()];
}

/** Those kinds with all that they refer to, in order. */
export function withReferred(portables: readonly Portable[], nouns: readonly string[]): Portable[] {
  const wanted = new Set(nouns);
  const ordered = inOrder(portables);
  for (const one of ordered.toReversed())
    if (wanted.has(nounOf(one))) for (const other of refersTo(one)) wanted.add(other);
  return ordered.filter((one) => wanted.has(nounOf(one)));
}
