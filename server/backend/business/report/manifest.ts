import type { BackendManifest } from "../manifest";
import { served } from "./data-centre";
import { yearServed } from "./year";

export const report: BackendManifest = { served: [...served, ...yearServed] };
