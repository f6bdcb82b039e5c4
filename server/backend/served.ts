/** Every method that this backend answers, business by business. */
import { exportKind } from "./exports/export-job";
import { fileServed } from "./files/stored";
import { importKinds } from "./imports/import-jobs";
import { importsServed } from "./imports/import-methods";
import { ownKinds } from "./job-kinds";
import { jobsServed } from "./jobs/index";
import type { JobKind } from "./jobs/kind";
import type { Served } from "./kernel/served";
import { served as order } from "./order/index";
import { served as platform } from "./platform/index";
import { served as report } from "./report/data-centre";
import { checkServed } from "./ticket/check-served";
import { served as ticket } from "./ticket/index";
import { issuedServed } from "./ticket/issued";

const businesses: Served[] = [
  ...platform,
  ...fileServed,
  ...ticket,
  ...issuedServed,
  ...checkServed,
  ...order,
  ...report,
];

/** Every kind of background work. */
export const allKinds: JobKind[] = [...ownKinds, exportKind(businesses), ...importKinds(businesses)];

export const allServed: Served[] = [...businesses, ...importsServed(businesses), ...jobsServed(allKinds)];

/** The lists that indexes are kept for. */
export const listsServed = allServed.flatMap(({ list }) => (list ? [list] : []));
