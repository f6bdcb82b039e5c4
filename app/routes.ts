/** The route table. Every contract resource is served by the engine's three route modules; the rest is listed by hand. */

import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";
import { listExports } from "./contract/list-exports";
import { resources } from "./contract/registry";
import { commandRoutes } from "./contract/resource";

/** A route at an absolute path; its id is the path, so that one file may serve many. */
function at(path: string, file: string): RouteConfigEntry {
  return route(path, file, { id: path });
}

// The engine -------------------------------------------------------------------------------------------------------
/** Lists that add something of their own to the engine's. */
const ownLists: Record<string, string> = {
  role: "screens/admin/role-list.tsx",
  operator: "screens/admin/operator-list.tsx",
  accessApp: "screens/platform/access-app-list.tsx",
  personalApplication: "screens/system/app-list.tsx",
  personalMenu: "screens/system/app-menu-list.tsx",
  dictType: "screens/system/dict-type-list.tsx",
  dictItem: "screens/system/dict-item-list.tsx",
  parameter: "screens/system/parameter-list.tsx",
  menu: "screens/system/menu-list.tsx",
  audit: "screens/system/audit-list.tsx",
  signIn: "screens/system/sign-in-list.tsx",
};
/** Forms at an address of their own, with the menu entry that they hang under. */
const ownForms: Record<string, string> = {
  ticketType: "screens/ticket/ticket-type-form.tsx",
  operator: "screens/admin/operator-form.tsx",
  dictItem: "screens/system/dict-item-form.tsx",
  parameter: "screens/system/parameter-form.tsx",
  menu: "screens/system/menu-form.tsx",
  personalMenu: "screens/system/app-menu-form.tsx",
};
/** Details that are a page of their own. */
const ownDetails: Record<string, string> = {
  audit: "screens/system/audit-entry.tsx",
  dictItem: "screens/system/dict-item-detail.tsx",
  parameter: "screens/system/parameter-detail.tsx",
};
const engine = resources.flatMap(({ noun, path, editPath, readOnly, fixedRows, imports, commands }) => [
  at(path, ownLists[noun] ?? "resource/list.tsx"),
  at(`${path}/export`, "resource/export.tsx"),
  ...(imports
    ? [
        at(`${path}/import`, "resource/import.tsx"),
        at(`${path}/import/template`, "resource/import-template.ts"),
        at(`${path}/import/:id`, "resource/import-run.tsx"),
        at(`${path}/import/:id/errors`, "resource/import-errors.ts"),
      ]
    : []),
  at(`${path}/options`, "resource/options.ts"),
  ...commandRoutes({ path, commands }).map((page) => at(page, "resource/command.tsx")),
  at(`${path}/:id`, ownDetails[noun] ?? "resource/detail.tsx"),
  ...(readOnly ? [] : fixedRows ? [formAt(noun, `${path}/:id/edit`)] : writing(noun, path, editPath)),
]);

function formAt(noun: string, path: string): RouteConfigEntry {
  return at(path, ownForms[noun] ?? "resource/form.tsx");
}

function writing(noun: string, path: string, editPath: string | undefined): RouteConfigEntry[] {
  const forms = editPath ? [editPath] : [`${path}/new`, `${path}/:id/edit`];
  return [...forms.map((form) => formAt(noun, form)), at(`${path}/:id/remove`, "resource/remove.tsx")];
}

// Price policies and quotas ----------------------------------------------------------------------------------------
const policies = [
  at("/ticket/pricePolicyList", "screens/ticket/price-policy-list.tsx"),
  at("/ticket/pricePolicyList/:id/remove", "screens/ticket/price-policy-remove.tsx"),
  at("/pricePolicyAdd", "screens/ticket/price-policy-form.tsx"),
  at("/ticket/priceCalendar", "screens/ticket/price-calendar.tsx"),
  at("/ticket/quotaList", "screens/ticket/quota-list.tsx"),
  at("/ticket/quotaList/new", "screens/ticket/quota-form.tsx"),
  at("/ticket/quotaList/:id/edit", "screens/ticket/quota-form.tsx"),
  at("/ticket/quotaList/:id", "screens/ticket/quota-detail.tsx"),
];

