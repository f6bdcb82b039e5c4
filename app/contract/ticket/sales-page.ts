/** Sales pages: which ticket types a window, a self-service machine or the mobile channel offers, in which groups and order. */
import { z } from "zod";
import { boolean, dictionary, lines, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { fen, id } from "../validators";

const itemFields = {
  heading: text({ label: m.sales_page_heading, max: 20 }),
  ticketTypeId: reference("ticketType", { label: m.ticket_type, required: true, remote: true }),
};

/** A point of sale names its own; the page of the whole channel is for the others. Without either everything is on offer. */
export const salesPage = resource("ticket", "salesPage", {
  title: m.sales_page,
  listTitle: m.fun_list_pages,
  path: "/ticketConfig/listPages",
  fun: "listPages",
  nameField: "name",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 60, unique: true, list: true, filter: "contains" }),
    channel: dictionary("salesPageChannel", {
      ...{ label: m.sales_page_channel, required: true, default: "window", list: true, filter: "equals" },
      values: ["window", "selfService", "mobile"],
    }),
    wholeChannel: boolean({ label: m.sales_page_whole, help: m.sales_page_whole_help, list: true }),
    others: boolean({ label: m.sales_page_others, help: m.sales_page_others_help, list: true }),
    items: lines(itemFields, {
      ...{ label: m.sales_page_items, help: m.sales_page_items_help, key: ["ticketTypeId"] },
      ...{ min: 1, max: 200, ordered: true },
    }),
  },
});

/** The page as who buys there sees it today. */
export const previewSalesPage = method("ticket", "previewSalesPage", {
  payload: z.object({ id }),
  answer: z.object({
    groups: z.array(
      z.object({
        heading: z.string(),
        types: z.array(
          z.object({
            ticketTypeId: id,
            name: z.string(),
            parkName: z.string(),
            price: fen,
            /** Why it cannot be sold there today; "" when it can. */
            whyNot: z.string(),
          }),
        ),
      }),
    ),
    /** Points of sale that show it. */
    posNames: z.array(z.string()),
  }),
  access: { fun: "listPages" },
});
