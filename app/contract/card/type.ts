/** Kinds of annual and season cards: what they cost, how long they are good, where and how often they admit. */
import { z } from "zod";
import { boolean, code, date, dictionary, type LineOf, lines, money, number, reference, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { method } from "../method";
import { formatYuan } from "../money";
import { resource } from "../resource";
import { id } from "../validators";

const path = "/manage/cardtypelist";

const placeFields = {
  parkId: reference("park", { label: m.park, required: true }),
  /** None: every gate of the park. */
  gateGroupId: reference("gateGroup", { label: m.card_gate_group }),
};
const offFields = {
  fromDay: date({ label: m.card_off_from, required: true }),
  toDay: date({ label: m.card_off_to, required: true }),
};
export type CardOff = Omit<LineOf<typeof offFields>, "id">;

/** Of cards that open gates: stored value is spent where its rules say. */
const admits = { when: { field: "kind", is: ["annual", "season", "employee"] } };

const places = lines(placeFields, {
  ...admits,
  ...{ label: m.card_places, help: m.card_places_help, key: ["parkId", "gateGroupId"], max: 50 },
});
const blackouts = lines(offFields, {
  ...admits,
  ...{ label: m.card_blackouts, help: m.card_blackouts_help, key: ["fromDay"], max: 50 },
  rules: [endsLater],
});
const upgrades = lines(
  { toTypeId: reference("cardType", { label: m.card_upgrade_to, required: true }) },
  {
    ...{ label: m.card_upgrades, help: m.card_upgrades_help, key: ["toTypeId"], max: 20 },
    // Those that are sold: employees' cards are given.
    when: { field: "kind", is: ["annual", "season"] },
  },
);

/** What a top-up brings beside its own amount: the highest tier that it reaches counts. */
const giftTiers = lines(
  {
    fromAmount: money({ label: m.stored_tier_from, required: true }),
    gift: money({ label: m.stored_tier_gift, required: true }),
  },
  {
    ...{ label: m.stored_tiers, help: m.stored_tiers_help, key: ["fromAmount"], max: 20, ordered: true },
    when: { field: "kind", is: ["stored"] },
    rules: [tiersRise],
    say: ({ fromAmount, gift }) =>
      m.stored_tier_said({ from: formatYuan(Number(fromAmount)), gift: formatYuan(Number(gift)) }),
  },
);

function tiersRise(tiers: readonly Line[]): LineProblem[] {
  return tiers.flatMap(({ fromAmount }, line) =>
    Number(fromAmount) <= Number(tiers[line - 1]?.fromAmount ?? 0)
      ? [{ line, field: "fromAmount", message: m.stored_tier_order() }]
      : [],
  );
}

function endsLater(given: readonly Line[]): LineProblem[] {
  return given.flatMap(({ fromDay, toDay }, line) =>
    String(toDay) < String(fromDay) ? [{ line, field: "toDay", message: m.card_off_order() }] : [],
  );
}

const fixed = { when: { field: "validity", is: ["fixed"] }, requiredWhen: { field: "validity", is: ["fixed"] } };
const counted = { when: { field: "validity", is: ["sale", "activation"] } };
const stored = { when: { field: "kind", is: ["stored"] }, requiredWhen: { field: "kind", is: ["stored"] } };
/** Of cards that people buy: employees have theirs in the hand, and no counter gives out links to them. */
const bought = { when: { field: "kind", is: ["annual", "season", "stored"] } };

/** Cards that hold money are extended and not renewed, and are one person's or nobody's. */
const renewed = { when: { field: "renewable", is: ["T"], and: admits.when } };

export const cardType = resource("seasonCard", "cardType", {
  title: m.card_type_title,
  listTitle: m.fun_cardtypelist,
  path,
  editPath: `${path}/edit`,
  fun: "cardtypelist",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  links: [{ label: m.card_type_cards, to: "/seasonCard/seasonCardList?cardTypeId={id}" }],
  sections: [
    { title: m.card_section_validity, fields: ["validity", "months", "days", "fixedFrom", "fixedTo"] },
    { title: m.card_section_entry, fields: ["places", "perDay", "inAll", "minutesBetween", "blackouts"] },
    { title: m.card_section_holders, fields: ["holdersMost", "asksIdentity", "asksMobile", "asksPhoto"] },
    { title: m.card_section_wallet, fields: ["wallet", "walletRotates", "walletBalance"] },
    { title: m.stored_section, fields: ["onePerPerson", "giftOrder", "refundRule", "giftTiers"] },
    { title: m.card_section_stock, fields: ["fromStock", "stockWarn"] },
    {
      title: m.card_section_renewal,
      fields: ["renewable", "renewBefore", "renewAfter", "renewalPrice", "upgrades"],
    },
  ],
  rules: [
    {
      field: "validity",
      // They pay from the moment of the sale on.
      holds: ({ kind, validity }) => kind !== "stored" || validity !== "activation",
      message: m.stored_no_activation,
    },
    {
      field: "places",
      holds: ({ kind, places: admits }) => kind === "stored" || (Array.isArray(admits) && admits.length > 0),
      message: m.v_required,
    },
    {
      field: "price",
      holds: ({ kind, price, renewalPrice }) =>
        kind !== "employee" || Number(price ?? 0) + Number(renewalPrice ?? 0) === 0,
      message: m.card_staff_free,
    },
    {
      field: "holdersMost",
      holds: ({ kind, holdersMost }) => kind !== "employee" || Number(holdersMost) === 1,
      message: m.card_staff_one,
    },
    {
      field: "months",
      // A stored-value card without a term is good for ever.
      holds: ({ kind, validity, months, days }) =>
        kind === "stored" || validity === "fixed" || Number(months ?? 0) + Number(days ?? 0) > 0,
      message: m.card_no_length,
    },
    {
      field: "fixedTo",
      holds: ({ validity, fixedFrom, fixedTo }) => validity !== "fixed" || String(fixedFrom) <= String(fixedTo),
      message: m.card_off_order,
    },
    {
      field: "inAll",
      holds: ({ perDay, inAll }) => !perDay || !inAll || Number(perDay) <= Number(inAll),
      message: m.card_day_above_all,
    },
  ],
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 40, list: true, filter: "contains", sort: true }),
    kind: dictionary("cardKind", {
      ...{ label: m.card_kind, required: true, default: "annual", list: true, filter: "equals" },
      values: ["annual", "season", "stored", "employee"],
    }),
    price: money({ label: m.card_type_price, required: true, list: true }),
    cardFeeId: reference("cardFee", { label: m.card_fee, required: true, list: true, filter: "equals" }),
    validity: dictionary("cardValidity", {
      ...{ label: m.card_validity, required: true, default: "sale", list: true },
      values: ["sale", "activation", "fixed"],
      withheld: { values: ["activation"], when: { field: "kind", is: ["stored"] } },
    }),
    months: number({ label: m.card_months, max: 120, ...counted }),
    days: number({ label: m.card_days, help: m.card_days_help, max: 3660, ...counted }),
    fixedFrom: date({ label: m.card_fixed_from, ...fixed }),
    fixedTo: date({ label: m.card_fixed_to, ...fixed }),
    places,
    perDay: number({ label: m.card_per_day, help: m.card_unlimited_help, min: 1, max: 1000, list: true, ...admits }),
    inAll: number({ label: m.card_in_all, help: m.card_unlimited_help, min: 1, max: 100_000, list: true, ...admits }),
    minutesBetween: number({ label: m.card_minutes, help: m.card_minutes_help, min: 1, max: 1440, ...admits }),
    blackouts,
    holdersMost: number({
      ...{
        label: m.card_holders_most,
        help: m.card_holders_help,
        required: true,
        min: 1,
        max: 20,
        default: 1,
        list: true,
      },
      ...admits,
    }),
    asksIdentity: boolean({ label: m.card_asks_identity, help: m.card_asks_identity_help, default: true }),
    asksMobile: boolean({ label: m.card_asks_mobile, default: true }),
    asksPhoto: boolean({ label: m.card_asks_photo, help: m.card_asks_photo_help, default: false, ...admits }),
    wallet: boolean({ label: m.card_wallet_may, help: m.card_wallet_may_help, default: false, ...bought }),
    walletRotates: boolean({
      ...{ label: m.card_wallet_rotates, help: m.card_wallet_rotates_help, default: false },
      when: { field: "wallet", is: ["T"], and: bought.when },
    }),
    walletBalance: boolean({
      ...{ label: m.stored_wallet_balance, help: m.stored_wallet_balance_help, default: true },
      when: { field: "kind", is: ["stored"] },
    }),
    fromStock: boolean({ label: m.card_from_stock, help: m.card_from_stock_help, default: false }),
    stockWarn: number({
      ...{ label: m.card_stock_warn, help: m.card_stock_warn_help, max: 10_000 },
      when: { field: "fromStock", is: ["T"] },
    }),
    renewable: boolean({ label: m.card_renewable, default: true, ...admits }),
    renewBefore: number({ label: m.card_renew_before, max: 3660, default: 30, ...renewed }),
    renewAfter: number({ label: m.card_renew_after, max: 3660, default: 30, ...renewed }),
    renewalPrice: money({ label: m.card_renewal_price, help: m.card_renewal_price_help, ...renewed }),
    upgrades,
    /** Of cards whose holder is named; annual and season cards are held to it by the database whatever their type says. */
    onePerPerson: boolean({
      ...{ label: m.stored_one_per_person, help: m.stored_one_per_person_help, default: true },
      when: { field: "kind", is: ["stored"] },
    }),
    giftOrder: dictionary("storedGiftOrder", { label: m.stored_gift_order, values: ["last", "first"], ...stored }),
    refundRule: dictionary("storedRefundRule", {
      ...{ label: m.stored_refund_rule, help: m.stored_refund_help, values: ["anytime", "sevenDays"], ...stored },
    }),
    giftTiers,
    cardTemplateId: reference("cardTemplate", { label: m.card_template, help: m.card_template_of_type_help }),
    remark: text({ label: m.remark, max: 200, multiline: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

/** The rules of a type in sentences, for its page and for the counter. */
export const cardTypeSays = method("seasonCard", "cardTypeSays", {
  payload: z.object({ id }),
  answer: z.object({ sentences: z.array(z.string()) }),
  access: { fun: "cardtypelist" },
});
