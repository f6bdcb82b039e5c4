/** Tables of theatres: of the nouns from their declarations, and by hand the plan, the snapshot, and who has which seat. */
import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { theatreArea as area, theatreZone as zone } from "~/contract/theatre/area";
import { theatreMove as moved } from "~/contract/theatre/moved";
import { theatrePolicy as policy } from "~/contract/theatre/policy";
import { theatrePreselect as preselect } from "~/contract/theatre/preselect";
import { theatreSession as session, theatreShow as show } from "~/contract/theatre/session";
import {
  theatreAreaTicket as areaTicket,
  theatreTemplate as template,
  theatreTemplateTicket as templateTicket,
} from "~/contract/theatre/template";
import { theatreHall as hall, theatreVenue as venue } from "~/contract/theatre/venue";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment, ownCorp } from "../../kernel/columns";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const theatreVenue = resourceTable(venue, "theatre_venue", {
  parks: bigintColumn("parks").array().notNull().default(sql`'{}'`),
});
export const theatreHall = resourceTable(hall, "theatre_hall");
export const theatreZone = resourceTable(zone, "theatre_zone", {}, ["code ~ '^[A-Z]$'"]);
export const theatreArea = resourceTable(area, "theatre_area", {}, ["seats >= 0"]);

export const theatrePlan = pgTable("theatre_plan", {
  corpCode: ownCorp(),
  areaId: bigintColumn("area_id").notNull(),
  version: integer("version").notNull().default(1),
  arc: integer("arc").notNull().default(0),
  rows: jsonb("rows").notNull(),
});

export const theatrePlanStep = pgTable("theatre_plan_step", {
  ...identified(),
  areaId: bigintColumn("area_id").notNull(),
  arc: integer("arc").notNull(),
  rows: jsonb("rows").notNull(),
});

export const theatreTemplate = resourceTable(template, "theatre_template");
export const theatreTemplateTicket = resourceTable(templateTicket, "theatre_template_ticket");
export const theatreTemplateTicketPrice = linesTable(
  "theatre_template_ticket_price",
  templateTicket.fields.prices,
  theatreTemplateTicket,
  ["price >= 0"],
);
export const theatreAreaTicket = resourceTable(areaTicket, "theatre_area_ticket");
export const theatreAreaTicketPrice = linesTable(
  "theatre_area_ticket_price",
  areaTicket.fields.prices,
  theatreAreaTicket,
  ["price >= 0"],
);

export const theatreTemplateArea = pgTable("theatre_template_area", {
  ...identified(),
  templateId: bigintColumn("template_id").notNull(),
  areaId: bigintColumn("area_id").notNull(),
  name: text("name").notNull(),
  kind: text("kind").notNull(),
  zone: text("zone").notNull(),
  capacity: integer("capacity").notNull(),
  sort: integer("sort").notNull(),
});

export const theatreTemplateZone = pgTable("theatre_template_zone", {
  ...identified(),
  templateId: bigintColumn("template_id").notNull(),
  code: text("code").notNull(),
  name: text("name").notNull(),
  tint: text("tint").notNull(),
});

export const theatreSeat = pgTable("theatre_seat", {
  ...identified(),
  templateId: bigintColumn("template_id").notNull(),
  templateAreaId: bigintColumn("template_area_id").notNull(),
  rowAt: integer("row_at").notNull(),
  rowName: text("row_name").notNull(),
  number: text("number").notNull(),
  at: integer("at").notNull(),
  x: integer("x").notNull(),
  y: integer("y").notNull(),
  kind: text("kind").notNull(),
  zone: text("zone").notNull(),
});

export const theatrePolicy = resourceTable(policy, "theatre_policy", {}, ["off between 1 and 100"]);
export const theatreShow = resourceTable(show, "theatre_show", {}, ["minutes > 0"]);
export const theatreSession = resourceTable(
  session,
  "theatre_session",
  {
    zonePrices: jsonb("zone_prices").notNull().default({}),
    areaPrices: jsonb("area_prices").notNull().default({}),
    // Counted in the list.
    ...{ sold: null, left: null },
  },
  ["starts_at < ends_at", "ends_at <= free_at"],
);
export const theatrePreselect = resourceTable(preselect, "theatre_preselect", {}, ["seats >= 0"]);

export const theatrePlace = pgTable(
  "theatre_place",
  {
    corpCode: ownCorp(),
    sessionId: bigintColumn("session_id").notNull(),
    seatId: bigintColumn("seat_id").notNull(),
    state: text("state").notNull(),
    holderId: bigintColumn("holder_id"),
    until: moment("until"),
    preselectId: bigintColumn("preselect_id"),
    ticketId: bigintColumn("ticket_id"),
    policyId: bigintColumn("policy_id"),
  },
  () =>
    checks(
      "policy_id is null or state = 'held'",
      "(state in ('held', 'aside')) = (until is not null)",
      "(state = 'held') = (holder_id is not null)",
      "(state = 'aside') = (preselect_id is not null)",
      "ticket_id is null or state = 'sold'",
    ),
);

export const theatreRoom = pgTable(
  "theatre_room",
  {
    corpCode: ownCorp(),
    sessionId: bigintColumn("session_id").notNull(),
    templateAreaId: bigintColumn("template_area_id").notNull(),
    capacity: integer("capacity").notNull(),
    taken: integer("taken").notNull().default(0),
  },
  () => checks("taken >= 0", "taken <= capacity"),
);

export const theatreTicket = pgTable(
  "theatre_ticket",
  {
    ...identified(),
    ticketNo: text("ticket_no").notNull(),
    sessionId: bigintColumn("session_id").notNull(),
    templateAreaId: bigintColumn("template_area_id").notNull(),
    seatId: bigintColumn("seat_id"),
    label: text("label").notNull(),
    zone: text("zone").notNull(),
    orderId: bigintColumn("order_id").notNull(),
    lineId: bigintColumn("line_id").notNull(),
    price: bigintColumn("price").notNull(),
    state: text("state").notNull().default("sold"),
    checkedAt: moment("checked_at"),
    checkedBy: text("checked_by").notNull().default(""),
    policy: text("policy").notNull().default(""),
  },
  () => checks("price >= 0", "(state = 'checked') = (checked_at is not null)"),
);

export const theatreMove = resourceTable(
  moved,
  "theatre_move",
  {
    ticketId: bigintColumn("ticket_id").notNull(),
    toLabel: text("to_label").notNull().default(""),
    note: text("note").notNull().default(""),
    at: moment("at").notNull().defaultNow(),
    // Of the ticket and its order; the list joins them.
    ...{ ticketNo: null, orderNo: null, contactName: null, contactMobile: null, orderId: null, offline: null },
  },
  ["(state = 'moved') = (to_label <> '')", "state <> 'moved' or to_session_id is not null"],
);
