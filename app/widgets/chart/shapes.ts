/** What charts are drawn of: round scales, points and slices; pure numbers and paths. */

/** A round step that takes at most `most` of them to reach `max`. */
export function niceStep(max: number, most = 5): number {
  if (!(max > 0)) return 1;
  const rough = max / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}

/** 0, step, 2 steps … up to the first at or over `max`. */
export function ticks(max: number): number[] {
  const step = niceStep(max);
  const count = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Slices of a circle of radius 1 around 0,0 from the top, clockwise; a whole circle is two halves. */
export function slices(values: readonly number[]): { path: string; share: number }[] {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  let at = 0;
  return values.map((value) => {
    const share = total > 0 ? Math.max(0, value) / total : 0;
    const [from, to] = [at, at + share];
    at = to;
    if (share === 0) return { path: "", share };
    if (share > 0.9999) return { path: "M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z", share };
    const [start, end] = [pointAt(from), pointAt(to)];
    return { path: `M0 0L${start}A1 1 0 ${share > 0.5 ? 1 : 0} 1 ${end}Z`, share };
  });
}

function pointAt(turn: number): string {
  const angle = turn * 2 * Math.PI;
  return `${round(Math.sin(angle))} ${round(-Math.cos(angle))}`;
}

export const round = (value: number) => Math.round(value * 1_000) / 1_000;
