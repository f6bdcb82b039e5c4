import type { BackendManifest } from "../../manifest";
import { applicationServed } from "./application";
import { seedTenants } from "./demonstration";
import { packageServed } from "./package";
import * as schema from "./schema";
import { tenantServed } from "./tenant";
import { warnTenants } from "./warn";

export const tenant: BackendManifest = {
  served: (_sellables, _held, roles) => [...packageServed, ...tenantServed, ...applicationServed(roles)],
  tables: [schema],
  kinds: [warnTenants],
  demonstration: seedTenants,
};
