/** Kinds of content: notices to visitors, news, guides. */
import { boolean, dictionary, lines, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { mostContentFields } from "./fields";

export const contentModel = resource("manage", "contentModel", {
  title: m.content_model,
  listTitle: m.content_models,
  path: "/cms/model",
  fun: "cmsItem",
  nameField: "name",
  status: "status",
  links: [{ label: m.content_items, to: "/cms/model/item?contentModelId={id}" }],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({
      ...{ label: m.name, required: true, max: 40, unique: true },
      ...{ list: true, filter: "contains", sort: true },
    }),
    remark: text({ label: m.remark, max: 200, list: true, cellEdit: true }),
    /** What its items say beside title and body; values hang on the line's id. */
    fields: lines(
      {
        label: text({ label: m.content_field, required: true, max: 40 }),
        kind: dictionary("contentFieldKind", {
          ...{ label: m.content_field_kind, required: true, values: ["text", "number", "date"], default: "text" },
        }),
        required: boolean({ label: m.content_field_required }),
      },
      { label: m.content_fields, help: m.content_fields_help, key: ["label"], max: mostContentFields, ordered: true },
    ),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});
