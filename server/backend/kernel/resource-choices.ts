/** What the fields of a resource may be chosen from: dictionary items, rows that are referred to, areas; names of files. */
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type DictionaryField, type Field, hasRows, holdsFiles, type SeveralField } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import { areaLabels } from "./areas";
import type { Call } from "./call";
import { dictionariesOf } from "./dictionaries";
import { Invalid } from "./refusal";
import type { Reference, ResourceTable, Values } from "./resource-backend";
import { fileOptions } from "./resource-files";

type Options = Record<string, Option[]>;

/** Choices of a reference stop here; one that may have more is declared `remote`. */
const maxOptions = 500;
const searchPage = 10;

export class Choices {
  /** With the fields of groups and lines as `group.field`. */
  private readonly fields: [string, Field][];

  constructor(
    resource: Pick<AnyResource, "fields">,
    private readonly references: Record<string, Reference>,
  ) {
    this.fields = Object.entries(resource.fields).flatMap(([name, field]): [string, Field][] =>
      hasRows(field) ? Object.entries(field.fields).map(([inner, one]) => [`${name}.${inner}`, one]) : [[name, field]],
    );
  }

  /** All choices by field; of areas and of what is searched for, those that the rows have. */
  async options(call: Call, rows: readonly Values[]): Promise<Options> {
    const options: Options = {};
    const dictionaries = await this.dictionaries(call);
    for (const [name, field] of this.fields) {
      const reference = this.references[name];
      if (hasItems(field)) options[name] = dictionaries[field.dictionary] ?? [];
      else if (holdsFiles(field)) options[name] = await fileOptions(call, rows, name);
      else if (field.kind === "area") options[name] = await areaLabels(call.db, textsIn(rows, name));
      else if (reference) {
        const remote = field.kind === "reference" && field.remote === true;
        const offered = remote ? [] : await this.rows(call, reference, null);
        options[name] = [...offered, ...(await this.referred(call, reference, textsIn(rows, name), offered))];
      }
    }
    return options;
  }

  private readonly items = new WeakMap<Call, Promise<Options>>();

  private dictionaries(call: Call): Promise<Options> {
    const asked = this.items.get(call) ?? this.askDictionaries(call);
    this.items.set(call, asked);
    return asked;
  }

  private askDictionaries(call: Call): Promise<Options> {
    const names = this.fields.flatMap(([, field]) => (hasItems(field) ? [field.dictionary] : []));
    if (names.length === 0) return Promise.resolve({});
    return dictionariesOf(call.db, [...new Set(names)], call.locale);
  }

  /** What rows refer to has its name, also where nobody may choose it any more: who has left, what is suspended. */
  private referred(call: Call, reference: Reference, ids: string[], offered: readonly Option[]): Promise<Option[]> {
    const known = new Set(offered.map(({ value }) => value));
    const { only: _, ...whole } = reference;
    return this.rows(
      call,
      whole,
      ids.filter((id) => !known.has(id)),
    );
  }

  private async rows(call: Call, reference: Reference, only: string[] | null): Promise<Option[]> {
    if (only?.length === 0) return [];
    const { id } = reference.table as ResourceTable;
    const rows = await call.db
      .select(columnsOf(call, reference))
      .from(reference.table)
      .where(and(reference.only, only ? inArray(id, only.map(Number)) : undefined))
      .orderBy(id)
      .limit(maxOptions);
    return rows.map(optionOf);
  }

  /** A page of rows whose name or code has the text in it. */
  async search(
    call: Call,
    asked: { field: string; q: string; pageNo: number; value?: number | undefined; exact?: boolean | undefined },
  ): Promise<{ options: Option[]; more: boolean }> {
    const reference = Object.hasOwn(this.references, asked.field) ? this.references[asked.field] : undefined;
    if (!reference) throw new Invalid({ field: [m.v_option()] });
    if (asked.value !== undefined) {
      return { options: await this.rows(call, reference, [String(asked.value)]), more: false };
    }
    const { id, code } = reference.table as ResourceTable & { code?: PgColumn };
    const like = `%${asked.q.replace(/[\\%_]/g, "\\$&")}%`;
    const matching = (one: PgColumn | SQL) =>
      asked.exact ? sql`lower(${one}) = lower(${asked.q})` : sql`${one} ilike ${like}`;
    const where: SQL | undefined =
      asked.q === ""
        ? undefined
        : or(...[nameIn(call, reference), code, reference.also].flatMap((one) => (one ? [matching(one)] : [])));
    const rows = await call.db
      .select(columnsOf(call, reference))
      .from(reference.table)
      .where(and(reference.only, where))
      .orderBy(nameIn(call, reference), id)
      .limit(searchPage + 1)
      .offset((asked.pageNo - 1) * searchPage);
    return { options: rows.slice(0, searchPage).map(optionOf), more: rows.length > searchPage };
  }

  /** Asked once a call: several rows checked in one have most of their choices in common. */
  private readonly known = new WeakMap<Call, Map<string, Promise<string | null>>>();

