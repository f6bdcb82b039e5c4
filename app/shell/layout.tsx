/** The shell: top bar, sidebar and the page between them (specification 2.4). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import { ErrorPanel } from "./error-page";
import { FlashNotice } from "./flash-notice";
import { findCurrent, menuGroups } from "./menu";
import { loadProduct } from "./product.server";
import { Progress } from "./progress";
import { Sidebar } from "./sidebar";
import { readSidebar } from "./sidebar-state.server";
import { TopBar } from "./top-bar";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, session } = context;
  if (!user) return { product: await loadProduct(context), account: null };
  const [product, phone, consult] = await Promise.all([
    loadProduct(context),
    context.parameter("supportPhone"),
    context.parameter("onlineConsultUrl"),
  ]);
  return {
    product,
    account: { name: user.name, place: [user.corpName, user.deptName].filter(Boolean).join(" · ") },
    groups: menuGroups(user.sysFunctionsSet, m.shell_other()),
    sidebar: readSidebar(request),
    phone,
    consult: /^(https?:\/\/|\/(?![/\\]))/.test(consult) ? consult : "",
    flash: session.takeFlash(),
  };
}

/** Menu and name stay what they are while one moves about; after an action they may not. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" && defaultShouldRevalidate;
}

/** `handle.menu` of a page that hangs under a menu entry by another address names that entry. */
export interface ShellHandle {
  menu?: string;
}

export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A page that fails leaves the shell standing. */
export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPanel />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("shell");
  const { pathname, search } = useLocation();
  const matches = useMatches();
  if (!data?.account) return <main className="main main-alone">{children}</main>;

  const menu = matches.map((match) => (match.handle as ShellHandle | undefined)?.menu).findLast(Boolean);
  const current = findCurrent(data.groups, menu ?? pathname + search);
  const narrow = pathname === "/index" || pathname === "/userinfo";
  const width = data.sidebar === "collapsed" ? "collapsed" : narrow ? "narrow" : "wide";
  return (
    <div className={`shell shell-${width}`}>
      <a className="skip" href="#main">
        {m.shell_skip()}
      </a>
      <Progress />
      <TopBar data={data} account={data.account} />
      <Sidebar groups={data.groups} current={current} width={width} />
      <main className="main" id="main" tabIndex={-1}>
        <FlashNotice flash={data.flash} />
        {children}
      </main>
    </div>
  );
}
