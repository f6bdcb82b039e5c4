/** What the blocks of the workbench show, ready to be drawn: pictures as paths, so that no script works them out. */
import type { BlockView } from "../home-block";

/** Of the pictures, in units of their own. */
const [width, height] = [600, 140];

type Picture = Extract<BlockView, { kind: "line" | "bars" }>;

export interface Drawn extends Omit<Picture, "kind" | "values" | "before"> {
  kind: "picture";
  /** Filled. */
  area: string;
  /** Drawn as a line. */
  line: string;
}

export type ShownBlock = Exclude<BlockView, Picture> | Drawn;

export function drawn(view: BlockView): ShownBlock {
  if (!("values" in view)) return view;
  const { kind, values, before = [], ...rest } = view;
  const most = Math.max(1, ...values, ...before);
  const y = (value: number) => Math.round((height - 1) * (1 - Math.max(0, value) / most)) + 1;
  return { ...rest, kind: "picture", ...(kind === "line" ? lineOf(values, y) : barsOf(values, before, y)) };
}

function lineOf(values: readonly number[], y: (value: number) => number) {
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, place) => `${Math.round(place * step)} ${y(value)}`).join("L");
  if (points === "") return { area: "", line: "" };
  return { area: `M0 ${height}L${points}V${height}Z`, line: `M${points}` };
}

/** Bars for what is, steps over them for what was. */
function barsOf(values: readonly number[], before: readonly number[], y: (value: number) => number) {
  const step = width / Math.max(1, values.length);
  const x = (place: number) => Math.round(place * step);
  const bar = (value: number, place: number) =>
    value > 0 ? `M${x(place) + 4} ${height}V${y(value)}H${x(place + 1) - 4}V${height}Z` : "";
  const steps = before.map((value, place) => `V${y(value)}H${x(place + 1)}`).join("");
  return { area: values.map(bar).join(""), line: steps === "" ? "" : `M0 ${height}${steps}V${height}` };
}