  /**
   * Dictionary values, referred rows and areas must be there, in this corp; of a tree, perhaps leaves only. A value that
   * the row has already may have been suspended since.
   */
  async check(call: Call, values: Values, before: Values | null = null): Promise<void> {
    const dictionaries = await this.dictionaries(call);
    for (const [name, field] of this.fields) {
      const there = valuesAt(values, name, before);
      if (field.kind === "reference") await this.rememberRows(call, name, new Set(there.map(({ value }) => value)));
      for (const { value, at, was } of there) {
        if (hasItems(field) && was.includes(value)) continue;
        const message = await this.remembered(call, `${name} ${value}`, () =>
          this.wrong(call, name, field, value, dictionaries),
        );
        if (message) throw new Invalid({ [at]: [message] });
      }
    }
  }

  private remembered(call: Call, key: string, ask: () => Promise<string | null>): Promise<string | null> {
    const known = this.knownTo(call);
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    return answer;
  }

  private knownTo(call: Call): Map<string, Promise<string | null>> {
    const known = this.known.get(call) ?? new Map<string, Promise<string | null>>();
    this.known.set(call, known);
    return known;
  }

  /** What many lines refer to is looked for in one statement. */
  private async rememberRows(call: Call, name: string, wanted: ReadonlySet<unknown>): Promise<void> {
    const reference = this.references[name];
    const known = this.knownTo(call);
    const asked = [...wanted].filter((value) => !known.has(`${name} ${value}`)).map(Number);
    if (!reference || asked.length < 2) return;
    const { id } = reference.table as ResourceTable;
    const rows = await call.db
      .select({ id })
      .from(reference.table)
      .where(and(reference.only, inArray(id, asked)));
    const found = new Set(rows.map((row) => Number(row.id)));
    for (const one of asked) known.set(`${name} ${one}`, Promise.resolve(found.has(one) ? null : m.v_option()));
  }

  private async wrong(call: Call, name: string, field: Field, value: unknown, items: Options): Promise<string | null> {
    const text = String(value);
    if (hasItems(field)) {
      return items[field.dictionary]?.some((item) => item.value === text && !item.off) ? null : m.v_option();
    }
    if (field.kind === "area") return (await areaLabels(call.db, [text])).length > 0 ? null : m.v_option();
    const reference = this.references[name];
    if (!reference || (field.kind !== "reference" && field.kind !== "tree")) return null;
    const { id } = reference.table as ResourceTable;
    const has = async (where: SQL | undefined) =>
      (await call.db.select({ id }).from(reference.table).where(and(reference.only, where)).limit(1)).length > 0;
    if (!(await has(eq(id, value)))) return m.v_option();
    const isParent =
      field.kind === "tree" && field.leafOnly && reference.parent && (await has(eq(reference.parent, value)));
    return isParent ? m.forms_leaf_only() : null;
  }
}

/** The column that names rows in the caller's language. */
export function nameIn({ locale }: Call, { name, nameEn }: Pick<Reference, "name" | "nameEn">): PgColumn {
  return locale === "en" ? (nameEn ?? name) : name;
}

function columnsOf(call: Call, reference: Reference) {
  const { table, parent } = reference;
  return {
    value: sql<string>`${(table as ResourceTable).id}::text`,
    label: sql<string>`${nameIn(call, reference)}::text`,
    parent: parent ? sql<string | null>`${parent}::text` : sql<string | null>`null::text`,
  };
}

function optionOf({ value, label, parent }: { value: string; label: string; parent: string | null }): Option {
  return { value, label, ...(parent !== null && { parent }) };
}

function hasItems(field: Field): field is DictionaryField | SeveralField {
  return field.kind === "dictionary" || field.kind === "several";
}

interface ValueAt {
  value: unknown;
  /** What an error of it stands under. */
  at: string;
  /** What was there before. Lines are known by their ids, rows of a group by nothing. */
  was: readonly unknown[];
}

/** The values of a field that are there; each of several by itself. */
function valuesAt(values: Values, name: string, before: Values | null = null): ValueAt[] {
  const [group = "", inner] = name.split(".");
  const all = [values[group]].flat();
  const had = [before?.[group]].flat();
  if (inner === undefined) return all.flatMap((value) => (isThere(value) ? [{ value, at: name, was: had }] : []));
  const lines = new Map(had.flatMap((line) => (isRow(line) ? [[line.id, line] as const] : [])));
  return all.flatMap((row, index) => {
    if (!isRow(row) || !isThere(row[inner])) return [];
    const was = row.id === undefined ? [] : [lines.get(row.id)?.[inner]];
    return [{ value: row[inner], at: `${group}.${index}.${inner}`, was }];
  });
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function textsIn(rows: readonly Values[], name: string): string[] {
  return [...new Set(rows.flatMap((row) => valuesAt(row, name).map(({ value }) => String(value))))];
}
