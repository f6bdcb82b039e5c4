/** Kinds of content: notices to visitors, news, guides. */
import { dictionary, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

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
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});
