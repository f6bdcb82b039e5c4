/** Venues with their parks, and the halls in them. */
import { z } from "zod";
import { code, dictionary, image, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { option, resource } from "../resource";
import { id } from "../validators";

const status = dictionary("enableStatus", {
  ...{ label: m.status, required: true, default: "T", list: true, filter: "anyOf", form: false },
});

export const theatreVenue = resource("cinema", "theatreVenue", {
  title: m.theatre_venue,
  listTitle: m.fun_venue_list,
  path: "/theatre_set/venueList",
  fun: "venueList",
  nameField: "name",
  status: "status",
  importable: true,
  links: [
    { label: m.theatre_halls, to: "/theatre_set/hallList?venueId={id}" },
    { label: m.theatre_venue_parks, to: "/addParkList?venue={id}" },
  ],
  tools: [{ label: m.theatre_halls, to: "/theatre_set/hallList" }],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    kind: dictionary("theatreVenueKind", {
      ...{ label: m.theatre_venue_kind, required: true, values: ["theatre", "cinema"], default: "theatre" },
      ...{ list: true, filter: "anyOf" },
    }),
    parkId: reference("park", {
      ...{ label: m.park, help: m.theatre_venue_park_help, required: true, createOnly: true, list: true },
      filter: "equals",
    }),
    place: text({ label: m.theatre_place, max: 100, list: true }),
    status,
  },
});

/** A hall belongs where its venue belongs. */
export const theatreHall = resource("cinema", "theatreHall", {
  title: m.theatre_hall,
  listTitle: m.theatre_halls,
  path: "/theatre_set/hallList",
  fun: "venueList",
  nameField: "name",
  status: "status",
  importable: true,
  unique: [["venueId", "code"]],
  links: [
    { label: m.fun_site_area_set, to: "/theatre_set/siteArea_set?hallId={id}" },
    { label: m.theatre_zones, to: "/theatre_set/templateArea_set?hallId={id}" },
    { label: m.fun_template_set, to: "/theatre_set/template_set?hallId={id}" },
  ],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: text({
      ...{
        label: m.code,
        required: true,
        max: 20,
        code: true,
        unique: false,
        list: true,
        filter: "contains",
        sort: true,
      },
    }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    venueId: reference("theatreVenue", {
      ...{ label: m.theatre_venue, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    cleaning: number({
      ...{
        label: m.theatre_cleaning,
        help: m.theatre_cleaning_help,
        required: true,
        max: 240,
        default: 20,
        list: true,
      },
    }),
    /** Behind the plan in the editor, to trace; no buyer sees it. */
    picture: image({ label: m.theatre_picture, help: m.theatre_picture_help, most: 1 }),
    pictureOpacity: number({ label: m.theatre_picture_opacity, min: 5, max: 100 }),
    pictureScale: number({ label: m.theatre_picture_scale, min: 5, max: 1_000 }),
    pictureRight: number({ label: m.theatre_picture_right, min: -5_000, max: 5_000 }),
    pictureDown: number({ label: m.theatre_picture_down, min: -5_000, max: 5_000 }),
    status,
  },
});

/** Parks in which a venue's tickets are sold beside its own. */
export const theatreVenueParks = method("cinema", "theatreVenueParks", {
  payload: z.object({ venueId: id.optional() }),
  answer: z.object({
    venues: z.array(option),
    venue: z
      .object({
        id,
        name: z.string(),
        parks: z.array(z.object({ id, name: z.string(), there: z.boolean(), own: z.boolean() })),
      })
      .nullable(),
  }),
  access: { fun: "venueList" },
});

export const theatreVenueParksSave = method("cinema", "theatreVenueParksSave", {
  payload: z.object({ venueId: id, parkIds: z.array(id).max(200) }),
  told: ({ name }) => m.theatre_told_parks({ name }),
  answer: z.object({ id, parks: z.number() }),
  access: { fun: "venueList", button: "theatreVenue:edit" },
  writes: true,
});
