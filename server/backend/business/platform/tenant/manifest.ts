import type { BackendManifest } from "../../manifest";
import { applicationServed } from "./application";
import { seedTenants } from "./demonstration";
import { migrationServed } from "./migration/migration";
import * as migrationSchema from "./migration/schema";
import { packageServed } from "./package";
import * as schema from "./schema";
import { tenantServed } from "./tenant";
import { warnTenants } from "./warn";

export const tenant: BackendManifest = {
  served: (_sellables, _held, roles, portables) => [
    ...packageServed,
    ...tenantServed,
    ...applicationServed(roles),
    ...migrationServed(portables),
  ],
  tables: [schema, migrationSchema],
  kinds: [warnTenants],
  demonstration: seedTenants,
};
