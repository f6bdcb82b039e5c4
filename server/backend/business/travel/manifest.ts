import type { BackendManifest } from "../manifest";
import { agencyServed } from "./agency";
import { agreementServed, warnAgreements } from "./agreement";
import { applyServed } from "./apply";
import { seedTrade } from "./demonstration";
import { headServed } from "./department-head";
import { guideServed } from "./guide";
import { guideVisitorsServed } from "./guide-visitors";
import { planServed } from "./plan";
import { priceGroupServed } from "./price-group";
import { regionServed } from "./region";
import { reviewServed } from "./review";
import * as salesSchema from "./sales-schema";
import { salesmanServed } from "./salesman";
import * as schema from "./schema";
import { priceServed } from "./trade-price";

export const travel: BackendManifest = {
  served: [
    ...agencyServed,
    ...reviewServed,
    ...agreementServed,
    ...applyServed,
    ...regionServed,
    ...salesmanServed,
    ...headServed,
    ...priceGroupServed,
    ...guideServed,
    ...planServed,
    ...guideVisitorsServed,
    ...priceServed,
  ],
  tables: [schema, salesSchema],
  kinds: [warnAgreements],
  demonstration: seedTrade,
};
