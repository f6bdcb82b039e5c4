/** Methods of the business "ticket" but for the gate's and the issued tickets' own. */
import type { Served } from "../../kernel/served";
import "./hanging";
import { admissionsReportServed } from "./admissions-report";
import { impactServed } from "./change-impact";
import { chosenParkServed } from "./chosen-park";
import { served as gates } from "./gate";
import { served as parks } from "./park";
import { served as calendar } from "./price-calendar";
import { served as policies } from "./price-policy";
import { served as quotas } from "./quota-pool";
import { quotaRangeServed } from "./quota-range";
import { quotaReportServed } from "./quota-report";
import { quotaTransferServed } from "./quota-transfer";
import { served as sales } from "./sale";
import { served as types } from "./ticket-type";

export const served: Served[] = [
  ...parks,
  ...chosenParkServed,
  ...gates,
  ...types,
  ...policies,
  ...calendar,
  ...quotas,
  ...quotaRangeServed,
  ...quotaTransferServed,
  ...impactServed,
  ...sales,
  ...admissionsReportServed,
  ...quotaReportServed,
];
