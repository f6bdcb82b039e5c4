/** Templates: what a hall's areas, seats and price zones were when one was made; and tickets, which say what they cost. */
import { dictionary, lines, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const hallId = reference("theatreHall", {
  ...{ label: m.theatre_hall, required: true, createOnly: true, list: true, filter: "equals" },
});
const status = dictionary("enableStatus", {
  ...{ label: m.status, required: true, default: "T", list: true, filter: "anyOf", form: false },
});

/** Made from the hall as it is; afterwards only its name changes. */
export const theatreTemplate = resource("cinema", "theatreTemplate", {
  title: m.theatre_template,
  listTitle: m.theatre_templates,
  path: "/theatre_set/template_set",
  fun: "templateSet",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    hallId,
    version: number({ label: m.theatre_version, default: 0, list: true, form: false, logged: false }),
    seats: number({ label: m.theatre_seats, default: 0, list: true, form: false, logged: false }),
    capacity: number({ label: m.theatre_unseated_places, default: 0, list: true, form: false, logged: false }),
    status,
  },
});

/** What the seats of a hall cost, by price zone. */
export const theatreTemplateTicket = resource("cinema", "theatreTemplateTicket", {
  title: m.theatre_template_ticket,
  listTitle: m.fun_moban_tkt_new_page,
  path: "/mobanTktNewPage",
  fun: "mobanTktNewPage",
  tools: [{ label: m.theatre_policies, to: "/theatre/policyList" }],
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    hallId,
    prices: lines(
      {
        zoneId: reference("theatreZone", { label: m.theatre_zone, required: true, remote: true }),
        price: money({ label: m.theatre_price, required: true }),
      },
      { label: m.theatre_prices, key: ["zoneId"], min: 1, max: 26 },
    ),
    status,
  },
});

/** What a place in an area costs, whatever its zone: for areas without seats, and for boxes sold as one. */
export const theatreAreaTicket = resource("cinema", "theatreAreaTicket", {
  title: m.theatre_area_ticket,
  listTitle: m.fun_area_tkt_new_page,
  path: "/areaTktNewPage",
  fun: "areaTktNewPage",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    hallId,
    prices: lines(
      {
        areaId: reference("theatreArea", { label: m.theatre_area, required: true, remote: true }),
        price: money({ label: m.theatre_price, required: true }),
      },
      { label: m.theatre_prices, key: ["areaId"], min: 1, max: 50 },
    ),
    status,
  },
});
