/** The elements of a print template: fields of one, and what has to hold of them on their paper. */
import type { DictionaryCode } from "./dictionary-declaration";
import { boolean, dictionary, lines, number, text } from "./field-kinds";
import { pathsOf } from "./files";
import type { Line, LineProblem } from "./line-rule";
import { type Message, m } from "./messages";
import { type ElementKind, mostElements, mostPictures, paperBounds, paperSize } from "./print-sheet";

const millimetres = { decimals: true, min: 0, max: paperBounds.most } as const;

interface Printed {
  kinds: readonly ElementKind[];
  /** The dictionary of values that an element may show. */
  values: DictionaryCode;
  /** Those values that a bar code may hold, and the sentence that says so. */
  bars: readonly string[];
  barOnly: Message;
  help: Message;
}

export function printElements({ kinds, values, bars, barOnly, help }: Printed) {
  return lines(
    {
      kind: dictionary("printElement", { label: m.print_element, required: true, default: "field", values: kinds }),
      field: dictionary(values, { label: m.print_field }),
      text: text({ label: m.print_text, max: 60 }),
      picture: number({ label: m.print_picture, min: 1, max: mostPictures }),
      x: number({ label: m.print_x, required: true, ...millimetres, default: 5 }),
      y: number({ label: m.print_y, required: true, ...millimetres, default: 5 }),
      width: number({ label: m.print_width, required: true, ...millimetres, above: 0, default: 40 }),
      height: number({ label: m.print_height, required: true, ...millimetres, above: 0, default: 6 }),
      size: number({ label: m.print_size, min: 4, max: 72, default: 10 }),
      bold: boolean({ label: m.print_bold }),
      align: dictionary("printAlign", { label: m.print_align, required: true, default: "left" }),
    },
    {
      ...{ label: m.print_elements, help, key: ["kind", "x", "y"] },
      ...{ min: 1, max: mostElements, ordered: true },
      rules: [saysWhat(bars, barOnly), onPaper],
    },
  );
}

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== "";

/** Each element has what it is made of. */
const saysWhat =
  (bars: readonly string[], barOnly: Message) =>
  (elements: readonly Line[], header: Readonly<Record<string, unknown>>): LineProblem[] => {
    const pictures = pathsOf(String(header.pictures ?? "")).length;
    return elements.flatMap((element, line): LineProblem[] => {
      const { kind, field, picture } = element;
      if (kind === "text" && !isSaid(element.text)) return [{ line, field: "text", message: m.v_required() }];
      if (kind === "field" && !isSaid(field)) return [{ line, field: "field", message: m.v_required() }];
      if (kind === "barCode" && isSaid(field) && !bars.some((one) => one === field))
        return [{ line, field: "field", message: barOnly() }];
      if (kind === "image" && !(Number(picture) >= 1 && Number(picture) <= pictures))
        return [{ line, field: "picture", message: m.print_no_picture({ n: pictures }) }];
      const least = kind === "qr" ? 12 : kind === "barCode" ? 6 : 0;
      if (Number(element.height) < least) return [{ line, field: "height", message: m.print_code_small({ n: least }) }];
      if (Number(element.width) < (kind === "barCode" ? 30 : least))
        return [{ line, field: "width", message: m.print_code_small({ n: kind === "barCode" ? 30 : least }) }];
      return [];
    });
  };

/** What would lie beside the paper is not printed. */
function onPaper(elements: readonly Line[], header: Readonly<Record<string, unknown>>): LineProblem[] {
  const size = paperSize(header as { paper: unknown; width: unknown; height: unknown });
  if (!size) return [];
  return elements.flatMap((element, line): LineProblem[] => {
    const { x, y, width, height } = element;
    if (Number(x) + Number(width) > size.width + 0.001)
      return [{ line, field: "width", message: m.print_beside({ n: size.width }) }];
    if (Number(y) + Number(height) > size.height + 0.001)
      return [{ line, field: "height", message: m.print_below({ n: size.height }) }];
    return [];
  });
}
