/**
 * Who may buy cheaper or free, and by what proof. The price is the ticket type's own: a type says under which concession
 * it is sold.
 */
import { dictionary, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { areAreas } from "./concession-terms";

const only = (...bases: string[]) => ({ when: { field: "basis", is: bases } });
const told = ["age", "resident", "soldier"];

export const concession = resource("ticket", "concession", {
  title: m.concession,
  listTitle: m.fun_concession_list,
  path: "/ticket/concessionList",
  fun: "concessionList",
  nameField: "name",
  status: "status",
  importable: true,
  defaultSort: { field: "id", order: "asc" },
  links: [{ label: m.concession_types, to: "/ticket/ticketList?concessionId={id}" }],
  rules: [
    {
      field: "ageTo",
      holds: ({ basis, ageFrom, ageTo }) => basis !== "age" || typeof ageFrom === "number" || typeof ageTo === "number",
      message: m.concession_age_wanted,
    },
    {
      field: "ageTo",
      holds: ({ ageFrom, ageTo }) => typeof ageFrom !== "number" || typeof ageTo !== "number" || ageFrom <= ageTo,
      message: m.concession_age_order,
    },
    {
      field: "areas",
      holds: ({ basis, areas }) => basis !== "resident" || areAreas(String(areas ?? "")),
      message: m.concession_areas_wrong,
    },
    {
      field: "proof",
      holds: ({ basis, proof }) => proof === "shown" || told.includes(String(basis)),
      message: m.concession_proof_untold,
    },
  ],
  fields: {
    name: text({ label: m.name, required: true, unique: true, max: 40, list: true, filter: "contains", sort: true }),
    basis: dictionary("concessionBasis", {
      ...{ label: m.concession_basis, required: true, default: "age", list: true, filter: "anyOf" },
      values: ["age", "height", "student", "soldier", "disabled", "resident", "other"],
    }),
    ageFrom: number({ label: m.concession_age_from, help: m.concession_age_help, max: 150, ...only("age") }),
    ageTo: number({ label: m.concession_age_to, max: 150, ...only("age") }),
    heightTo: number({
      ...{ label: m.concession_height, help: m.concession_height_help, min: 50, max: 200, ...only("height") },
      requiredWhen: { field: "basis", is: ["height"] },
    }),
    areas: text({
      ...{ label: m.concession_areas, help: m.concession_areas_help, max: 200, ...only("resident") },
      requiredWhen: { field: "basis", is: ["resident"] },
    }),
    proof: dictionary("concessionProof", {
      ...{ label: m.concession_proof, help: m.concession_proof_help, required: true, default: "shown", list: true },
      values: ["number", "shown", "either"],
    }),
    shows: text({ label: m.concession_shows, help: m.concession_shows_help, required: true, max: 40, list: true }),
    perAdult: number({ label: m.concession_per_adult, help: m.concession_per_adult_help, min: 1, max: 20, list: true }),
    remark: text({ label: m.remark, max: 200, multiline: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

/** Of a ticket type: under which concession it is sold, and the full-price type that it takes the place of. */
export const concessionOfType = {
  concessionId: reference("concession", {
    ...{ label: m.concession, help: m.concession_type_help, list: true, filter: "equals" },
  }),
  insteadOfId: reference("ticketType", {
    ...{ label: m.concession_instead, help: m.concession_instead_help, remote: true },
  }),
} as const;
