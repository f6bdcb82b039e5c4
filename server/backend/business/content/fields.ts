/** The further fields of content types: what an item says in them, checked by their kinds. */
import { eq, sql } from "drizzle-orm";
import { contentFieldsSave, contentVersionValues, contentFields as contract } from "~/contract/content/fields";
import { contentItem as resource } from "~/contract/content/item";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { isDay } from "~/contract/validators";
import { lastWriter, nothingChanged } from "../../kernel/audit";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { type Call, serve } from "../../kernel/served";
import { contentModel, contentItem as item, contentVersion as version } from "./schema";
import type { FieldValues, KeptValue } from "./text";
import { differsFromReaders, fieldsOf, keptValues, type OwnField, sameValues } from "./values";

const longest = 200;

function problemOf({ kind, required }: OwnField, value: string): string | null {
  if (value === "") return required ? m.v_required() : null;
  if (value.length > longest) return m.v_too_long({ n: longest });
  if (/\p{Cc}/u.test(value)) return m.v_control();
  if (kind === "number" && !/^-?\d{1,12}(\.\d{1,4})?$/.test(value)) return m.v_number();
  return kind === "date" && !isDay(value) ? m.v_date() : null;
}

export const fieldsServed = [
  serve(contract, async (call, { id }) => {
    const { own, model, fields } = await withFields(call, id);
    const { title, rowVersion, fieldValues } = own;
    return {
      ...{ title, model, rowVersion },
      fields: fields.map((field) => ({ ...field, value: fieldValues[String(field.id)] ?? "" })),
    };
  }),

  serve(contentFieldsSave, async (call, { id, rowVersion, values }) => {
    await call.db.select({ one: sql`1` }).from(item).where(eq(item.id, id)).for("update");
    const { own, fields } = await withFields(call, id);
    const typed = new Map(values.map((one) => [one.id, one.value.trim()]));
    const errors: FieldErrors = {};
    for (const one of typed.keys())
      if (!fields.some((field) => field.id === one)) errors[`f${one}`] = [m.v_unknown_field()];
    for (const field of fields) {
      const problem = problemOf(field, typed.get(field.id) ?? own.fieldValues[String(field.id)] ?? "");
      if (problem !== null) errors[`f${field.id}`] = [problem];
    }
    if (Object.keys(errors).length > 0) throw new Invalid(errors);
    const next = { ...own.fieldValues, ...Object.fromEntries([...typed].map(([one, value]) => [String(one), value])) };
    const [before, after] = [keptValues(fields, own.fieldValues), keptValues(fields, next)];
    if (sameValues(before, after)) {
      call.audit(nothingChanged);
      return { id };
    }
    // Pressed twice, the second finds everything as it wants it.
    if (rowVersion !== undefined && rowVersion !== own.rowVersion) {
      const name = (await lastWriter(call.db, resource.thing, id)) ?? m.forms_somebody();
      throw new Refusal(m.ops_changed_by({ name }));
    }
    await writeValues(call, own, next);
    const told = (kept: KeptValue[]) => Object.fromEntries(kept.map(({ label, value }) => [label, value]));
    call.audit({
      ...{ thing: resource.thing, thingId: id, label: own.title },
      before: { ...told(before), rowVersion: own.rowVersion },
      after: { ...told(after), rowVersion: own.rowVersion + 1 },
    });
    return { id };
  }),

  serve(contentVersionValues, async ({ db }, { id }) => {
    const [found] = await db.select({ values: version.fieldValues }).from(version).where(eq(version.id, id));
    if (!found) throw new NotFound();
    return { values: found.values.map(({ label, value }) => ({ label, value })) };
  }),
];

async function withFields(call: Call, id: number) {
  const [found] = await call.db
    .select({ own: item, model: contentModel.name })
    .from(item)
    .innerJoin(contentModel, eq(contentModel.id, item.contentModelId))
    .where(eq(item.id, id));
  if (!found) throw new NotFound();
  const model = found.own.contentModelId;
  return { ...found, fields: (await fieldsOf(call, [model])).get(model) ?? [] };
}

async function writeValues(call: Call, own: typeof item.$inferSelect, fieldValues: FieldValues): Promise<void> {
  const changed = await differsFromReaders(call, { ...own, fieldValues });
  await call.db
    .update(item)
    .set({ fieldValues, changed, rowVersion: sql`row_version + 1`, updatedAt: call.now })
    .where(eq(item.id, own.id));
}
