import type { BackendManifest } from "../manifest";
import { served: [...served, ...yearServed] } from "./data-centre";
import { yearServed } from "./year";

export const report: BackendManifest = { served };
