/** Print templates: what stands where on the paper of a ticket, in millimetres. */
import { switching } from "../command";
import { boolean, dictionary, image, lines, number, text } from "../field-kinds";
import { pathsOf } from "../files";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { resource } from "../resource";
import { barFields, mostElements, mostPictures, paperBounds, paperSize, papers } from "./print-paper";

const millimetres = { decimals: true, min: 0, max: paperBounds.most } as const;

const elementFields = {
  kind: dictionary("printElement", { label: m.print_element, required: true, default: "field" }),
  field: dictionary("printField", { label: m.print_field }),
  text: text({ label: m.print_text, max: 60 }),
  picture: number({ label: m.print_picture, min: 1, max: mostPictures }),
  x: number({ label: m.print_x, required: true, ...millimetres, default: 5 }),
  y: number({ label: m.print_y, required: true, ...millimetres, default: 5 }),
  width: number({ label: m.print_width, required: true, ...millimetres, above: 0, default: 40 }),
  height: number({ label: m.print_height, required: true, ...millimetres, above: 0, default: 6 }),
  size: number({ label: m.print_size, min: 4, max: 72, default: 10 }),
  bold: boolean({ label: m.print_bold }),
  align: dictionary("printAlign", { label: m.print_align, required: true, default: "left" }),
};

/** A ticket type names its own; types without one are printed as the product does. */
export const printTemplate = resource("ticket", "printTemplate", {
  title: m.print_template,
  listTitle: m.fun_print_template,
  path: "/ticketConfig/printTemplate",
  fun: "printTemplate",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  commands: { ...switching },
  links: [{ label: m.print_test, to: "/ticketConfig/printTemplate/{id}/sample" }],
  fields: {
    name: text({ label: m.name, required: true, max: 60, unique: true, list: true, filter: "contains" }),
    paper: dictionary("printPaper", {
      ...{ label: m.print_paper, required: true, default: "roll80", values: Object.keys(papers), list: true },
      filter: "equals",
    }),
    width: number({
      ...{ label: m.print_paper_width, min: paperBounds.least, max: paperBounds.most },
      when: { field: "paper", is: ["own"] },
      requiredWhen: { field: "paper", is: ["own"] },
    }),
    height: number({
      ...{ label: m.print_paper_height, min: paperBounds.least, max: paperBounds.most, default: 120 },
      when: { field: "paper", is: ["roll80", "roll58", "own"] },
      requiredWhen: { field: "paper", is: ["roll80", "roll58", "own"] },
    }),
    serials: boolean({ label: m.print_serials, help: m.print_serials_help, list: true }),
    pictures: image({ label: m.print_pictures, help: m.print_pictures_help, most: mostPictures, megabytes: 1 }),
    elements: lines(elementFields, {
      ...{ label: m.print_elements, help: m.print_elements_help, key: ["kind", "x", "y"] },
      ...{ min: 1, max: mostElements, ordered: true },
      rules: [saysWhat, onPaper],
    }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== "";

/** Each element has what it is made of. */
function saysWhat(elements: readonly Line[], header: Readonly<Record<string, unknown>>): LineProblem[] {
  const pictures = pathsOf(String(header.pictures ?? "")).length;
  return elements.flatMap((element, line): LineProblem[] => {
    const { kind, field, picture } = element;
    if (kind === "text" && !isSaid(element.text)) return [{ line, field: "text", message: m.v_required() }];
    if (kind === "field" && !isSaid(field)) return [{ line, field: "field", message: m.v_required() }];
    if (kind === "barCode" && isSaid(field) && !barFields.some((one) => one === field))
      return [{ line, field: "field", message: m.print_bar_field() }];
    if (kind === "image" && !(Number(picture) >= 1 && Number(picture) <= pictures))
      return [{ line, field: "picture", message: m.print_no_picture({ n: pictures }) }];
    const least = kind === "qr" ? 12 : kind === "barCode" ? 6 : 0;
    if (Number(element.height) < least) return [{ line, field: "height", message: m.print_code_small({ n: least }) }];
    if (Number(element.width) < (kind === "barCode" ? 30 : least))
      return [{ line, field: "width", message: m.print_code_small({ n: kind === "barCode" ? 30 : least }) }];
    return [];
  });
}

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
