import type { BackendManifest } from "../manifest";
import { served } from "./data-centre";
import { groupReportServed } from "./group-report";
import { yearServed } from "./year";

export const report: BackendManifest = { served: [...served, ...yearServed, ...groupReportServed] };
