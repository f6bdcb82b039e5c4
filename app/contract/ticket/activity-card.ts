/**
 * Activities with promotion codes, in batches: what a code takes off which tickets, when, and how often for one person. The
 * codes are told once, in a file; kept are a keyed hash and the last four characters.
 */
import { z } from "zod";
import { dictionaries } from "../dictionary-declaration";
import { boolean, date, dictionary, lines, moment, money, number, reference, text } from "../field-kinds";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id, textOf } from "../validators";

export const mostCodes = 10_000;

const only = (rule: string) => ({ when: { field: "rule", is: [rule] }, requiredWhen: { field: "rule", is: [rule] } });

export const activityCard = resource("ticket", "activityCard", {
  title: m.activity_card,
  listTitle: m.fun_activity_card_list,
  path: "/ticketConfig/activityCardList",
  fun: "activityCardList",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  links: [
    { label: m.card_export, to: "/ticketConfig/activityCardList/{id}/codes" },
    { label: m.card_codes, to: "/ticketConfig/activityCodeList?activityCardId={id}" },
  ],
  rules: [
    {
      field: "endDay",
      holds: ({ startDay, endDay }) => String(endDay) >= String(startDay),
      message: m.card_end_before_start,
    },
  ],
  fields: {
    name: text({ label: m.name, required: true, max: 40, help: m.card_name_help, list: true, filter: "contains" }),
    rule: dictionary("activityCardRule", {
      ...{ label: m.card_rule, required: true, default: "rate", values: ["rate", "amount", "price"], list: true },
    }),
    rate: number({ label: m.card_rate, help: m.card_rate_help, min: 1, max: 1000, ...only("rate") }),
    amount: money({ label: m.card_amount, ...only("amount") }),
    price: money({ label: m.card_price, ...only("price") }),
    startDay: date({ label: m.card_start, required: true, list: true, filter: "between", fromToday: true }),
    endDay: date({ label: m.card_end, required: true, list: true, filter: "between" }),
    quantity: number({ label: m.card_quantity, required: true, min: 1, max: mostCodes, default: 100, list: true }),
    used: number({ label: m.card_used, required: true, default: 0, list: true, form: false, logged: false }),
    perPerson: number({ label: m.card_per_person, help: m.card_per_person_help, min: 1, max: 1000, list: true }),
    givesBack: boolean({
      label: m.card_gives_back,
      help: m.card_gives_back_help,
      required: true,
      default: true,
      list: true,
    }),
    issuedAt: moment({ label: m.card_issued_at, list: true, form: false, logged: false }),
    issuedBy: text({ label: m.card_issued_by, max: 60, form: false, logged: false }),
    types: lines(
      { ticketTypeId: reference("ticketType", { label: m.card_type, required: true, remote: true }) },
      { label: m.card_types, key: ["ticketTypeId"], min: 1, max: 50 },
    ),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

/** The codes of all batches, masked for good. */
export const activityCode = resource("ticket", "activityCode", {
  title: m.card_code,
  listTitle: m.card_codes,
  path: "/ticketConfig/activityCodeList",
  fun: "activityCardList",
  nameField: "tail",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  // A code has no page of its own: its batch has.
  pages: { detail: "/ticketConfig/activityCardList/{activityCardId}" },
  fields: {
    tail: text({ label: m.card_code, max: 20, required: true, list: true, filter: "equals" }),
    activityCardId: reference("activityCard", {
      ...{ label: m.activity_card, required: true, remote: true, list: true, filter: "equals" },
    }),
    state: dictionary("activityCodeState", {
      ...{ label: m.status, required: true, default: "free", values: ["free", "used", "voided"] },
      ...{ list: true, filter: "equals" },
    }),
    usedAt: moment({ label: m.card_used_at, list: true }),
    orderNo: text({ label: m.order_no, max: 40, list: true }),
    usedBy: text({ label: m.order_seller, max: 60, list: true }),
  },
});

/** How the codes of a batch stand. */
export const activityCodes = method("ticket", "activityCodes", {
  payload: z.object({ id }),
  answer: z.object({
    name: z.string(),
    quantity: z.number(),
    free: z.number(),
    used: z.number(),
    voided: z.number(),
    /** "" before they were told. */
    issuedAt: z.string(),
    issuedBy: z.string(),
  }),
  access: { fun: "activityCardList" },
});

/**
 * Makes the codes of a batch and tells them, this once. `reason` makes them anew where the file was lost: those that are
 * not used are void then.
 */
export const issueActivityCodes = method("ticket", "issueActivityCodes", {
  payload: z.object({ id, reason: textOf(200).default("") }),
  answer: z.object({ name: z.string(), startDay: z.string(), endDay: z.string(), codes: z.array(z.string()) }),
  access: { fun: "activityCardList", button: "activityCard:issue" },
  writes: true,
  told: ({ name, after }) => m.did_codes_issued({ name, n: after?.codes ?? 0 }),
});

export const cardDictionaries = dictionaries({
  activityCardRule: {
    name: ["活动优惠方式", "What a promotion code does"],
    items: [
      ["rate", "按比例减", "Percentage off"],
      ["amount", "减金额", "Amount off"],
      ["price", "活动价", "Fixed price"],
    ],
  },
  activityCodeState: {
    name: ["活动码状态", "Promotion code status"],
    items: [
      ["free", "未使用", "Unused", "good"],
      ["used", "已使用", "Used", "calm"],
      ["voided", "已作废", "Voided", "bad"],
    ],
  },
});

export const cardMenu = menuEntries({
  activityCardList: {
    ...{ group: "tickets", built: true, place: 90 },
    ...{ label: m.fun_activity_card_list, url: "/ticketConfig/activityCardList" },
    buttons: { "activityCard:issue": m.button_activity_card_issue },
    money: { "activityCard:add": true, "activityCard:edit": true, "activityCard:issue": true },
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    cards: typeof cardDictionaries;
  }
}
declare module "../menu-entry" {
  interface BusinessMenus {
    cards: typeof cardMenu;
  }
}
