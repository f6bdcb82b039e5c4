/**
 * Fields that a corp adds to nouns of the product. Code, noun and kind are for good: values hang on them. None is deleted, so
 * no code comes to mean something else: what is not wanted any more is withdrawn, and read where it has values.
 */
import { boolean, dictionary, lines, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const farthest = 1_000_000_000;
const ofText = { when: { field: "kind", is: ["text"] } } as const;
const ofNumber = { when: { field: "kind", is: ["number"] } } as const;

export const ownFieldNouns = ["park", "ticketType", "agency", "seasonCard", "employee", "order"] as const;

export const ownField = resource("platform", "ownField", {
  title: m.own_field,
  listTitle: m.fun_own_field_list,
  path: "/system/ownFieldList",
  fun: "ownFieldList",
  whenEmpty: m.empty_own_field,
  nameField: "name",
  status: "status",
  keptRows: true,
  buttonLabels: { suspend: m.own_withdraw },
  defaultSort: { field: "place", order: "asc" },
  unique: [
    ["noun", "code"],
    ["noun", "name"],
  ],
  sections: [
    { title: m.own_section_what, fields: ["noun", "code", "name", "kind", "help", "place"] },
    { title: m.own_section_rules, fields: ["required", "letters", "least", "most", "choices"] },
    { title: m.own_section_shown, fields: ["inList", "inFilter", "personal", "inOpen"] },
  ],
  rules: [
    {
      // Names of columns and inputs are made of it.
      field: "code",
      holds: ({ code }) => /^[A-Za-z][A-Za-z0-9]*$/.test(String(code)),
      message: m.own_v_code,
    },
    {
      field: "most",
      holds: ({ least, most }) => (least ?? null) === null || (most ?? null) === null || Number(least) <= Number(most),
      message: m.own_v_bounds,
    },
    {
      field: "choices",
      holds: ({ kind, choices }) => kind !== "choice" || (Array.isArray(choices) && choices.length > 0),
      message: m.own_v_choices,
    },
    {
      // An application sends no files.
      field: "inOpen",
      holds: ({ kind, inOpen }) => kind !== "file" || inOpen !== true,
      message: m.own_v_open_file,
    },
  ],
  fields: {
    noun: dictionary("ownFieldOf", {
      ...{ label: m.own_noun, required: true, values: ownFieldNouns, createOnly: true },
      ...{ list: true, filter: "equals" },
    }),
    code: text({
      ...{ label: m.own_code, help: m.own_code_help, required: true, code: true, max: 20, unique: false },
      ...{ createOnly: true, list: true },
    }),
    name: text({ label: m.own_name, required: true, max: 30, list: true, filter: "contains" }),
    kind: dictionary("ownFieldKind", {
      ...{ label: m.own_kind, required: true, values: ["text", "number", "date", "choice", "file"], default: "text" },
      ...{ createOnly: true, list: true },
    }),
    help: text({ label: m.own_help, max: 100 }),
    place: number({ label: m.sort_order, required: true, min: 0, max: 9999, default: 100, list: true, sort: true }),
    required: boolean({ label: m.own_required, help: m.own_required_help, list: true }),
    letters: number({ label: m.own_letters, min: 1, max: 500, ...ofText }),
    least: number({ label: m.own_least, min: -farthest, max: farthest, ...ofNumber }),
    most: number({ label: m.own_most, min: -farthest, max: farthest, ...ofNumber }),
    choices: lines(
      {
        value: text({ label: m.own_choice_code, required: true, code: true, max: 20 }),
        label: text({ label: m.own_choice_label, required: true, max: 30 }),
        off: boolean({ label: m.own_choice_off }),
      },
      {
        ...{ label: m.own_choices, help: m.own_choices_help, key: ["value"], max: 50, ordered: true },
        when: { field: "kind", is: ["choice"] },
      },
    ),
    inList: boolean({ label: m.own_in_list, default: true }),
    inFilter: boolean({ label: m.own_in_filter, help: m.own_in_filter_help }),
    inOpen: boolean({
      ...{ label: m.own_in_open, help: m.own_in_open_help },
      when: { field: "noun", is: ["order", "ticketType"] },
    }),
    personal: boolean({ label: m.own_personal, help: m.own_personal_help, list: true, ...ofText }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});
