/** The log of calls, to the backend. */
import type { BackendManifest } from "../../manifest";
import * as schema from "./schema";
import { callsServed } from "./served";

export const calls: BackendManifest = {
  served: callsServed,
  data: { traces: ["call_log", "call_hour"] },
  purges: [
    {
      ...{ table: "call_log", what: "Calls that were kept one by one", by: "at" },
      kept: { parameter: "callLogDays", in: "days" },
    },
    { table: "call_hour", what: "Calls by the hour", kept: { parameter: "callLogDays", in: "days" }, by: "hour" },
  ],
  tables: [schema],
};
