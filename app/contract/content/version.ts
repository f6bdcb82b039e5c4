/** What was published, as it was: a version a publication, written once and never changed. */
import { command } from "../command";
import { moment, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { contentText } from "./item";

export const contentVersion = resource("manage", "contentVersion", {
  title: m.content_version,
  listTitle: m.content_versions,
  path: "/cms/model/version",
  fun: "cmsItem",
  nameField: "title",
  readOnly: true,
  unique: [["contentItemId", "number"]],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    title: contentText.title,
    contentItemId: reference("contentItem", {
      ...{ label: m.content_item, required: true, list: true, filter: "equals", remote: true },
      page: ({ contentItemId }) => `/cms/model/item/${contentItemId}`,
    }),
    number: number({ label: m.content_version_no, required: true, list: true }),
    summary: contentText.summary,
    cover: contentText.cover,
    body: contentText.body,
    publishedAt: moment({ label: m.content_published_at, required: true, list: true, filter: "between" }),
    publishedBy: text({ label: m.content_published_by, required: true, list: true }),
  },
  commands: {
    takeBack: command({ label: m.content_take_back, question: m.content_take_back_question }),
  },
});
