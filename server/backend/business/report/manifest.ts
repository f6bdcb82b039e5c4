import type { BackendManifest } from "../manifest";
import { served } from "./data-centre";

export const report: BackendManifest = { served };
