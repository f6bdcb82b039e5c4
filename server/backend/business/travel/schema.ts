/** Tables of the travel trade, from their declarations. */
import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { agency as declared } from "~/contract/travel/agency";
import { agencyContact as declaredContact } from "~/contract/travel/agency-contact";
import { agencyShare as declaredShare } from "~/contract/travel/agency-share";
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
    /** Of one that is shared with this corp: whose it is, and its row there. */
    ownerCode: text("owner_code"),
    ownerAgencyId: bigintColumn("owner_agency_id"),
  },
  [
    ...["(settlement = 'credit') = (credit_limit is not null)", "(status = 'suspended') = (suspended_for is not null)"],
    ...["group_limit > 0", "num_nulls(shared_by, owner_code, owner_agency_id) in (0, 3)"],
    "(held = 'shared') = (num_nulls(shared_by, owner_code, owner_agency_id) = 0)",
  ],
);

/** What the other corp uses is asked as a row is read: it stands in the books of that corp. */
export const agencyShare = resourceTable(declaredShare, "agency_share", { used: null, underWay: null, free: null }, [
  ...["credit_limit > 0", "from_day <= until_day", "(status = 'ended') = (reason is not null)"],
]);

export const agencyContact = resourceTable(declaredContact, "agency_contact");
export const travelReview = resourceTable(declaredReview, "travel_review");
export const travelAgreement = resourceTable(declaredAgreement, "travel_agreement", {}, [
  "from_day <= to_day",
  "num_nonnulls(prepay_percent, prepay_amount) < 2",
]);

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