// Counter sale, orders, tickets, gate check ------------------------------------------------------------------------
const selling = [
  at("/inside/buyTktList", "screens/ticket/counter.tsx"),
  at("/inside/buyTktList/result", "screens/ticket/counter-result.tsx"),
  at("/networkOrderDetail", "screens/order/network-order-detail.tsx"),
  at("/offlineOrderDetail", "screens/order/offline-order-detail.tsx"),
  at("/orders/refund", "screens/order/refund.tsx"),
  at("/order/networkOrderList", "screens/order/network-order-list.tsx"),
  at("/order/offlineOrderList", "screens/order/offline-order-list.tsx"),
  at("/order/refundList", "screens/order/refund-list.tsx"),
  at("/inside/buyTktLog", "screens/ticket/sale-log.tsx"),
  at("/inside/buyTktLog/tktInfo", "screens/ticket/ticket-info.tsx"),
  at("/ticket/issuedList", "screens/ticket/issued-list.tsx"),
  at("/ticketLogDetail", "screens/ticket/ticket-log.tsx"),
  at("/ticketGuiJiDetail", "screens/ticket/ticket-trajectory.tsx"),
  at("/manage/tktChevkPage", "screens/ticket/check.tsx"),
];

// Background work --------------------------------------------------------------------------------------------------
const tasks = [
  at("/schedule/taskList", "screens/platform/task-list.tsx"),
  at("/schedule/taskList/:id/edit", "screens/platform/task-edit.tsx"),
  at("/schedule/dispatchTaskLogInfo", "screens/platform/task-log.tsx"),
  ...listExports.map(({ path }) => at(`${path}/export`, "resource/export.tsx")),
  at("/exports/:id", "resource/export-progress.tsx"),
  at("/exports/:id/file", "resource/export-download.ts"),
];

/** Documents of their own: what the printer gets, and head office's wall. */
const alone = [
  at("/inside/buyTktList/print", "screens/ticket/counter-print.tsx"),
  at("/datacenter", "screens/report/data-centre.tsx"),
];

// Roles, operators and what the administrator sets ----------------------------------------------------------------
const administration = [
  at("/sysRole/rolePermissionSet", "screens/admin/role-rights.tsx"),
  at("/sysRole/list/:id/copy", "screens/admin/role-copy.tsx"),
  at("/sysRole/list/:id/holders", "screens/admin/role-holders.tsx"),
  at("/application/menuManage/tree", "screens/system/menu-tree.tsx"),
  at("/corp/userManage/:id/password", "screens/admin/operator-password.tsx"),
  at("/employ/departmentTree", "screens/admin/department-tree.tsx"),
  at("/corp/onlineList", "screens/admin/online-list.tsx"),
];

// Other systems ----------------------------------------------------------------------------------------------------
const systems = [
  at("/sysAccessApplication/:id/secret", "screens/platform/access-app-secret.tsx"),
  at("/qynkLogin", "screens/function/farm-login.tsx"),
];

// No sign-in needed ------------------------------------------------------------------------------------------------
const open = [
  at("/login", "auth/login.tsx"),
  at("/captcha", "auth/captcha.ts"),
  at("/loginBefore", "auth/login-before.tsx"),
  at("/loginCode", "auth/login-code.tsx"),
  at("/loginUnlock", "auth/login-unlock.tsx"),
  at("/loginChoosePark", "auth/choose-park.tsx"),
  at("/lock", "auth/lock.tsx"),
  at("/logout", "auth/logout.tsx"),
  at("/switchAccount", "auth/switch-account.tsx"),
  at("/preferences", "shell/preferences.ts"),
  at("/listMemory", "resource/list-memory.ts"),
  at("/goto", "shell/goto.ts"),
  at("/tabs", "shell/tabs-action.ts"),
  at("/workbench/open", "screens/workbench/open.ts"),
];

// Everyone who is signed in ----------------------------------------------------------------------------------------
const everyone = [
  at("/index", "screens/home.tsx"),
  at("/message", "screens/message/message-list.tsx"),
  at("/menuSearch", "shell/menu-search.tsx"),
  at("/workbench", "screens/workbench/workbench.tsx"),
  at("/pageDescription", "screens/workbench/page-description.tsx"),
  at("/changePassword", "auth/change-password.tsx"),
  at("/userinfo", "auth/user-info.tsx"),
  at("/upload", "screens/files/upload.tsx"),
  at("/upload/link", "screens/files/link.ts"),
  ...(process.env.NODE_ENV === "production" ? [] : [at("/dev/widgets", "screens/dev/widgets.tsx")]),
  // The function list, micro-frontends, and what is missing.
  at("*", "screens/function/function-page.tsx"),
];

/** In the shell for who is signed in, alone for who is not. */
const errors = ["/403", "/404", "/500", "/user-error", "/cater/403", "/pos/403"].map((path) =>
  at(path, "screens/error.tsx"),
);

export default [
  index("shell/to-index.ts"),
  ...open,
  ...alone,
  layout("shell/layout.tsx", { id: "shell" }, [
    ...everyone,
    ...errors,
    ...engine,
    ...policies,
    ...selling,
    ...administration,
    ...systems,
    ...tasks,
  ]),
] satisfies RouteConfig;
