/** Some of a group are free for so many who pay: how many. Pure. */

export interface FreeRule {
  /** Those who pay for one set of free ones; 0: nobody is free. */
  per: number;
  /** Free ones of a set. */
  count: number;
  /** A set that is begun counts as a full one. */
  started: boolean;
}

/** Free ones that so many who pay bring with them. */
export function freeFor(paying: number, { per, count, started }: FreeRule): number {
  if (per <= 0) return 0;
  return count * (started ? Math.ceil(paying / per) : Math.floor(paying / per));
}

/** The most of those who came for whom the others pay enough. */
export function mostFree(came: number, rule: FreeRule): number {
  const { per, count, started } = rule;
  if (per <= 0) return 0;
  const sets = Math.floor(came / (per + count));
  const rest = came - sets * (per + count);
  const more = started ? Math.min(count, rest - 1) : rest - per;
  return sets * count + Math.max(0, more);
}
