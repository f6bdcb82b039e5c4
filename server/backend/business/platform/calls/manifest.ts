/** The log of calls, to the backend. */
import type { BackendManifest } from "../../manifest";
import * as schema from "./schema";
import { callsServed } from "./served";

export const calls: BackendManifest = {
  served: callsServed,
  data: { traces: ["call_log", "call_hour"] },
  tables: [schema],
};
