/** Screens of tenants that only they have. */
import { tenantOpening } from "../../contract/tenant/application";
import { tenantClearingForm } from "../../contract/tenant/clearing";
import { tenantHost } from "../../contract/tenant/host";
import { dataMigrationPlan } from "../../contract/tenant/migration";
import { tenantPackageContent } from "../../contract/tenant/package";
import { tenantDetail, tenantTerms, tenantTickets } from "../../contract/tenant/tenant";
import { page, type ScreenManifest } from "../screen-manifest";

export const tenant: ScreenManifest = {
  details: { dataMigration: "screens/tenant/migration-run.tsx" },
  pages: [
    page("/tenantManage/packageList/:id/content", "tenant/package-content.tsx", tenantPackageContent),
    page("/tenantManage/list/:id/package", "tenant/assign.tsx", tenantTerms),
    page("/tenantManage/list/:id/host", "tenant/host.tsx", tenantHost),
    page("/tenantManage/tenantManageDetail", "tenant/detail.tsx", tenantDetail),
    page("/tenantManage/tenantManageDetail/ticket", "tenant/tickets.tsx", tenantTickets),
    page("/tenantManage/clearTenantData/start", "tenant/clear.tsx", tenantClearingForm),
    page("/tenantManage/dataMigration/new", "tenant/migration-new.tsx", dataMigrationPlan),
    page("/tenantManage/tenantReview/:id/open", "tenant/open.tsx", tenantOpening),
  ],
};
