/** Items: their working text, and what their commands do. A publication writes its version in the same transaction. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { contentPreview, contentVersions, contentItem as resource } from "~/contract/content/item";
import { contentVersion as versionResource } from "~/contract/content/version";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { holdFiles } from "../../files/use";
import { stamp } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Outcome, Values } from "../../kernel/resource-backend";
import { heldFields } from "../../kernel/resource-files";
import { firstOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { modelReference } from "./model";
import { contentModel, contentItem as item, contentVersion as version } from "./schema";
import { type Showing, sayShown } from "./shown";
import { type ContentText, type FieldValues, textOf, written } from "./text";
import { differsFromReaders, fieldsOf, keptValues, missingValue } from "./values";

type Item = ResourceRow<typeof resource>;

dependsOn("contentItem", { table: version, by: version.contentItemId, words: m.content_has_versions });

/** Why items are not ready for readers: no body, or nothing in a field that their type requires. */
async function notReady(call: Call, rows: readonly Item[]): Promise<(string | null)[]> {
  const ids = rows.map(({ id }) => id);
  const kept = await call.db.select({ id: item.id, values: item.fieldValues }).from(item).where(inArray(item.id, ids));
  const fields = await fieldsOf(
    call,
    rows.map(({ contentModelId }) => contentModelId),
  );
  return rows.map(({ id, body, contentModelId }) =>
    (body ?? "") === ""
      ? m.content_no_body()
      : missingValue(fields.get(contentModelId) ?? [], kept.find((one) => one.id === id)?.values ?? {}),
  );
}

export const itemCommands: CommandsBackend<typeof resource> = {
  publish: { mayNot: notReady, run: publish },
  publishChanges: {
    mayNot: async (call, rows) =>
      (await notReady(call, rows)).map(
        (sentence, place) => sentence ?? (rows[place]?.changed ? null : m.content_unchanged()),
      ),
    run: publish,
  },
  withdraw: (): Outcome => ({ set: { changed: false } }),
};

export const itemBackend = {
  table: item,
  indexed: true as const,
  query: { from: "content_item i", columns: { shows: sql`''` } },
  references: { contentModelId: modelReference },
  shown: <Row extends object>({ now }: Call, rows: Row[]) =>
    rows.map((row) => ({ ...row, shows: sayShown(row as unknown as Showing, now) })),
  check: noteChange,
  commands: itemCommands,
};

export const itemServed = [
  ...serveResource(resource, itemBackend),

  serve(contentPreview, async (call, { id }) => {
    const { db, now } = call;
    const [found] = await db
      .select({ item, model: contentModel.name })
      .from(item)
      .innerJoin(contentModel, eq(contentModel.id, item.contentModelId))
      .where(eq(item.id, id));
    if (!found) throw new NotFound();
    const { title, summary, cover, body, status, changed } = found.item;
    const [current] =
      status === "published"
        ? await db
            .select({ id: version.id, number: version.number })
            .from(version)
            .where(and(eq(version.contentItemId, id), eq(version.number, found.item.version ?? 0)))
        : [];
    return {
      ...{ title, model: found.model, summary: summary ?? "", body: body ?? "" },
      values: await toldValues(call, found.item),
      ...{ cover: pathsOf(cover ?? "")[0] ?? "", shows: sayShown(found.item, now), version: current ?? null, changed },
    };
  }),

  serve(contentVersions, async (call, { id }) => {
    const { db } = call;
    const [own] = await db.select().from(item).where(eq(item.id, id));
    if (!own) throw new NotFound();
    const { id: versionId, number, title, publishedAt: at, publishedBy: by } = version;
    const rows = await db
      .select({ id: versionId, number, title, at, by })
      .from(version)
      .where(eq(version.contentItemId, id))
      .orderBy(desc(number))
      .limit(10);
    const isCurrent = (of: number) => own.status === "published" && own.version === of;
    const told = rows.map((row) => ({ ...row, current: isCurrent(row.number) }));
    return { values: await toldValues(call, own), versions: told };
  }),
];

/** Writes the working text down as the next version; whoever publishes holds the item's lock, so numbers have no twins. */
async function publish(call: Call, row: Item): Promise<Outcome> {
  const last = await firstOf<{ number: number }>(
    call.db,
    sql`select coalesce(max(number), 0)::int as number from content_version where content_item_id = ${row.id}`,
  );
  const text = written(textOf(row));
  const [own] = await call.db.select().from(item).where(eq(item.id, row.id));
  const fieldValues = own ? await valuesOf(call, own) : [];
  const number = (last?.number ?? 0) + 1;
  const publishedAt = stamp(call.now);
  const [made] = await call.db
    .insert(version)
    .values({ ...text, fieldValues, contentItemId: row.id, number, publishedAt, publishedBy: call.caller.name })
    .returning({ id: version.id });
  if (!made) throw new Error("an insert answers its row");
  // Its pictures stay for as long as the version does, whatever the item shows later.
  await holdFiles(call, { thing: versionResource.noun, thingId: made.id }, heldFields(versionResource, text));
  const shows = sayShown({ ...row, status: "published", changed: false } as Showing, call.now);
  return {
    set: { version: number, publishedAt, changed: false },
    notice: m.content_published({ number, shows }),
  };
}

/** Of what is published: whether readers have another text than the one that is saved. */
async function noteChange(call: Call, values: Values, before: Values | null): Promise<void> {
  if (before?.status !== "published") return;
  const [own] = await call.db
    .select()
    .from(item)
    .where(eq(item.id, Number(before.id)));
  if (!own) throw new NotFound();
  const after = { ...own, ...written(textOf({ ...before, ...values })) };
  values.changed = await differsFromReaders(call, {
    ...after,
    contentModelId: Number(values.contentModelId ?? own.contentModelId),
  });
}

const valuesOf = async (call: Call, own: typeof item.$inferSelect) =>
  keptValues((await fieldsOf(call, [own.contentModelId])).get(own.contentModelId) ?? [], own.fieldValues);

const toldValues = async (call: Call, own: typeof item.$inferSelect) =>
  (await valuesOf(call, own)).map(({ label, value }) => ({ label, value }));

/** Puts a text in the place of the item's. What is published stays so, with that version; anything else is a draft. */
export async function replaceText(call: Call, id: number, text: ContentText, fieldValues: FieldValues): Promise<void> {
  const [before] = await call.db.select().from(item).where(eq(item.id, id));
  if (!before) throw new NotFound();
  const isPublished = before.status === "published";
  const said = { ...written(text), fieldValues };
  const set = {
    ...said,
    status: isPublished ? ("published" as const) : ("draft" as const),
    changed: await differsFromReaders(call, { ...before, ...said }),
  };
  await call.db
    .update(item)
    .set({ ...set, rowVersion: sql`row_version + 1`, updatedAt: call.now })
    .where(eq(item.id, id));
  await holdFiles(call, { thing: resource.noun, thingId: id }, heldFields(resource, written(text)));
  const { changed: _, fieldValues: __, ...kept } = set;
  call.audit({
    ...{ thing: resource.thing, thingId: id, label: set.title, by: resource.methods.save },
    before: { ...written(textOf(before)), status: before.status, rowVersion: before.rowVersion },
    after: { ...kept, rowVersion: before.rowVersion + 1 },
  });
}
