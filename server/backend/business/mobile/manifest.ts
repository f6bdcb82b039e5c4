/** The mobile platform, to the backend. */
import type { BackendManifest } from "../manifest";
import * as schema from "./schema";
import { mobileServed } from "./served";

export const mobile: BackendManifest = {
  served: mobileServed,
  data: { settings: ["mobile_setting", "mobile_banner"] },
  tables: [schema],
};
