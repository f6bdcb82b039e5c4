/** Areas of a hall, with seats or by capacity, and its price zones. */
import { dictionary, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { view } from "../resource-view";

const hallId = reference("theatreHall", {
  ...{ label: m.theatre_hall, required: true, createOnly: true, list: true, filter: "equals" },
});
const status = dictionary("enableStatus", {
  ...{ label: m.status, required: true, default: "T", list: true, form: false },
});

export const theatreZone = resource("cinema", "theatreZone", {
  title: m.theatre_zone,
  listTitle: m.theatre_zones,
  path: "/theatre_set/templateArea_set",
  fun: "templateAreaSet",
  nameField: "name",
  unique: [["hallId", "code"]],
  defaultSort: { field: "code", order: "asc" },
  fields: {
    code: text({
      ...{
        label: m.theatre_zone_letter,
        help: m.theatre_zone_letter_help,
        required: true,
        max: 1,
        code: true,
        unique: false,
      },
      ...{ createOnly: true, list: true, sort: true },
    }),
    name: text({ label: m.name, required: true, max: 30, list: true, filter: "contains" }),
    hallId,
    tint: dictionary("theatreTint", {
      ...{ label: m.theatre_tint, required: true, default: "blue", list: true },
      values: ["blue", "green", "amber", "red", "violet", "grey"],
    }),
  },
});

export const theatreArea = resource("cinema", "theatreArea", {
  title: m.theatre_area,
  listTitle: m.theatre_areas,
  path: "/theatre_set/siteArea_set",
  fun: "siteAreaSet",
  nameField: "name",
  status: "status",
  unique: [["hallId", "name"]],
  links: [
    { label: m.theatre_rows_make, to: "/theatre_set/areaSet?area={id}" },
    { label: m.fun_seat_set, to: "/theatre_set/seatSet?area={id}" },
  ],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 30, list: true, filter: "contains" }),
    hallId,
    kind: dictionary("theatreAreaKind", {
      ...{ label: m.theatre_area_kind, required: true, values: ["seats", "unseated"], default: "seats" },
      ...{ createOnly: true, list: true, filter: "anyOf" },
    }),
    zoneId: reference("theatreZone", {
      ...{ label: m.theatre_zone, required: true, list: true, help: m.theatre_area_zone_help },
    }),
    capacity: number({
      ...{ label: m.theatre_capacity, max: 100_000, default: 0, list: true, hideZero: true },
      ...{ when: { field: "kind", is: ["unseated"] }, requiredWhen: { field: "kind", is: ["unseated"] } },
    }),
    sort: number({ label: m.theatre_area_sort, required: true, max: 999, default: 1 }),
    /** Counted from the plan. */
    seats: number({ label: m.theatre_seats, default: 0, list: true, hideZero: true, form: false, logged: false }),
    status,
  },
});

/** Areas where people stand, or sit where they like. */
export const theatreUnseated = view(theatreArea, {
  noun: "theatreUnseated",
  title: m.fun_no_seat_set_page,
  path: "/noSeatSetPage",
  fun: "noSeatSetPage",
  where: { kind: "unseated" },
  columns: ["name", "hallId", "capacity", "zoneId", "status"],
  filters: ["name", "hallId"],
});
