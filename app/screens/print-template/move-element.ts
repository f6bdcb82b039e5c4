/** Moves an element over the paper: the texts of its two inputs, kept on the paper. Pure. */
import { type PrintLayout, paperBounds } from "~/contract/print-sheet";

export const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

export const inputOf = (place: number, field: string) => `elements[${place}].${field}`;

/** The new texts of `x` and `y`, by millimetres; null where there is no such element. */
export function moved(
  layout: PrintLayout,
  place: number,
  by: readonly [number, number],
): { x: string; y: string } | null {
  const element = layout.elements[place];
  if (!element) return null;
  const within = (value: number, most: number) => String(Math.round(Math.max(0, Math.min(value, most)) * 10) / 10);
  return {
    x: within(element.x + by[0], layout.width - element.width),
    y: within(element.y + by[1], layout.height - element.height),
  };
}

/** Millimetres of one press, as typed. */
export function stepOf(typed: string): number {
  const step = Number(typed);
  return Number.isFinite(step) && step > 0 ? Math.min(step, paperBounds.most) : 1;
}
