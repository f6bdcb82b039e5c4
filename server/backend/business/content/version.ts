/** Versions: what was published, to be read and taken back. */
import { eq, inArray, sql } from "drizzle-orm";
import { contentVersion as resource } from "~/contract/content/version";
import { m } from "~/contract/messages";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { replaceText } from "./item";
import { contentItem as item, contentVersion as version } from "./schema";
import { type FieldValues, isSameText, textOf } from "./text";
import { fieldsOf, keptValues, sameValues } from "./values";

export const versionCommands: CommandsBackend<typeof resource> = {
  takeBack: {
    mayNot: async (call, rows) => {
      const ids = rows.map(({ contentItemId }) => contentItemId);
      const items = await call.db.select().from(item).where(inArray(item.id, ids));
      const fields = await fieldsOf(
        call,
        items.map(({ contentModelId }) => contentModelId),
      );
      const kept = await call.db
        .select({ id: version.id, values: version.fieldValues })
        .from(version)
        .where(
          inArray(
            version.id,
            rows.map(({ id }) => id),
          ),
        );
      return rows.map((row) => {
        const own = items.find(({ id }) => id === row.contentItemId);
        const values = kept.find(({ id }) => id === row.id)?.values ?? [];
        if (!own || !isSameText(textOf(own), textOf(row))) return null;
        const now = keptValues(fields.get(own.contentModelId) ?? [], own.fieldValues);
        return sameValues(now, values) ? m.content_same() : null;
      });
    },
    run: async (call, row) => {
      await replaceText(call, row.contentItemId, textOf(row), await valuesOf(call, row.id));
      return { notice: m.content_taken_back({ number: row.number }) };
    },
  },
};

export const versionServed = serveResource(resource, {
  table: version,
  references: { contentItemId: { table: item, name: item.title } },
  commands: versionCommands,
  keeps: {
    // What is taken back changes the item: its lock is the one to wait for. Versions themselves are never written again.
    lock: async ({ db }, id) => {
      const ofVersion = db.select({ id: version.contentItemId }).from(version).where(eq(version.id, id));
      const locked = await db.select({ one: sql`1` }).from(item).where(inArray(item.id, ofVersion)).for("update");
      if (locked.length === 0) throw new NotFound();
    },
    write: async () => {
      throw new Error("a version is written once");
    },
  },
});

/** What a version says in the fields, by their ids. */
async function valuesOf({ db }: Call, id: number): Promise<FieldValues> {
  const [found] = await db.select({ values: version.fieldValues }).from(version).where(eq(version.id, id));
  return Object.fromEntries((found?.values ?? []).map((one) => [String(one.id), one.value]));
}
