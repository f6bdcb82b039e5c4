/** The layout that a form holds at the moment, saved or not, from the texts of its inputs. Pure. */
import { type ElementKind, elementKinds, mostElements, type PrintLayout, paperSize } from "~/contract/print-sheet";
import type { FormView } from "~/resource/load-form.server";

/** By name of input, as they were drawn. */
export function textsOf({ inputs }: Pick<FormView, "inputs">): Record<string, string> {
  const all = inputs.flatMap((input) => [input, ...(input.rows ?? []).flat()]);
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

/** Null while the paper is not said. What is not a number yet is drawn where it can be. */
export function layoutOf(texts: Readonly<Record<string, string>>, pictures: readonly string[]): PrintLayout | null {
  const size = paperSize({ paper: texts.paper, width: texts.width, height: texts.height });
  if (!size) return null;
  const elements = [];
  for (let place = 0; place < mostElements; place += 1) {
    const text = (field: string) => texts[`elements[${place}].${field}`] ?? "";
    const kind = elementKinds.find((one: ElementKind) => one === text("kind"));
    if (!kind) break;
    elements.push({
      kind,
      text: text("text") || null,
      field: text("field") || null,
      picture: Number(text("picture")) || null,
      x: millimetres(text("x")),
      y: millimetres(text("y")),
      width: millimetres(text("width")),
      height: millimetres(text("height")),
      size: millimetres(text("size")) || null,
      bold: !["", "F", "false"].includes(text("bold")),
      align: text("align") || null,
    });
  }
  return { ...size, pictures: [...pictures], elements };
}

function millimetres(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? Math.min(value, 420) : 0;
}
