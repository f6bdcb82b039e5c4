/**
 * Announcements to staff: draft → published → withdrawn; over by time by itself. Readers have the text that was published,
 * so nothing of it is edited afterwards: what they confirm is what they read.
 */
import { z } from "zod";
import { command } from "../command";
import { boolean, dictionary, lines, moment, reference, richText, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";

/** Of each kind of addressee. */
const most = 100;

export const announcement = resource("platform", "announcement", {
  title: m.announce_one,
  listTitle: m.announce_all,
  path: "/system/announcementList",
  fun: "announcementList",
  nameField: "title",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  links: [{ label: m.announce_readers, to: "/system/announcementReaders?announcementId={id}" }],
  sections: [
    { title: m.announce_section_text, fields: ["title", "body", "important"] },
    { title: m.announce_section_whom, fields: ["audience", "roles", "departments", "parks", "byMail"] },
    { title: m.announce_section_when, fields: ["visibleFrom", "visibleUntil"] },
  ],
  rules: [
    {
      field: "visibleUntil",
      holds: ({ visibleFrom, visibleUntil }) =>
        !visibleFrom || !visibleUntil || String(visibleFrom) < String(visibleUntil),
      message: m.announce_v_until,
    },
  ],
  fields: {
    title: text({ label: m.announce_title, required: true, max: 100, list: true, filter: "contains" }),
    body: richText({ label: m.announce_body, required: true, max: 20_000 }),
    important: boolean({ label: m.announce_important, help: m.announce_important_help, list: true, filter: "equals" }),
    audience: dictionary("announcementAudience", {
      ...{ label: m.announce_audience, required: true, default: "all", list: true, filter: "anyOf" },
      ...{ values: ["all", "chosen", "tenants"], help: m.announce_audience_help },
    }),
    roles: lines(
      { roleId: reference("role", { label: m.admin_role, required: true }) },
      { label: m.announce_roles, key: ["roleId"], max: most },
    ),
    departments: lines(
      { departmentId: reference("department", { label: m.admin_department, required: true }) },
      { label: m.announce_departments, help: m.announce_departments_help, key: ["departmentId"], max: most },
    ),
    parks: lines(
      { parkId: reference("park", { label: m.park, required: true }) },
      { label: m.announce_parks, help: m.announce_parks_help, key: ["parkId"], max: most },
    ),
    /** To whoever of them has confirmed an address and not chosen otherwise. */
    byMail: boolean({ label: m.announce_by_mail, help: m.announce_by_mail_help }),
    visibleFrom: moment({ label: m.announce_from, help: m.announce_from_help, list: true, hiddenAtFirst: true }),
    visibleUntil: moment({ label: m.announce_until, help: m.announce_until_help, list: true, hiddenAtFirst: true }),
    /** Whether readers have it at this moment, in words. */
    shows: text({ label: m.announce_shows, max: 200, list: true, form: false, logged: false }),
    /** By how many of how many it was confirmed as read. */
    readBy: text({ label: m.announce_read_by, max: 40, list: true, form: false, logged: false, detail: false }),
    publishedAt: moment({ label: m.announce_published_at, list: true, form: false, logged: false }),
    publishedBy: text({ label: m.announce_published_by, max: 60, list: "file", form: false, logged: false }),
    remindedAt: moment({ label: m.announce_reminded_at, form: false, logged: false }),
    status: dictionary("announcementState", {
      ...{ label: m.status, required: true, values: ["draft", "published", "withdrawn"], default: "draft" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
  },
  commands: {
    publish: command({
      ...{ label: m.announce_publish, from: ["draft"], to: "published", tone: "good" },
      question: m.announce_publish_question,
    }),
    withdraw: command({
      ...{ label: m.announce_withdraw, from: ["published"], to: "withdrawn", many: true, tone: "bad" },
      question: m.announce_withdraw_question,
    }),
    /** Whoever has not confirmed it has it unread once more, on top of what else they were told. */
    remind: command({ label: m.announce_remind, from: ["published"], question: m.announce_remind_question }),
  },
});

/** Whom announcements address and who has read them: a row an account. Of one to all tenants, head office's own accounts. */
export const announcementReader = resource("platform", "announcementReader", {
  title: m.announce_readers,
  path: "/system/announcementReaders",
  fun: "announcementList",
  nameField: "name",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  pages: {},
  fields: {
    announcementId: reference("announcement", {
      ...{ label: m.announce_one, required: true, list: true, filter: "equals", remote: true },
      page: ({ announcementId }) => `/system/announcementList/${announcementId}`,
    }),
    accName: text({ label: m.admin_account, required: true, list: true, filter: "equals" }),
    name: text({ label: m.name, required: true, list: true, filter: "contains" }),
    deptName: text({ label: m.admin_department, required: true, list: true }),
    isRead: boolean({ label: m.announce_is_read, list: true, filter: "equals" }),
    readAt: moment({ label: m.announce_read_at, list: true }),
  },
});

/** How far one has been read. `tenants`: of one to all tenants by corp, the least read first, at most 50. */
export const announcementStanding = method("platform", "announcementStanding", {
  payload: z.object({ id }),
  answer: z.object({
    /** Nobody has it before it is published. */
    published: z.boolean(),
    read: z.number(),
    of: z.number(),
    tenants: z.array(z.object({ name: z.string(), read: z.number(), of: z.number() })),
  }),
  access: { fun: "announcementList" },
});

const told = z.object({
  id,
  title: z.string(),
  important: z.boolean(),
  /** yyyy-MM-dd HH:mm:ss */
  at: z.string(),
  by: z.string(),
});

/** The caller's, as long as they run and are not read: important ones first. At most five, and how many there are. */
export const announcementsUnread = method("platform", "announcementsUnread", {
  payload: z.object({}),
  answer: z.object({ n: z.number(), first: z.array(told) }),
  access: "signedIn",
});

/** One that addresses the caller and runs. Anything else is not found. */
export const announcementOpen = method("platform", "announcementOpen", {
  payload: z.object({ id }),
  answer: told.extend({
    /** As it is kept: filtered once more where it is shown. */
    body: z.string(),
    /** When the caller confirmed it; "" where they have not. */
    readAt: z.string(),
    /** Until when it runs; "": until it is withdrawn. */
    until: z.string(),
  }),
  access: "signedIn",
});

/** "I have read it": the receipt. Twice is once, with the moment of the first. */
export const announcementConfirm = method("platform", "announcementConfirm", {
  payload: z.object({ id }),
  answer: z.object({ readAt: z.string() }),
  access: "signedIn",
  writes: true,
  whileReading: true,
  audit: false,
});
