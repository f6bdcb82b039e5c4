/** Every method that this backend answers, business by business. */

import { orderServed } from "./business/order/index";
import { served as platform } from "./business/platform/index";
import { served as report } from "./business/report/data-centre";
import { sellables } from "./business/sellables";
import { checkServed } from "./business/ticket/check-served";
import { served as ticket } from "./business/ticket/index";
import { issuedServed } from "./business/ticket/issued";
import { exportKind } from "./exports/export-job";
import { fileServed } from "./files/stored";
import { importKinds } from "./imports/import-jobs";
import { importsServed } from "./imports/import-methods";
import { ownKinds } from "./job-kinds";
import { jobsServed } from "./jobs/index";
import type { JobKind } from "./jobs/kind";
import type { Served } from "./kernel/served";

const businesses: Served[] = [
  ...platform,
  ...fileServed,
  ...ticket,
  ...issuedServed,
  ...checkServed,
  ...orderServed(sellables),
  ...report,
];

/** Every kind of background work. */
export const allKinds: JobKind[] = [...ownKinds, exportKind(businesses), ...importKinds(businesses)];

export const allServed: Served[] = [...businesses, ...importsServed(businesses), ...jobsServed(allKinds)];

/** The lists that indexes are kept for. */
export const listsServed = allServed.flatMap(({ list }) => (list ? [list] : []));
