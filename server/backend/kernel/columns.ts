/** Columns as every table of the backend has them, and the column that each kind of field is stored in. */
import { sql } from "drizzle-orm";
import { boolean, check, customType, date, integer, jsonb, text, timestamp } from "drizzle-orm/pg-core";
import type { Field } from "~/contract/field-kinds";
import { bigintColumn } from "./bigint-column";
import { businessMoment } from "./business-moment";

/** A column of another name than its field: `orderId` is `order_id`. */
export const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** Read as a Date; what people read is a `businessMoment`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });
/** First in every key: the tenant that the transaction is of. */
export const ownCorp = () => text("corp_code").notNull().default(sql`current_setting('app.corp_code')`);
export const identified = () => ({
  corpCode: ownCorp(),
  id: bigintColumn("id").generatedByDefaultAsIdentity(),
});
/** What every resource's table has beside its fields. */
export const kept = () => ({
  ...identified(),
  rowVersion: integer("row_version").notNull().default(0),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/**
 * What every row has to hold across columns, in the words of SQL: `"payable = total - discount"`. PostgreSQL names the
 * constraints; what is compared is what they say.
 */
export const checks = (...rules: readonly string[]) => rules.map((rule, place) => check(String(place), sql.raw(rule)));

const asText = (name: string) => text(name);

/** Kinds that are not named here are texts. */
const notTexts = {
  number: (name: string) => integer(name),
  money: bigintColumn,
  reference: bigintColumn,
  tree: bigintColumn,
  date: (name: string) => date(name),
  moment: (name: string) => businessMoment(name),
  boolean: (name: string) => boolean(name),
  group: (name: string) => jsonb(name),
  own: (name: string) => jsonb(name).$type<Record<string, string | number>>(),
  several: (name: string) => text(name).array(),
} satisfies { [K in Field["kind"]]?: unknown };
type NotTexts = typeof notTexts;

/** The column of a field, before it is known whether it may be empty. */
export type ColumnOf<K extends Field["kind"]> = ReturnType<K extends keyof NotTexts ? NotTexts[K] : typeof asText>;

export function columnOfKind(kind: Field["kind"], name: string) {
  return isNoText(kind) ? notTexts[kind](name) : asText(name);
}

const isNoText = (kind: Field["kind"]): kind is keyof NotTexts => kind in notTexts;
