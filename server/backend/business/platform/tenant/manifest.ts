import type { BackendManifest } from "../../manifest";
import { applicationServed } from "./application";
import { clearingServed } from "./clear/clearing";
import { clearTenant, destroyTenantArchive, restoreTenant } from "./clear/jobs";
import { seedTenants } from "./demonstration";
import { groupServed } from "./group";
import * as groupSchema from "./group-schema";
import { hostServed } from "./host";
import { migrationServed } from "./migration/migration";
import * as migrationSchema from "./migration/schema";
import { packageServed } from "./package";
import { tenantPersonal } from "./personal";
import * as schema from "./schema";
import { tenantServed } from "./tenant";
import { warnTenants } from "./warn";

export const tenant: BackendManifest = {
  served: (_sellables, _held, roles, portables) => [
    ...packageServed,
    ...tenantServed,
    ...hostServed,
    ...applicationServed(roles),
    ...migrationServed(portables),
    ...clearingServed,
    ...groupServed,
  ],
  personal: tenantPersonal,
  data: {
    corp: [
      "tenant",
      "tenant_application",
      "tenant_package",
      "tenant_package_right",
      "tenant_clearing",
      "data_migration",
      "data_migration_item",
      "corp_group",
      "corp_group_member",
    ],
  },
  tables: [schema, migrationSchema, groupSchema],
  kinds: [warnTenants, clearTenant, restoreTenant, destroyTenantArchive],
  demonstration: seedTenants,
};
