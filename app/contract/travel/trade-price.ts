/**
 * What agencies pay: layers above the price policies. A price of an agency's type yields to that of its price group, and that to an
 * exception for the agency; within a layer the highest priority wins, then the later start.
 */
import { z } from "zod";
import { code, date, dictionary, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { option, resource } from "../resource";
import { day, fen, id } from "../validators";

/** The weakest first. */
export const tradeLayers = ["type", "group", "agency"] as const;
export type TradeLayer = (typeof tradeLayers)[number];

/** Choosing a layer opens its field, and no other. */
const only = <const L extends TradeLayer>(layer: L) => ({
  when: { field: "layer", is: [layer] },
  requiredWhen: { field: "layer", is: [layer] },
});

export const tradePrice = resource("manage", "tradePrice", {
  title: m.trade_price,
  listTitle: m.fun_travel_type_price,
  path: "/travelInfo/travelTypePrice",
  fun: "travelTypePrice",
  nameField: "code",
  status: "status",
  importable: true,
  defaultSort: { field: "id", order: "desc" },
  firstFilters: ["ticketTypeId", "layer", "agencyId", "code"],
  tools: [{ label: m.trade_why, to: "/travelInfo/travelTypePrice/why" }],
  rules: [
    {
      field: "endDay",
      holds: ({ startDay, endDay }) => !startDay || !endDay || String(endDay) >= String(startDay),
      message: m.r_policy_days,
    },
  ],
  fields: {
    code: code({
      ...{ label: m.trade_price_code, help: m.trade_price_code_help, required: true, createOnly: true },
      ...{ list: true, filter: "contains", sort: true },
    }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.ticket_type, required: true, remote: true, list: true, filter: "equals" },
    }),
    layer: dictionary("tradePriceLayer", {
      ...{ label: m.trade_layer, values: tradeLayers, required: true, default: "group", list: true, filter: "equals" },
    }),
    agencyType: dictionary("agencyType", { label: m.travel_type, list: true, filter: "equals", ...only("type") }),
    priceGroupId: reference("travelPriceGroup", {
      ...{ label: m.trade_price_group, list: true, filter: "equals", ...only("group") },
    }),
    agencyId: reference("agency", {
      ...{ label: m.travel_agency, remote: true, list: true, filter: "equals", ...only("agency") },
    }),
    channel: dictionary("saleChannel", {
      ...{ label: m.policy_channel, help: m.trade_price_channel_help, list: true, filter: "equals" },
    }),
    startDay: date({ label: m.policy_start_day, required: true, list: true, filter: "between", sort: true }),
    endDay: date({ label: m.policy_end_day, required: true, list: true, filter: "between" }),
    days: dictionary("tradePriceDays", {
      ...{
        label: m.policy_weekdays,
        values: ["all", "workdays", "weekends"],
        required: true,
        default: "all",
        list: true,
      },
    }),
    holidays: dictionary("holidayRule", { label: m.policy_holidays, required: true, default: "any", list: true }),
    price: money({ label: m.policy_price, required: true, list: true, sort: true }),
    priority: number({
      label: m.policy_priority,
      required: true,
      default: 0,
      max: 9999,
      list: true,
      hiddenAtFirst: true,
    }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

const audience = z.object({
  /** A name of a group or agency; of a type its word; "" for everybody and for customers without contract. */
  layer: z.enum(["base", ...tradeLayers]),
  name: z.string(),
});

/** Why an agency pays what it pays: every price that could hold on the day, and what other groups would pay. */
export const tradePriceWhy = method("manage", "tradePriceWhy", {
  payload: z.object({
    agencyId: id.optional(),
    ticketTypeId: id.optional(),
    day: day.optional(),
    channel: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,40}$/, { error: () => m.v_option() })
      .default("window"),
  }),
  answer: z.object({
    day,
    ticketTypes: z.array(option),
    agencies: z.array(option),
    /** Null while agency or ticket type are not chosen. */
    answer: z
      .object({
        agency: z.string(),
        ticketType: z.string(),
        listPrice: fen,
        price: fen,
        /** "" where no price holds and the list price is paid. */
        winner: z.string(),
        candidates: z.array(
          audience.extend({
            name: z.string(),
            price: fen,
            won: z.boolean(),
            /** Why it lost; "" of the one that won. */
            because: z.string(),
          }),
        ),
        others: z.array(z.object({ name: z.string(), price: fen, own: z.boolean() })),
      })
      .nullable(),
  }),
  access: { fun: ["travelTypePrice", "agencyList", "travelPriceGroup"] },
});
