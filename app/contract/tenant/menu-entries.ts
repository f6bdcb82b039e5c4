/** Entries of the menu: tenants. All of them are head office's, but for what a leading corp reads over its group. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const tenants = { group: "tenants", built: true, headOffice: true } as const;

export const tenantMenu = menuEntries({
  tenantList: { ...tenants, place: 10, label: m.fun_tenant_list, url: "/tenantManage/list" },
  tenantPackageList: {
    ...{ ...tenants, place: 20, label: m.fun_tenant_package_list, url: "/tenantManage/packageList" },
    buttons: { "tenantPackage:content": m.tenant_package_content },
  },
  tenantReview: {
    ...{ ...tenants, place: 30, label: m.fun_tenant_review, url: "/tenantManage/tenantReview" },
    buttons: { "tenantApplication:open": m.tenant_open },
  },
  dataMigration: {
    ...{ ...tenants, place: 40, label: m.fun_data_migration, url: "/tenantManage/dataMigration/index" },
    buttons: { "dataMigration:start": m.migration_start },
  },
  clearTenantData: {
    ...{ ...tenants, place: 50, label: m.fun_clear_tenant_data, url: "/tenantManage/clearTenantData" },
    buttons: { "tenantClearing:clear": m.clearing_right },
  },
  corpGroupList: { ...tenants, place: 15, label: m.fun_corp_group_list, url: "/tenantManage/groupList" },
  groupReport: { group: "reports", place: 205, label: m.fun_group_report, url: "/statistics/group", built: true },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    tenant: typeof tenantMenu;
  }
}
