/** Taking a run back: all that it made and overwrote, or nothing, as long as nobody uses or changed it. */
import { asc, desc, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { writeAudits } from "../../../../kernel/audit";
import type { AuditEntry, Call } from "../../../../kernel/call";
import { usersOf } from "../../../../kernel/depends-on";
import { inCorp } from "../../../../kernel/in-corp";
import { nounOf, type Portable, withReferred } from "../../../../kernel/portable";
import { digestOf, type Entry, readWorld, type World } from "../../../../kernel/portable-world";
import { putBack, removeRow } from "../../../../kernel/portable-write";
import { Refusal } from "../../../../kernel/refusal";
import { asPlatform } from "./job";
import { dataMigrationItem as items } from "./schema";

/** So many reasons are told; the others are counted. */
const told = 5;

type Item = typeof items.$inferSelect;

/** Throws with what stands in the way; then nothing was taken back. Answers how many rows were. */
export async function takeBack(
  call: Call,
  portables: readonly Portable[],
  { id, toCode }: { id: number; toCode: string },
) {
  const written = await call.db
    .select()
    .from(items)
    .where(sql`migration_id = ${id} and outcome in ('made', 'taken') and not undone`)
    .orderBy(desc(items.id), asc(items.kind));
  const kinds = [...new Set(written.map(({ kind }) => kind))];
  const done = await inCorp(call, toCode, async () => {
    const world = await readWorld(call.db, withReferred(portables, kinds));
    const reasons: string[] = [];
    const entries: AuditEntry[] = [];
    for (const item of written) {
      const found = at(portables, world, item);
      // Its owner has removed it already.
      if (!found) continue;
      const why = await whyNot(call, found, item);
      if (why) {
        reasons.push(m.migration_undo_why({ thing: found.portable.resource.title(), name: item.name, why }));
        continue;
      }
      await back(call, found, item);
      entries.push({
        ...{ thing: found.portable.resource.thing, thingId: found.entry.id, label: item.name },
        before: { migrated: true },
      });
    }
    if (reasons.length > 0) {
      const list = reasons.slice(0, told).join(m.migration_semicolon());
      throw new Refusal(
        reasons.length > told
          ? m.migration_undo_refused_more({ list, n: reasons.length - told })
          : m.migration_undo_refused({ list }),
      );
    }
    await writeAudits(call.db, { ...call, caller: asPlatform(call) }, { name: "dataMigrationUndo" }, entries);
    return entries.length;
  });
  await call.db.update(items).set({ undone: true }).where(sql`migration_id = ${id} and outcome in ('made', 'taken')`);
  return done;
}

interface Found {
  portable: Portable;
  entry: Entry;
}

function at(portables: readonly Portable[], world: World, { kind, targetId }: Item): Found | null {
  const portable = portables.find((one) => nounOf(one) === kind);
  const entry = world.get(kind)?.byId.get(targetId ?? 0);
  return portable && entry ? { portable, entry } : null;
}

async function whyNot(call: Call, { portable, entry }: Found, { outcome, digest }: Item): Promise<string | null> {
  if (digestOf(portable, entry) !== digest) return m.migration_undo_changed();
  if (outcome === "taken") return null;
  const users = [
    ...(await usersOf(call, nounOf(portable), entry.id)),
    ...((await portable.users?.(call, entry.row)) ?? []),
  ];
  return users.length > 0 ? users.join(m.did_list_sep()) : null;
}

async function back({ db, caller }: Call, { portable, entry }: Found, item: Item): Promise<void> {
  try {
    if (item.outcome === "taken") await putBack(db, portable, entry.id, item.before ?? {}, caller.name);
    else await removeRow(db, portable, entry.id);
  } catch (error) {
    // Something hangs on it that nobody told of.
    if (!isForeignKey(error)) throw error;
    const why = m.migration_undo_in_use();
    const list = m.migration_undo_why({ thing: portable.resource.title(), name: item.name, why });
    throw new Refusal(m.migration_undo_refused({ list }));
  }
}

function isForeignKey(error: unknown): boolean {
  const codes = [error, (error as { cause?: unknown } | null)?.cause].map(
    (one) => (one as { code?: unknown } | null)?.code,
  );
  return codes.includes("23503");
}
