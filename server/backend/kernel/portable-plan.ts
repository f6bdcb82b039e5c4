/** What would come of handing rows over: which are made, which are the same, which differ, which cannot go and why. Pure. */
import { type Cannot, copied, copiedOfPart, nounOf, type Portable, type Refers, refersTo } from "./portable";
import { type Bounds, content, dictionaryValues, type Entry, referredKey, unbound, type World } from "./portable-world";

export type Outcome = "made" | "taken" | "same" | "kept" | "blocked";

/** Why a row is not made as it is, as data: it is read in another language than it was written in. */
export type Why =
  | { is: "differs"; fields: string[] }
  | { is: "missing"; noun: string; name: string }
  | { is: "disagrees"; noun: string; name: string }
  | { is: "value"; dictionary: string; value: string }
  | { is: "rights"; n: number }
  | { is: "twice" }
  | { is: "fixed" }
  | { is: Cannot };

export interface Planned {
  source: Entry;
  /** Null where there is none yet. */
  target: Entry | null;
  outcome: Outcome;
  why: Why | null;
}

export interface Wish {
  /** Nouns that are handed over. */
  kinds: readonly string[];
  /** Of those, where the other tenant's is overwritten. */
  takes: readonly string[];
}

export interface Plan {
  noun: string;
  rows: Planned[];
}

export interface Worlds {
  source: World;
  target: World;
  /** By noun. */
  bounds: ReadonlyMap<string, Bounds>;
  /** The noun and key of a dictionary's item. */
  item: { noun: string; keyOf: (dictionary: string, value: string) => string };
}

/** By kind, in the order in which they are made. */
export function planOf(portables: readonly Portable[], worlds: Worlds, wish: Wish): Plan[] {
  const made = new Map<string, Set<string>>();
  return portables
    .filter((portable) => wish.kinds.includes(nounOf(portable)) && !portable.anchor)
    .map((portable) => {
      const noun = nounOf(portable);
      const own = new Set<string>();
      made.set(noun, own);
      const seen = new Set<string>();
      const rows = ordered(portable, worlds.source).map((source): Planned => {
        const target = worlds.target.get(noun)?.byKey.get(source.key) ?? null;
        const twice = seen.has(source.key);
        seen.add(source.key);
        const decided = twice
          ? { outcome: "blocked" as const, why: { is: "twice" as const } }
          : decide(portable, worlds, { source, target, made, takes: wish.takes.includes(noun) });
        if (decided.outcome === "made") own.add(source.key);
        return { source, target, ...decided };
      });
      return { noun, rows };
    });
}

/** Rows that others of the same kind refer to come first. */
function ordered(portable: Portable, world: World): Entry[] {
  const noun = nounOf(portable);
  const entries = (world.get(noun)?.entries ?? []).filter(({ row }) => portable.only?.(row) ?? true);
  if (!refersTo(portable).has(noun)) return entries;
  const own = Object.entries(portable.references ?? {}).filter(([, refers]) => refers.noun === noun);
  const done = new Set<Entry>();
  const visit = (entry: Entry, depth: number) => {
    if (done.has(entry) || depth > entries.length) return;
    for (const [column] of own) {
      const above = world.get(noun)?.byId.get(Number(entry.row[column] ?? 0));
      if (above && above !== entry && entries.includes(above)) visit(above, depth + 1);
    }
    done.add(entry);
  };
  for (const entry of entries) visit(entry, 0);
  return [...done];
}

interface Case {
  source: Entry;
  target: Entry | null;
  made: ReadonlyMap<string, ReadonlySet<string>>;
  takes: boolean;
}

function decide(
  portable: Portable,
  worlds: Worlds,
  { source, target, made, takes }: Case,
): Pick<Planned, "outcome" | "why"> {
  const cannot = portable.cannot?.(source.row) ?? null;
  if (cannot && !target) return { outcome: "blocked", why: { is: cannot } };
  if (target) {
    const fields = differing(portable, worlds, source, target);
    if (fields.length === 0) return { outcome: "same", why: null };
    const why: Why = { is: "differs", fields };
    if (!takes || !portable.takeOver || cannot) return { outcome: "kept", why };
    const stops = whyNot(portable, worlds, source, made);
    return stops ? { outcome: "blocked", why: stops } : { outcome: "taken", why };
  }
  if (portable.fixedRows) return { outcome: "blocked", why: { is: "fixed" } };
  const stops = whyNot(portable, worlds, source, made);
  if (stops) return { outcome: "blocked", why: stops };
  const n = leftOut(portable, worlds, source);
  return { outcome: "made", why: n > 0 ? { is: "rights", n } : null };
}

function differing(
  portable: Portable,
  { source: from, target: to, bounds }: Pick<Worlds, "source" | "target" | "bounds">,
  source: Entry,
  target: Entry,
): string[] {
  const bound = bounds.get(nounOf(portable)) ?? unbound;
  const a = content(from, portable, source, bound);
  const b = content(to, portable, target, bound);
  return Object.keys(a).filter((field) => a[field] !== b[field]);
}

function leftOut(portable: Portable, { bounds }: Worlds, source: Entry): number {
  const bound = bounds.get(nounOf(portable)) ?? unbound;
  return Object.entries(source.parts).reduce(
    (sum, [field, rows]) => sum + rows.length - bound.within(field, rows).length,
    0,
  );
}

/** What it refers to has to be there, or to be made before it. */
function whyNot(portable: Portable, worlds: Worlds, entry: Entry, made: Case["made"]): Why | null {
  const { references = {}, parts = {} } = portable;
  for (const column of copied(portable).keys()) {
    const why = reaches(worlds, references[column], entry.row[column], made);
    if (why) return why;
  }
  for (const [field, part] of Object.entries(parts))
    for (const row of entry.parts[field] ?? [])
      for (const column of copiedOfPart(part).keys()) {
        const why = reaches(worlds, part.references?.[column], row[column], made);
        if (why) return why;
      }
  // "Any" stands beside the items of a dictionary, and is none.
  const { item } = worlds;
  for (const { dictionary, value } of dictionaryValues(portable, entry)) {
    const key = item.keyOf(dictionary, value);
    const isItem = worlds.source.get(item.noun)?.byKey.has(key);
    if (isItem && !worlds.target.get(item.noun)?.byKey.has(key) && !made.get(item.noun)?.has(key))
      return { is: "value", dictionary, value };
  }
  return null;
}

function reaches(
  { source, target, bounds }: Worlds,
  refers: Refers | undefined,
  value: unknown,
  made: Case["made"],
): Why | null {
  if (!refers || value === null || value === undefined) return null;
  const { noun, agrees } = refers;
  const key = referredKey(source, refers, value);
  const there = key === null ? undefined : target.get(noun)?.byKey.get(key);
  const from = refers.by === "key" ? source.get(noun)?.byKey.get(key ?? "") : source.get(noun)?.byId.get(Number(value));
  const name = from?.name ?? String(value);
  if (!there) return key !== null && made.get(noun)?.has(key) ? null : { is: "missing", noun, name };
  const portable = target.get(noun)?.portable;
  if (!agrees || !from || !portable) return null;
  const fields = differing(portable, { source, target, bounds }, from, there);
  const matter = agrees === true ? fields : fields.filter((field) => agrees.includes(field));
  return matter.length > 0 ? { is: "disagrees", noun, name } : null;
}
