/** Print templates: what stands where on the paper of a ticket, in millimetres. */
import { switching } from "../command";
import { boolean, dictionary, image, number, text } from "../field-kinds";
import { m } from "../messages";
import { printElements } from "../print-elements";
import { mostPictures, paperBounds } from "../print-sheet";
import { resource } from "../resource";
import { barFields, ticketElements, ticketPapers } from "./print-paper";

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
      ...{ label: m.print_paper, required: true, default: "roll80", values: ticketPapers, list: true },
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
    elements: printElements({
      ...{ kinds: ticketElements, values: "printField", help: m.print_elements_help },
      ...{ bars: barFields, barOnly: m.print_bar_field },
    }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});
