/**
 * Content that readers see: draft → published ⇄ withdrawn. What is edited is the working text; readers have the version that
 * was published last, so an edit of what is published reaches them when it is published again. The times hold at once.
 */
import { z } from "zod";
import { command } from "../command";
import { boolean, dictionary, image, moment, number, reference, richText, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";
import { contentValues } from "./fields";

/** What a version keeps of an item. */
export const contentText = {
  title: text({ label: m.content_title, required: true, max: 100, list: true, filter: "contains" }),
  summary: text({ label: m.content_summary, max: 300, multiline: true }),
  cover: image({ label: m.content_cover, most: 1 }),
  body: richText({ label: m.content_body, max: 20_000 }),
} as const;

export const contentItem = resource("manage", "contentItem", {
  title: m.content_item,
  listTitle: m.content_items,
  path: "/cms/model/item",
  fun: "cmsItem",
  nameField: "title",
  status: "status",
  links: [
    { label: m.content_fields, to: "/cms/model/item/{id}/fields" },
    { label: m.content_preview, to: "/cms/model/item/{id}/preview" },
    { label: m.content_versions, to: "/cms/model/version?contentItemId={id}" },
  ],
  tools: [{ label: m.content_models, to: "/cms/model" }],
  defaultSort: { field: "sort", order: "asc" },
  sections: [
    { title: m.content_section_text, fields: ["contentModelId", "title", "summary", "cover", "body"] },
    { title: m.content_section_show, fields: ["sort", "visibleFrom", "visibleUntil"] },
  ],
  rules: [
    {
      field: "visibleUntil",
      holds: ({ visibleFrom, visibleUntil }) =>
        !visibleFrom || !visibleUntil || String(visibleFrom) < String(visibleUntil),
      message: m.content_v_until,
    },
  ],
  fields: {
    title: contentText.title,
    contentModelId: reference("contentModel", {
      ...{ label: m.content_model, required: true, list: true, filter: "equals" },
    }),
    summary: contentText.summary,
    cover: contentText.cover,
    body: contentText.body,
    sort: number({
      ...{ label: m.content_sort, help: m.content_sort_help, required: true, max: 9_999, default: 100 },
      ...{ list: true, sort: true, cellEdit: true },
    }),
    visibleFrom: moment({ label: m.content_from, help: m.content_from_help, list: true, hiddenAtFirst: true }),
    visibleUntil: moment({ label: m.content_until, help: m.content_until_help, list: true, hiddenAtFirst: true }),
    /** Whether readers see it at this moment, in words. */
    shows: text({ label: m.content_shows, max: 200, list: true, form: false, logged: false }),
    /** Which version readers have, once it was published. */
    version: number({ label: m.content_version_no, form: false }),
    publishedAt: moment({ label: m.content_published_at, list: true, form: false, logged: false }),
    /** Published, and the working text is another since. */
    changed: boolean({ label: m.content_changed, form: false, detail: false, logged: false }),
    status: dictionary("contentState", {
      ...{ label: m.status, required: true, values: ["draft", "published", "withdrawn"], default: "draft" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
  },
  commands: {
    publish: command({
      ...{ label: m.content_publish, from: ["draft", "withdrawn"], to: "published", many: true, tone: "good" },
    }),
    /** What was edited since reaches readers as a version of its own. */
    publishChanges: command({
      ...{ label: m.content_publish_changes, from: ["published"], button: "publish", right: m.content_publish },
      tone: "good",
    }),
    withdraw: command({
      ...{ label: m.content_withdraw, from: ["published"], to: "withdrawn", many: true, tone: "bad" },
      question: m.content_withdraw_question,
    }),
  },
});

/** The working text as a reader would have it, and which version readers have now. */
export const contentPreview = method("manage", "contentPreview", {
  payload: z.object({ id }),
  answer: z.object({
    title: z.string(),
    model: z.string(),
    summary: z.string(),
    /** Path of the picture; "" where there is none. */
    cover: z.string(),
    /** As it is kept: filtered once more where it is shown. */
    body: z.string(),
    /** In the further fields of its type. */
    values: contentValues,
    /** Whether readers see it at this moment, in words. */
    shows: z.string(),
    /** The version that readers have now; null where they have none. */
    version: z.object({ id, number: z.number() }).nullable(),
    /** The working text is another than that version's. */
    changed: z.boolean(),
  }),
  access: { fun: "cmsItem" },
});

/** What an item says in the further fields of its type; and its versions, the newest first, at most ten. */
export const contentVersions = method("manage", "contentVersions", {
  payload: z.object({ id }),
  answer: z.object({
    values: contentValues,
    versions: z.array(
      z.object({ id, number: z.number(), title: z.string(), at: z.string(), by: z.string(), current: z.boolean() }),
    ),
  }),
  access: { fun: "cmsItem" },
});
