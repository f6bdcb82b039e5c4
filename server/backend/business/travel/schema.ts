/** Tables of the travel trade, from their declarations. */
import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { agency as declared } from "~/contract/travel/agency";
import { agencyAgreement as declaredAgreement } from "~/contract/travel/agreement";
import { agencyReview as declaredReview } from "~/contract/travel/review";
import { bigintColumn } from "../../kernel/bigint-column";
import { ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const travelAgency = resourceTable(
  declared,
  "travel_agency",
  {
    /** The last day and stage that staff was told of. */
    warnedFor: text("warned_for"),
  },
  ["(settlement = 'credit') = (credit_limit is not null)", "(status = 'suspended') = (suspended_for is not null)"],
);

export const travelReview = resourceTable(declaredReview, "travel_review");
export const travelAgreement = resourceTable(declaredAgreement, "travel_agreement", {}, ["from_day <= to_day"]);

/** Sent without an account; `agencyId` is null where the agency was known already. */
export const travelApplication = pgTable(
  "travel_application",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity().notNull(),
    number: text("number").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    ip: text("ip").notNull(),
    name: text("name").notNull(),
    licence: text("licence").notNull(),
    contact: text("contact").notNull(),
    mobile: text("mobile").notNull(),
    agencyId: bigintColumn("agency_id"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
