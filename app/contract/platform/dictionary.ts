/** Dictionaries (`/system/dictList`): their types, and the items of each (specification 3). */
import { typesDictionary } from "../dictionary-declaration";
import { boolean, dictionary, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const fun = "dictList";

/** The name under which the types themselves are a dictionary, to choose one from. */
export { typesDictionary };

export const dictItem = resource("platform", "dictItem", {
  title: m.one_dict_item,
  listTitle: m.system_dict_items,
  path: "/system/dictList/items",
  fun,
  nameField: "label",
  status: "status",
  builtIn: "system",
  defaultSort: { field: "sort", order: "asc" },
  unique: [["dictType", "value"]],
  fields: {
    dictType: dictionary(typesDictionary, {
      label: m.system_dict,
      required: true,
      createOnly: true,
      list: true,
      filter: "equals",
    }),
    value: text({
      label: m.code,
      help: m.system_dict_code_help,
      required: true,
      code: true,
      createOnly: true,
      list: true,
      filter: "contains",
    }),
    label: text({ label: m.system_dict_label, required: true, max: 60, list: true, filter: "contains" }),
    labelEn: text({ label: m.system_dict_label_en, required: true, max: 60, list: true }),
    sort: number({ label: m.system_sort, required: true, max: 9999, default: 0, list: true, sort: true }),
    colour: dictionary("badgeColour", { label: m.system_colour, list: true }),
    isDefault: boolean({ label: m.system_dict_default, help: m.system_dict_default_help, list: true }),
    system: boolean({ label: m.system_dict_system, list: true, form: false, default: false }),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "equals",
      form: false,
    }),
  },
});

export const dictType = resource("platform", "dictType", {
  title: m.one_dict,
  listTitle: m.system_dicts,
  path: "/system/dictList",
  fun,
  nameField: "name",
  builtIn: "system",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: text({ label: m.code, required: true, code: true, createOnly: true, list: true, filter: "contains" }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    nameEn: text({ label: m.system_name_en, required: true, max: 60, list: true }),
    remark: text({ label: m.remark, max: 200 }),
    system: boolean({ label: m.system_dict_system, list: true, filter: "equals", form: false, default: false }),
    open: boolean({ label: m.system_dict_open, list: true, form: false, default: true }),
  },
});
