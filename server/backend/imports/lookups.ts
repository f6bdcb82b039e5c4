/** What names in cells stand for: items of dictionaries, rows that are referred to (by code or name), areas. */
import { inArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Field } from "~/contract/field-kinds";
import { locales, m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { areasNamed } from "../kernel/areas";
import { dictionariesOf } from "../kernel/dictionaries";
import type { Reference } from "../kernel/resource-backend";
import type { Call, ImportTarget } from "../kernel/served";
import { ownChoices } from "./own-columns";

/** The value that a cell's text stands for, or why there is none. */
export type CellRead = { value: unknown } | { problem: string };
export type Lookup = (text: string) => CellRead;
export type Lookups = Record<string, Lookup>;

/** Lookups by field, for these texts; what the fields of other kinds hold stands for itself. */
export async function lookupsFor(
  call: Call,
  target: ImportTarget,
  fields: readonly [string, Field][],
  textsOf: (name: string) => string[],
): Promise<Lookups> {
  const { references } = target;
  const lookups: Lookups = {};
  const own = await ownChoices(call, target);
  const items = await itemsOf(call, fields);
  for (const [name, field] of fields) {
    const texts = [...new Set(textsOf(name).filter(Boolean))].map((text) => text.normalize("NFC"));
    const reference = references[name];
    if (own[name]) lookups[name] = found(new Map(own[name].filter(({ off }) => !off).flatMap(namesOf)));
    else if (field.kind === "dictionary" || field.kind === "several")
      lookups[name] = found(items.get(field.dictionary) ?? new Map());
    else if (field.kind === "area") lookups[name] = found(await areasNamed(call.db, texts));
    else if (reference && (field.kind === "reference" || field.kind === "tree"))
      lookups[name] = await rowLookup(call, reference, texts);
  }
  return lookups;
}

/** A choice is known by its code, and by its name before that. */
const namesOf = ({ value, label }: Option): [string, string][] => [
  [value.toLowerCase(), value],
  [label.toLowerCase(), value],
];

export const noLookup: Lookup = () => ({ problem: m.v_option() });

/** By value, and by label in any language: somebody else may have filled in the sheet. */
async function itemsOf({ db }: Call, fields: readonly [string, Field][]): Promise<Map<string, Map<string, string>>> {
  const names = [
    ...new Set(
      fields.flatMap(([, field]) =>
        (field.kind === "dictionary" || field.kind === "several") && field.dictionary !== "" ? [field.dictionary] : [],
      ),
    ),
  ];
  const items = new Map(names.map((name) => [name, new Map<string, string>()]));
  for (const locale of locales) {
    const found = await dictionariesOf(db, names, locale);
    for (const [name, known] of items)
      for (const { value, label, off } of found[name] ?? []) if (!off) known.set(label.toLowerCase(), value);
  }
  for (const known of items.values()) for (const value of [...known.values()]) known.set(value.toLowerCase(), value);
  return items;
}

function found(known: ReadonlyMap<string, string>): Lookup {
  return (text) => {
    const value = known.get(text.toLowerCase());
    return value === undefined ? { problem: m.v_option() } : { value };
  };
}

/** A code goes before a name; a name that several have says so. */
async function rowLookup({ db }: Call, { table, name }: Reference, texts: string[]): Promise<Lookup> {
  if (texts.length === 0) return noLookup;
  const { id, code } = table as unknown as { id: PgColumn; code?: PgColumn };
  const wanted = texts.map((text) => text.toLowerCase());
  const rows = await db
    .select({
      id: sql<number>`${id}`.mapWith(Number),
      name: sql<string>`lower(${name})`,
      code: code ? sql<string>`lower(${code})` : sql<string>`''`,
    })
    .from(table)
    .where(or(inArray(sql`lower(${name})`, wanted), code && inArray(sql`lower(${code})`, wanted)));
  return (text) => {
    const asked = text.toLowerCase();
    const byCode = rows.filter((row) => row.code === asked);
    const matching = byCode.length > 0 ? byCode : rows.filter((row) => row.name === asked);
    const [first, second] = matching;
    if (second) return { problem: m.imports_ambiguous({ name: text }) };
    return first ? { value: first.id } : { problem: m.imports_not_found({ name: text.slice(0, 60) }) };
  };
}
