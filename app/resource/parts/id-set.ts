/** Ids in an address, short where they follow one another: `3-9.12.15`. */

/** A set holds at most so many; what is more is left out. */
export const maxIds = 1_000;

export function readIds(text: string): number[] {
  const ids = new Set<number>();
  for (const part of text.split(".")) {
    const match = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(part);
    if (!match) continue;
    const from = Number(match[1]);
    const to = match[2] === undefined ? from : Number(match[2]);
    for (let id = from; id <= to && ids.size < maxIds; id += 1) ids.add(id);
  }
  return [...ids];
}

export function writeIds(ids: Iterable<number>): string {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  const parts: [from: number, to: number][] = [];
  for (const id of sorted) {
    const last = parts.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else parts.push([id, id]);
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(".");
}
