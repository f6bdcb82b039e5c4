import {
  area,
  dictionary,
  email,
  file,
  group,
  image,
  number,
  ownFields,
  postalCode,
  range,
  richText,
  telephone,
  text,
  time,
  tree,
  url,
} from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** A scenic area. */
export const park = resource("ticket", "park", {
  title: m.park,
  listTitle: m.fun_park_list,
  path: "/manage/parkList",
  fun: "parkList",
  nameField: "name",
  status: "status",
  importable: true,
  begin: { label: m.startup_empty_park, to: "/guideOne" },
  defaultSort: { field: "id", order: "asc" },
  sections: [
    { title: m.forms_section_basic, fields: ["code", "name", "parentId", "capacity", "pricing"] },
    { title: m.forms_section_contact, fields: ["areaCode", "address", "postalCode", "telephone", "email", "website"] },
    { title: m.forms_section_opening, fields: ["openingHours", "seasons", "insideFrom", "usualStay"] },
    { title: m.forms_section_media, fields: ["photos", "documents", "introduction"] },
  ],
  rules: [
    {
      field: "seasons",
      holds: ({ seasons }) => listOfSeasons(seasons).every(({ opens, closes }) => String(opens) < String(closes)),
      message: m.forms_park_season_order,
    },
  ],
  fields: {
    code: text({ label: m.code, required: true, code: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains", sort: true }),
    address: text({ label: m.address, max: 120, list: true, cellEdit: true }),
    openingHours: text({ label: m.opening_hours, max: 60, list: true, cellEdit: true }),
    capacity: number({
      label: m.capacity,
      list: true,
      filter: "between",
      sort: true,
      total: true,
      cellEdit: true,
      min: 0,
      max: 10_000_000,
    }),
    /** At government-priced sights nobody pays less for where they live. */
    pricing: dictionary("parkPricing", {
      ...{ label: m.park_pricing, help: m.park_pricing_help },
      values: ["market", "government"],
    }),
    areaCode: area({ label: m.forms_area }),
    parentId: tree("park", { label: m.forms_parent_park }),
    postalCode: postalCode({ label: m.forms_park_postal_code }),
    telephone: telephone({ label: m.forms_park_telephone }),
    email: email({ label: m.forms_park_email }),
    website: url({ label: m.forms_park_website }),
    seasons: group(
      {
        days: range({ label: m.forms_park_season_days, required: true }),
        opens: time({ label: m.forms_park_season_opens, required: true }),
        closes: time({ label: m.forms_park_season_closes, required: true }),
      },
      { label: m.forms_park_seasons, max: 12 },
    ),
    /** When the count of people inside begins anew; 04:00 where none is given. */
    usualStay: number({ label: m.forms_park_stay, help: m.forms_park_stay_help, min: 10, max: 1440 }),
    insideFrom: time({ label: m.forms_park_inside_from, help: m.forms_park_inside_from_help }),
    photos: image({ label: m.files_photos, most: 9 }),
    documents: file({ label: m.forms_park_documents, help: m.forms_park_documents_help, most: 3 }),
    introduction: richText({ label: m.introduction, max: 4000 }),
    own: ownFields("park"),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "equals",
      form: false,
    }),
  },
});

function listOfSeasons(seasons: unknown): Record<string, unknown>[] {
  return Array.isArray(seasons) ? seasons : [];
}
