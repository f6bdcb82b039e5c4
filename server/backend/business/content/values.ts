/** What an item says in the further fields of its type, and whether readers have anything else than what it says now. */
import { and, eq, sql } from "drizzle-orm";
import type { ContentFieldKind } from "~/contract/content/fields";
import { m } from "~/contract/messages";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type contentItem, contentVersion as version } from "./schema";
import { type FieldValues, isSameText, type KeptValue, textOf } from "./text";

export interface OwnField {
  id: number;
  label: string;
  kind: ContentFieldKind;
  required: boolean;
}

/** The fields of types, by type, in their order. */
export async function fieldsOf({ db }: Pick<Call, "db">, models: readonly number[]): Promise<Map<number, OwnField[]>> {
  const rows = await rowsOf<OwnField & { model: number }>(
    db,
    sql`
      select id::float8 as id, content_model_id::float8 as model, label, kind, required
      from content_model_field
      where content_model_id = any (${sql.param(`{${[...new Set(models)].join(",")}}`)}::bigint[])
      order by content_model_id, position
    `,
  );
  const byModel = new Map<number, OwnField[]>();
  for (const { model, ...field } of rows) byModel.set(model, [...(byModel.get(model) ?? []), field]);
  return byModel;
}

/** What a reader has: the fields that say something, in the order of the type. */
export function keptValues(fields: readonly OwnField[], values: FieldValues): KeptValue[] {
  return fields.flatMap(({ id, label }) => {
    const value = values[String(id)] ?? "";
    return value === "" ? [] : [{ id, label, value }];
  });
}

/** Why an item may not be published as it is: a field that its type requires says nothing. Null: it may. */
export function missingValue(fields: readonly OwnField[], values: FieldValues): string | null {
  const missing = fields.find(({ id, required }) => required && (values[String(id)] ?? "") === "");
  return missing ? m.content_field_missing({ label: missing.label }) : null;
}

/** Another name of a field is no other text. */
export function sameValues(one: readonly KeptValue[], other: readonly KeptValue[]): boolean {
  const told = (kept: readonly KeptValue[]) => JSON.stringify(kept.map(({ id, value }) => [id, value]));
  return told(one) === told(other);
}

type Item = Pick<
  typeof contentItem.$inferSelect,
  "id" | "status" | "version" | "contentModelId" | "fieldValues" | "title" | "summary" | "cover" | "body"
>;

/** Of what is published: whether its readers have another text, or other values, than these. */
export async function differsFromReaders(call: Call, item: Item): Promise<boolean> {
  if (item.status !== "published") return false;
  const [current] = await call.db
    .select()
    .from(version)
    .where(and(eq(version.contentItemId, item.id), eq(version.number, item.version ?? 0)));
  if (!current || !isSameText(textOf(item), textOf(current))) return true;
  const fields = (await fieldsOf(call, [item.contentModelId])).get(item.contentModelId) ?? [];
  return !sameValues(keptValues(fields, item.fieldValues), current.fieldValues);
}
