/** The configuration of both tenants, each read as itself, and what would come of the copy. */
import { dictItem } from "~/contract/platform/dictionary";
import type { Call } from "../../../../kernel/call";
import { inCorp } from "../../../../kernel/in-corp";
import { nounOf, type Portable, type Row, withReferred } from "../../../../kernel/portable";
import { type Plan, planOf, type Worlds } from "../../../../kernel/portable-plan";
import { type Bounds, readWorld, unbound } from "../../../../kernel/portable-world";
import type { Place } from "./schema";

export interface Wanted {
  sourceCode: string;
  targetCode: string;
  kinds: readonly string[];
  takes: readonly string[];
  places: readonly Place[];
}

/** The target is read first: what the source's parks are called there depends on it. */
export async function worldsOf(call: Call, portables: readonly Portable[], wanted: Wanted): Promise<Worlds> {
  const read = withReferred(portables, [...wanted.kinds, dictItem.noun]);
  const bounds = new Map<string, Bounds>();
  const target = await inCorp(call, wanted.targetCode, async () => {
    for (const portable of read) {
      const bound = await boundsOf(call, portable);
      if (bound) bounds.set(nounOf(portable), bound);
    }
    return readWorld(call.db, read);
  });
  const chosen = new Map(wanted.places.map(({ kind, id }) => [kind, target.get(kind)?.byId.get(id)?.key]));
  const placed = (portable: Portable, key: string) => {
    const noun = nounOf(portable);
    const stands = chosen.get(noun);
    return portable.anchor && stands !== undefined && !target.get(noun)?.byKey.has(key) ? stands : key;
  };
  const source = await inCorp(call, wanted.sourceCode, () => readWorld(call.db, read, placed));
  const item = {
    noun: dictItem.noun,
    keyOf: (dictionary: string, value: string) => `${dictionary}\u0001${value}`.toLowerCase(),
  };
  return { source, target, bounds, item };
}

async function boundsOf({ db, locale }: Call, { parts = {} }: Portable): Promise<Bounds | null> {
  const within = new Map<string, (row: Row) => boolean>();
  for (const [field, { bound }] of Object.entries(parts)) if (bound) within.set(field, await bound(db, locale));
  if (within.size === 0) return null;
  return {
    within: (field, rows) => {
      const has = within.get(field);
      return has ? rows.filter(has) : unbound.within(field, rows);
    },
  };
}

export async function plansOf(call: Call, portables: readonly Portable[], wanted: Wanted) {
  const worlds = await worldsOf(call, portables, wanted);
  const plans: Plan[] = planOf(portables, worlds, wanted);
  return { worlds, plans };
}
