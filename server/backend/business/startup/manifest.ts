/** The start-up guide: it has the businesses make what they own, and keeps where it was left. */
import type { BackendManifest } from "../manifest";
import { seedStartUp } from "./demonstration";
import { mark } from "./mark";
import * as schema from "./schema";
import { setUpServed } from "./set-up";
import { makeStaff } from "./staff";
import { standing } from "./standing";
import { testSaleServed } from "./test-sale";

export const startup: BackendManifest = {
  served: (sellables, _held, roles) => [standing, ...setUpServed, makeStaff(roles), ...testSaleServed(sellables), mark],
  tables: [schema],
  demonstration: seedStartUp,
};
