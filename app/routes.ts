/** The route table. Every contract resource is served by the engine's route modules; pages of the businesses come from their manifests. */

import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config";
import { ledgers, reports, resources } from "./contract/registry";
import { type AnyResource, commandRoutes } from "./contract/resource";
import { manifests } from "./screens/manifests";

/** A route at an absolute path; its id is the path, so that one file may serve many. */
function at(path: string, file: string): RouteConfigEntry {
  return route(path, file, { id: path });
}

// The engine -------------------------------------------------------------------------------------------------------
const own = (kind: "lists" | "forms" | "details"): Record<string, string> =>
  Object.assign({}, ...manifests.map((manifest) => manifest[kind] ?? {}));
const [ownLists, ownForms, ownDetails] = [own("lists"), own("forms"), own("details")];
const engine = resources.flatMap((resource) => [
  ...engineLists(resource),
  ...(resource.pages ? [] : rowPages(resource)),
]);

const standings = ledgers.map(({ standingPath }) => at(standingPath, "resource/ledger-standing.tsx"));

const figures = reports.flatMap(({ path }) => [
  at(path, "screens/report/report.tsx"),
  at(`${path}/export`, "screens/report/report-export.tsx"),
]);

function engineLists({ noun, path, imports }: AnyResource): RouteConfigEntry[] {
  return [
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
  ];
}

function rowPages(resource: AnyResource): RouteConfigEntry[] {
  const { noun, path, readOnly, fixedRows } = resource;
  return [
    at(`${path}/options`, "resource/options.ts"),
    ...commandRoutes(resource).map((page) => at(page, "resource/command.tsx")),
    at(`${path}/:id`, ownDetails[noun] ?? "resource/detail.tsx"),
    ...(readOnly ? [] : fixedRows ? [formAt(noun, `${path}/:id/edit`)] : writing(resource)),
  ];
}

function formAt(noun: string, path: string): RouteConfigEntry {
  return at(path, ownForms[noun] ?? "resource/form.tsx");
}

function writing({ noun, path, editPath, keptRows }: AnyResource): RouteConfigEntry[] {
  const forms = editPath ? [editPath] : [`${path}/new`, `${path}/:id/edit`];
  const removal = keptRows ? [] : [at(`${path}/:id/remove`, "resource/remove.tsx")];
  return [...forms.map((form) => formAt(noun, form)), ...removal];
}

// Of the businesses -----------------------------------------------------------------------------------------------
const written = manifests.flatMap((manifest) => manifest.pages ?? []);
const shown = written.filter((page) => !page.alone).map(({ path, file }) => at(path, file));

// Background work --------------------------------------------------------------------------------------------------
const tasks = [
  at("/exports/plans", "resource/export-plans.tsx"),
  at("/exports/:id", "resource/export-progress.tsx"),
  at("/exports/:id/file", "resource/export-download.ts"),
];

/** Documents of their own: what the printer gets, and head office's wall. */
const alone = [
  ...written.filter((page) => page.alone).map(({ path, file }) => at(path, file)),
  at("/datacenter", "screens/report/data-centre.tsx"),
];

// Other systems ----------------------------------------------------------------------------------------------------
const systems = [at("/qynkLogin", "screens/function/farm-login.tsx")];

// No sign-in needed ------------------------------------------------------------------------------------------------
const open = [
  at("/login", "auth/login.tsx"),
  at("/captcha", "auth/captcha.ts"),
  at("/loginBefore", "auth/login-before.tsx"),
  at("/loginCode", "auth/login-code.tsx"),
  at("/loginUnlock", "auth/login-unlock.tsx"),
  at("/loginFactor", "auth/login-factor.tsx"),
  at("/passkey", "auth/passkey-challenge.ts"),
  at("/prove", "auth/prove.tsx"),
  at("/loginChoosePark", "auth/choose-park.tsx"),
  at("/apply/agency", "auth/apply-agency.tsx"),
  at("/apply/invoice", "auth/apply-invoice.tsx"),
  at("/apply/tenant", "auth/apply-tenant.tsx"),
  at("/apply/stopMail", "auth/stop-mail.tsx"),
  at("/wallet", "screens/card/wallet.tsx"),
  at("/lock", "auth/lock.tsx"),
  at("/logout", "auth/logout.tsx"),
  at("/switchAccount", "auth/switch-account.tsx"),
  at("/preferences", "shell/preferences.ts"),
  at("/listMemory", "resource/list-memory.ts"),
  at("/goto", "shell/goto.ts"),
  at("/tabs", "shell/tabs-action.ts"),
  at("/posted", "shell/posted.ts"),
  at("/workbench/open", "screens/workbench/open.ts"),
];

// Everyone who is signed in ----------------------------------------------------------------------------------------
const everyone = [
  at("/index", "screens/home.tsx"),
  at("/message", "screens/message/message-list.tsx"),
  at("/message/approvals", "screens/message/approval-list.tsx"),
  at("/message/mail", "screens/message/mail-settings.tsx"),
  at("/menuSearch", "shell/menu-search.tsx"),
  at("/workbench", "screens/workbench/workbench.tsx"),
  at("/pageDescription", "screens/workbench/page-description.tsx"),
  at("/changePassword", "auth/change-password.tsx"),
  at("/userinfo", "auth/user-info.tsx"),
  at("/userinfo/factor", "auth/factor.tsx"),
  at("/userinfo/factor/app", "auth/factor-app.tsx"),
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
    ...standings,
    ...figures,
    ...shown,
    ...systems,
    ...tasks,
  ]),
] satisfies RouteConfig;
