/** The table of a document's lines, from their declaration and the table of their header. A migration makes it. */
import { getTableName, type SQL, sql } from "drizzle-orm";
import { boolean, date, integer, numeric, type PgTable, pgTable, text } from "drizzle-orm/pg-core";
import type { Field, LinesField } from "~/contract/field-kinds";
import { bigintColumn } from "./bigint-column";
import { checks } from "./columns";

const ownCorp: SQL<string> = sql`current_setting('app.corp_code')`;

/**
 * Every such table has corp, id, the header's id in `<header>_id` and the place among its lines in `position`, from 0;
 * the other columns are the line's fields. `rules` are what a line holds across columns (`checks`).
 */
export function linesTable(
  name: string,
  { fields }: Pick<LinesField, "fields">,
  header: PgTable,
  rules: readonly string[] = [],
) {
  const columns = {
    corpCode: text("corp_code").notNull().default(ownCorp),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    headerId: bigintColumn(headerColumn(header)).notNull(),
    position: integer("position").notNull(),
    ...Object.fromEntries(Object.entries(fields).map(([field, declared]) => [field, columnOf(field, declared)])),
  };
  return pgTable(name, columns, () => checks(...rules));
}

export type LinesTable = ReturnType<typeof linesTable>;

/** What the lines call the row that they are of. */
export const headerColumn = (header: PgTable): string => `${getTableName(header)}_id`;

export const lineColumn = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function columnOf(name: string, field: Field) {
  const column = typed(lineColumn(name), field);
  return field.required || field.kind === "boolean" ? column.notNull() : column;
}

function typed(name: string, field: Field) {
  switch (field.kind) {
    case "number":
      return field.decimals ? numeric(name, { mode: "number" }) : integer(name);
    case "money":
    case "reference":
      return bigintColumn(name);
    case "date":
      return date(name);
    case "boolean":
      return boolean(name);
    default:
      return text(name);
  }
}
