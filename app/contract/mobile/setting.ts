/**
 * The mobile platform: one page of settings a corp, and the banners of its home page. Connected applications that sell on the
 * mobile channel read them by the open API and are held to the booking window and the hours of sale.
 */
import { z } from "zod";
import { dictionary, image, moment, number, richText, telephone, text, time, url } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";

export const mobileChannel = "mobile";

const home = "/basicConfiguration?sysBusType=18";

/** A corp has one or none; none limits nothing. */
export const mobileSetting = resource("manage", "mobileSetting", {
  title: m.mobile_title,
  path: "/basicConfiguration/mobile",
  fun: "mobileConfiguration",
  nameField: "name",
  defaultSort: { field: "id", order: "asc" },
  tools: [{ label: m.mobile_preview, to: home }],
  sections: [
    { title: m.mobile_section_page, fields: ["name", "phone", "serviceHours"] },
    { title: m.mobile_section_sale, fields: ["bookingDays", "saleFrom", "saleTo"] },
    { title: m.mobile_refund, fields: ["refundText"] },
  ],
  rules: [
    {
      field: "saleTo",
      holds: ({ saleFrom, saleTo }) => Boolean(saleFrom) === Boolean(saleTo),
      message: m.mobile_v_both,
    },
    {
      field: "saleTo",
      holds: ({ saleFrom, saleTo }) => !saleFrom || !saleTo || String(saleFrom) < String(saleTo),
      message: m.mobile_v_order,
    },
  ],
  fields: {
    name: text({ label: m.mobile_name, required: true, max: 40, list: true }),
    phone: telephone({ label: m.mobile_phone, list: true }),
    serviceHours: text({ label: m.mobile_service_hours, help: m.mobile_service_hours_help, max: 60, list: true }),
    bookingDays: number({ label: m.mobile_days, help: m.mobile_days_help, max: 365, list: true }),
    saleFrom: time({ label: m.mobile_sale_from, help: m.mobile_sale_help, list: true }),
    saleTo: time({ label: m.mobile_sale_to, list: true }),
    refundText: richText({ label: m.mobile_refund, max: 10_000 }),
  },
});

export const mobileBanner = resource("manage", "mobileBanner", {
  title: m.mobile_banner,
  listTitle: m.mobile_banners,
  path: "/basicConfiguration/banners",
  fun: "mobileConfiguration",
  nameField: "alt",
  status: "status",
  defaultSort: { field: "sort", order: "asc" },
  tools: [{ label: m.mobile_preview, to: home }],
  rules: [
    {
      field: "visibleUntil",
      holds: ({ visibleFrom, visibleUntil }) =>
        !visibleFrom || !visibleUntil || String(visibleFrom) < String(visibleUntil),
      message: m.mobile_v_until,
    },
  ],
  fields: {
    alt: text({
      label: m.mobile_alt,
      help: m.mobile_alt_help,
      required: true,
      max: 100,
      list: true,
      filter: "contains",
    }),
    picture: image({ label: m.mobile_picture, required: true, most: 1 }),
    link: url({ label: m.mobile_link, list: true }),
    sort: number({
      label: m.mobile_sort,
      required: true,
      max: 9_999,
      default: 100,
      list: true,
      sort: true,
      cellEdit: true,
    }),
    visibleFrom: moment({ label: m.mobile_from, list: true }),
    visibleUntil: moment({ label: m.mobile_until, list: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

const banner = z.object({
  /** A path of this console. */
  picture: z.string(),
  alt: z.string(),
  /** "" for none. */
  link: z.string(),
});

/** What the mobile page shows at this moment. `settingId` is missing where nothing was set. */
export const mobileConfiguration = method("manage", "mobileConfiguration", {
  payload: z.object({}),
  answer: z.object({
    settingId: id.optional(),
    name: z.string(),
    phone: z.string(),
    serviceHours: z.string(),
    /** Days ahead that may be booked; missing: without limit. */
    bookingDays: z.number().optional(),
    /** HH:mm; "" for all day. */
    saleFrom: z.string(),
    saleTo: z.string(),
    /** As it is kept: filtered once more where it is shown. */
    refundText: z.string(),
    banners: z.array(banner),
  }),
  access: { fun: "mobileConfiguration" },
});
