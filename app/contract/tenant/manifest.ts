/** Tenants of the platform: packages, tenants, applications. */
import type { ContractManifest } from "../manifest";
import * as application from "./application";
import * as clearing from "./clearing";
import { tenantDictionaries } from "./dictionaries";
import { corpGroup } from "./group";
import { groupReport } from "./group-report";
import * as hosts from "./host";
import { tenantMenu } from "./menu-entries";
import * as migration from "./migration";
import * as packages from "./package";
import { tenantParameters } from "./parameters";
import * as tenants from "./tenant";

export const tenant: ContractManifest = {
  resources: [
    packages.tenantPackage,
    tenants.tenant,
    application.tenantApplication,
    migration.dataMigration,
    clearing.tenantClearing,
    corpGroup,
  ],
  reports: [groupReport],
  methods: [packages, tenants, hosts, application, migration, clearing],
  menu: tenantMenu,
  dictionaries: tenantDictionaries,
  parameters: tenantParameters,
};
