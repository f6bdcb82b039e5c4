/** Card templates: what stands where on a plastic card, in millimetres; and one card with the layout of its type. */
import { z } from "zod";
import { switching } from "../command";
import { dictionary, image, number, several, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { printElements } from "../print-elements";
import { printLayout } from "../print-layout";
import { elementKinds, mostPictures, paperBounds } from "../print-sheet";
import { resource } from "../resource";
import { id } from "../validators";

const path = "/sysThirdParty/cardTemplateManage";
const own = { when: { field: "paper", is: ["own"] }, requiredWhen: { field: "paper", is: ["own"] } };

/** A card type names its own; the database lets no template go while a type does. */
export const cardTemplate = resource("seasonCard", "cardTemplate", {
  title: m.card_template,
  listTitle: m.fun_card_template_manage,
  path,
  fun: "cardTemplateManage",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  commands: { ...switching },
  links: [{ label: m.print_test, to: `${path}/{id}/sample` }],
  fields: {
    name: text({ label: m.name, required: true, max: 60, unique: true, list: true, filter: "contains" }),
    paper: dictionary("printPaper", {
      ...{ label: m.card_template_size, required: true, default: "card", values: ["card", "own"], list: true },
      filter: "equals",
    }),
    width: number({ label: m.card_template_width, min: paperBounds.least, max: paperBounds.most, ...own }),
    height: number({ label: m.card_template_height, min: paperBounds.least, max: paperBounds.most, ...own }),
    pictures: image({ label: m.print_pictures, help: m.print_pictures_help, most: mostPictures, megabytes: 1 }),
    elements: printElements({
      ...{ kinds: elementKinds, values: "cardPrintField", help: m.card_template_elements_help },
      ...{ bars: ["number"], barOnly: m.card_template_bar },
    }),
    walletFields: several("cardPrintField", { label: m.card_wallet_fields, help: m.card_wallet_fields_help }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

/** A card as its template prints it. Numbers of documents are masked, whoever prints. */
export const cardSheet = method("seasonCard", "cardSheet", {
  payload: z.object({ id }),
  answer: z.object({
    number: z.string(),
    typeName: z.string(),
    /** Null: its type names no template, or the template is out of use. */
    layout: printLayout.extend({ id }).nullable(),
    holder: z.string(),
    identity: z.string(),
    validFrom: z.string(),
    validTo: z.string(),
    parks: z.array(z.string()),
    corpName: z.string(),
    photo: z.string().nullable(),
  }),
  access: { fun: "seasonCardList" },
});
