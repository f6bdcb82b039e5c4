/** Versions: what was published, to be read and taken back. */
import { eq, inArray, sql } from "drizzle-orm";
import { contentVersion as resource } from "~/contract/content/version";
import { m } from "~/contract/messages";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { replaceText } from "./item";
import { contentItem as item, contentVersion as version } from "./schema";
import { isSameText, textOf } from "./text";

export const versionCommands: CommandsBackend<typeof resource> = {
  takeBack: {
    mayNot: async ({ db }, rows) => {
      const ids = rows.map(({ contentItemId }) => contentItemId);
      const items = await db.select().from(item).where(inArray(item.id, ids));
      return rows.map((row) => {
        const own = items.find(({ id }) => id === row.contentItemId);
        return own && isSameText(textOf(own), textOf(row)) ? m.content_same() : null;
      });
    },
    run: async (call, row) => {
      await replaceText(call, row.contentItemId, textOf(row), row.number);
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
