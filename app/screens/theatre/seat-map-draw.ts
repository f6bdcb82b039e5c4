/** Draws the part of a map that is seen: one path for all seats that look alike, whatever their number. */
import type { SeatState } from "~/contract/theatre/sale";
import type { MapModel } from "./seat-map-model";

export interface Drawn {
  model: MapModel;
  states: readonly SeatState[];
  tintOf: (zone: string) => string;
  chosen: ReadonlySet<number>;
  focus: number | null;
}

/** Pixels: of a seat, and from the upper left of the map to that of what is seen. */
export interface View {
  scale: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Around the map, for the names of rows. */
export const margin = 36;

/** The least and the most pixels of a seat. */
export const [least, most] = [2, 44];

/** All of it in the box, or as small as a seat can be seen. */
export const wholeScale = ({ width, height }: MapModel, box: Pick<Element, "clientWidth" | "clientHeight">) =>
  Math.min(
    most,
    Math.max(least, Math.min((box.clientWidth - 2 * margin) / width, (box.clientHeight - 2 * margin) / height)),
  );

/** Pixels of the whole map, with what is around it. */
export const spaceOf = ({ width, height }: MapModel, scale: number) => ({
  width: width * scale + 2 * margin,
  height: height * scale + 2 * margin,
});

const tintVariables: Readonly<Record<string, string>> = {
  ...{ blue: "--link", green: "--good", amber: "--warn", red: "--bad", grey: "--dim" },
};

/** Colour repeats what size says: a free seat is whole, one that somebody has is small, a chosen one has a ring. */
export function draw(canvas: HTMLCanvasElement, drawn: Drawn, view: View): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.style.width = `${view.width}px`;
  canvas.style.height = `${view.height}px`;
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim() || "#888";
  const tint = (name: string) => (name === "violet" ? "#8b5cd6" : colour(tintVariables[name] ?? "--dim"));
  context.setTransform(ratio, 0, 0, ratio, margin * ratio - view.left * ratio, margin * ratio - view.top * ratio);
  context.clearRect(view.left - margin, view.top - margin, view.width, view.height);

  const { seats } = drawn.model;
  const { scale } = view;
  const sees = (at: number) => {
    const { x, y } = seats[at] ?? { x: 0, y: 0 };
    const [left, top] = [x * scale + margin - view.left, y * scale + margin - view.top];
    return left > -scale && top > -scale && left < view.width && top < view.height;
  };
  const looks = new Map<string, { fill: string; inset: number; at: number[] }>();
  const ringed: number[] = [];
  for (let at = 0; at < seats.length; at += 1) {
    if (!sees(at)) continue;
    const isChosen = drawn.chosen.has(seats[at]?.id ?? 0);
    const state = drawn.states[at] ?? "free";
    if (isChosen || state === "mine") ringed.push(at);
    const key = isChosen ? "chosen" : state === "free" ? drawn.tintOf(seats[at]?.zone ?? "") : `:${state}`;
    const look = looks.get(key) ?? { ...lookOf(key), at: [] };
    look.at.push(at);
    looks.set(key, look);
  }
  for (const { fill, inset, at } of looks.values()) {
    context.beginPath();
    const size = scale * (1 - 2 * inset);
    for (const one of at) {
      const { x = 0, y = 0 } = seats[one] ?? {};
      context.rect((x + inset) * scale, (y + inset) * scale, size, size);
    }
    context.fillStyle = fill;
    context.fill();
  }
  ring(ringed, colour("--text"), Math.max(1, scale / 10));
  if (drawn.focus !== null) ring([drawn.focus], colour("--bad"), Math.max(2, scale / 8));
  if (scale >= 20) numbers();
  rowNames();

  function lookOf(key: string) {
    if (key === "chosen") return { fill: colour("--accent"), inset: 0.06 };
    if (key === ":mine") return { fill: colour("--good"), inset: 0.06 };
    if (key === ":held" || key === ":aside") return { fill: colour("--warn"), inset: 0.3 };
    if (key.startsWith(":")) return { fill: colour("--line-strong"), inset: 0.3 };
    return { fill: tint(key), inset: 0.08 };
  }
  function ring(at: readonly number[], stroke: string, line: number) {
    if (!context || at.length === 0) return;
    context.beginPath();
    for (const one of at) {
      const { x = 0, y = 0 } = seats[one] ?? {};
      context.rect(x * scale + 1, y * scale + 1, scale - 2, scale - 2);
    }
    context.strokeStyle = stroke;
    context.lineWidth = line;
    context.stroke();
  }
  function numbers() {
    if (!context) return;
    context.font = `${Math.min(14, scale * 0.42)}px sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const [key, { at }] of looks) {
      const isSmall = key.startsWith(":") && key !== ":mine";
      context.fillStyle = isSmall ? colour("--text") : colour("--surface");
      for (const one of at) {
        const { x = 0, y = 0, number = "" } = seats[one] ?? {};
        context.fillText(number, (x + 0.5) * scale, (y + 0.5) * scale);
      }
    }
  }
  function rowNames() {
    if (!context || scale < 9) return;
    context.font = "12px sans-serif";
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = colour("--dim");
    for (let row = 0; row + 1 < drawn.model.starts.length; row += 1) {
      const first = seats[drawn.model.starts[row] ?? 0];
      if (first) context.fillText(first.row, view.left - margin + 4, (first.y + 0.5) * scale);
    }
  }
}
