import type { BackendManifest } from "../manifest";
import { checkYearJob, closeYearJob } from "./jobs";
import * as schema from "./schema";
import { yearsServed } from "./served";

export const years: BackendManifest = {
  served: yearsServed(),
  data: {
    money: ["closed_year", "closed_year_part"],
  },
  tables: [schema],
  kinds: [closeYearJob, checkYearJob],
};
