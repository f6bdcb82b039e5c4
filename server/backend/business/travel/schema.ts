/** Tables of the travel trade, from their declarations. */
import { text } from "drizzle-orm/pg-core";
import { agency as declared } from "~/contract/travel/agency";
import { agencyAgreement as declaredAgreement } from "~/contract/travel/agreement";
import { agencyReview as declaredReview } from "~/contract/travel/review";
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
