/** Tenants of the platform: packages, tenants, applications. */
import type { ContractManifest } from "../manifest";
import * as application from "./application";
import { tenantDictionaries } from "./dictionaries";
import { tenantMenu } from "./menu-entries";
import * as migration from "./migration";
import * as packages from "./package";
import { tenantParameters } from "./parameters";
import * as tenants from "./tenant";

export const tenant: ContractManifest = {
  resources: [packages.tenantPackage, tenants.tenant, application.tenantApplication, migration.dataMigration],
  methods: [packages, tenants, application, migration],
  menu: tenantMenu,
  dictionaries: tenantDictionaries,
  parameters: tenantParameters,
};
