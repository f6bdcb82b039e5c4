/** The mobile platform, to the backend. */
import { m } from "~/contract/messages";
import type { BackendManifest } from "../manifest";
import * as schema from "./schema";
import { mobileServed } from "./served";

export const mobile: BackendManifest = {
  served: mobileServed,
  // The company's own number, for its visitors.
  personal: { keeps: [{ table: "mobile_setting", what: m.personal_kept_mobile, columns: ["phone"], why: "company" }] },
  data: { settings: ["mobile_setting", "mobile_banner"] },
  tables: [schema],
};
