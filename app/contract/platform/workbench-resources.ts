/** What the workbench drawer lists, as head of systems keep it: below the access applications. */
import { date, image, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const fun = "sysAccessApplication";

export const corpApplication = resource("platform", "corpApplication", {
  title: m.workbench_applications,
  path: "/sysAccessApplication/applications",
  fun,
  nameField: "appName",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    appCode: text({
      label: m.workbench_app_code,
      help: m.workbench_app_code_help,
      required: true,
      code: true,
      list: true,
      filter: "contains",
      createOnly: true,
    }),
    appName: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    appAuthUrl: text({ label: m.workbench_auth_url, required: true, max: 300, list: true }),
    redirectUrl: text({ label: m.workbench_redirect_url, max: 300 }),
    appIcon: image({ label: m.workbench_icon }),
    tenantNo: text({ label: m.workbench_tenant_no, max: 40 }),
    productTypeCode: text({ label: m.workbench_product_type, max: 40 }),
    appType: text({ label: m.workbench_app_type, max: 10 }),
    openStatus: number({ label: m.workbench_open_status, help: m.workbench_open_status_help, max: 9, default: 0 }),
    status: number({ label: m.workbench_mall_status, help: m.workbench_mall_status_help, max: 2, default: 0 }),
    expirationDay: date({ label: m.workbench_expiration, list: true }),
  },
});

export const quickLinkEntry = resource("platform", "quickEntry", {
  title: m.workbench_links,
  path: "/sysAccessApplication/quickLinks",
  fun,
  nameField: "name",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 30, list: true, filter: "contains" }),
    url: text({ label: m.workbench_url, help: m.workbench_url_help, required: true, max: 300, list: true }),
    icon: image({ label: m.workbench_icon }),
    sort: number({ label: m.workbench_sort, max: 9999, default: 0, list: true }),
  },
});
