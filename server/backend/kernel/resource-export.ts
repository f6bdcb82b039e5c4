/** A resource's list as a file: labels in place of codes and ids, what may not be seen masked. */
import { inArray } from "drizzle-orm";
import { columnsOf } from "~/contract/export";
import { type Field, holdsFiles } from "~/contract/field-kinds";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import { withOwn } from "~/contract/own-fields";
import type { AnyResource } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import { fileNames } from "../files/use";
import type { Call } from "./call";
import { tellsWrites } from "./changed-since";
import { dictionariesOf } from "./dictionaries";
import type { ExportRow, ExportSource } from "./exportable";
import { columnOf, type ListBackend, type ListRow, type ListSource, tableColumns } from "./list-source";
import { masked } from "./mask";
import { ownCells, ownFieldsOf, ownFileOptions } from "./own-fields";
import type { Reference } from "./resource-backend";
import { nameIn } from "./resource-choices";
import { exportIds, rowsById } from "./resource-list";

type References = Record<string, Pick<Reference, "table" | "name" | "nameEn">>;
type Choices = NonNullable<ListBackend["choices"]>;
type Row = ListRow;

export function resourceSource(
  source: ListSource,
  references: References,
  choices: Choices = () => ({}),
): ExportSource {
  const { resource } = source;
  const fields = Object.entries(resource.fields).filter(([, { list }]) => list && list !== "answer");
  return {
    title: resource.listTitle ?? resource.title,
    columns: columnsOf(resource.fields),
    async moreColumns(call) {
      const own = await ownFieldsOf(call, resource);
      const { own: field } = resource.fields;
      return field ? columnsOf(withOwn({ fields: { own: field } as Record<string, Field> }, own).fields) : [];
    },
    ids: (call, asked, limit, since) => exportIds(call, source, asked, limit, since),
    tellsChanges: async ({ db }) => source.written !== null && tellsWrites(db, source.written),
    async rows(call, ids) {
      const rows = await rowsById(call, source, ids);
      const own = await ownFieldsOf(call, resource);
      const labels = await labelsOf(call, resource, references, rows);
      for (const [name, options] of Object.entries(await ownFileOptions(call, own, rows)))
        labels[name] = new Map(options.map(({ value, label }) => [value, label]));
      for (const [name, options] of Object.entries(choices(call)))
        labels[name] = new Map([
          ...(labels[name] ?? []),
          ...options.map(({ value, label }) => [value, label] as const),
        ]);
      const maySee = await call.may(sensitiveButton);
      return rows.map((row) => {
        const cells: ExportRow = {};
        for (const [name, field] of fields) {
          const value = row[name] ?? null;
          const shown = field.mask && !maySee ? (masked(field.kind, value) as typeof value) : value;
          const label = (one: Single) => labels[name]?.get(String(one)) ?? plain(one);
          cells[name] =
            field.words?.(shown, row) ??
            (Array.isArray(shown) ? shown.map(label).join(m.words_comma()) : label(shown as Single));
        }
        Object.assign(cells, ownCells(own, row, labels, maySee));
        return cells;
      });
    },
  };
}

type Single = string | number | boolean | null;

function plain(value: Single): string | number | null {
  if (typeof value === "boolean") return value ? m.engine_yes() : m.engine_no();
  return value ?? null;
}

/** By field and value; referred rows are looked up for these rows alone. */
async function labelsOf(call: Call, resource: AnyResource, references: References, rows: Row[]) {
  const labels: Record<string, Map<string, string>> = {};
  const named = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === "dictionary" || field.kind === "several" ? [[name, field.dictionary] as const] : [],
  );
  const dictionaries = await dictionariesOf(call.db, [...new Set(named.map(([, code]) => code))], call.locale);
  for (const [name, code] of named) {
    labels[name] = new Map((dictionaries[code] ?? []).map(({ value, label }) => [value, label]));
  }
  for (const [name, reference] of Object.entries(references)) {
    const { table } = reference;
    const label = nameIn(call, reference);
    const id = columnOf(tableColumns(table), "id");
    const ids = [...new Set(rows.flatMap((row) => (typeof row[name] === "number" ? [row[name]] : [])))];
    const found = ids.length === 0 ? [] : await call.db.select({ id, label }).from(table).where(inArray(id, ids));
    labels[name] = new Map(found.map((row) => [String(row.id), String(row.label)]));
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.list || !holdsFiles(field)) continue;
    const values = [...new Set(rows.flatMap((row) => (typeof row[name] === "string" ? [row[name]] : [])))];
    const names = await fileNames(call.db, values.flatMap(pathsOf));
    const named = (value: string) => pathsOf(value).flatMap((path) => names.get(path) ?? []);
    labels[name] = new Map(values.map((value) => [value, named(value).join(m.words_comma())]));
  }
  return labels;
}
