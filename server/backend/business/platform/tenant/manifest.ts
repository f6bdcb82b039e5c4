import type { BackendManifest } from "../../manifest";
import { applicationServed } from "./application";
import { clearingServed } from "./clear/clearing";
import { clearTenant, destroyTenantArchive, restoreTenant } from "./clear/jobs";
import { seedTenants } from "./demonstration";
import { packageServed } from "./package";
import * as schema from "./schema";
import { tenantServed } from "./tenant";
import { warnTenants } from "./warn";

export const tenant: BackendManifest = {
  served: (_sellables, _held, roles) => [
    ...packageServed,
    ...tenantServed,
    ...applicationServed(roles),
    ...clearingServed,
  ],
  data: {
    corp: ["tenant", "tenant_application", "tenant_package", "tenant_package_right", "tenant_clearing"],
  },
  tables: [schema],
  kinds: [warnTenants, clearTenant, restoreTenant, destroyTenantArchive],
  demonstration: seedTenants,
};
