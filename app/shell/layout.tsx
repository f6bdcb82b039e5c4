/** The shell: top bar, sidebar and the page between them (specification 2.4). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  type ShouldRevalidateFunctionArgs,
  type useLoaderData,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import type { ConsoleContext } from "~/contract/context";
import { m } from "~/contract/messages";
import { getSysSpecialMenuInfoList } from "~/contract/platform/function";
import type { UserInfo } from "~/contract/platform/session";
import { type PageTab, shellState } from "~/contract/platform/shell";
import { BackToTop } from "~/widgets/back-to-top";
import { ErrorPanel } from "./error-page";
import { FlashNotice } from "./flash-notice";
import { functionPaths } from "./function-paths";
import { KeptPanes } from "./kept-panes";
import { LineNotice } from "./line-notice";
import { findCurrent, menuGroups, withPersonalApps } from "./menu";
import { loadEdition } from "./outer-links";
import { describedBy, seesDescriptions } from "./page-description";
import { loadProduct } from "./product.server";
import { Progress } from "./progress";
import { SearchKey } from "./search-key";
import { ShellKeys } from "./shell-keys";
import { Sidebar } from "./sidebar";
import { readSidebar } from "./sidebar-state.server";
import { SlowLine } from "./slow-line";
import { TabStrip } from "./tab-strip";
import { homePath, shownTabs } from "./tabs";
import { TopBar } from "./top-bar";
import { UnsentOffer } from "./unsent-offer";
import { type Tabs, useTabs } from "./use-tabs";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, session } = context;
  // Nothing but the change of password, or a second factor, is answered: no menu to show.
  if (!user || user.mustChangePassword || user.mustEnrol) return { product: await loadProduct(context), account: null };
  // All at once, so that they go in one trip with what the page asks.
  const [openNew, apps, product, frame] = await Promise.all([
    context.parameter("isOpenNewPage"),
    context.dispatch.call(getSysSpecialMenuInfoList, {}),
    loadProduct(context),
    loadFrame(context, user, request),
  ]);
  // Kept when they were opened, perhaps in the other language.
  const renamed = (tab: PageTab) => ({ ...tab, title: context.titleNow(tab.path, tab.title) });
  const functions = menuGroups(user.sysFunctionsSet, m.shell_other(), openNew === "T");
  const groups = withPersonalApps(functions, apps ?? [], m.system_my_apps());
  return {
    product,
    account: {
      /** Tells accounts apart: a page that one filled in is not sent as another (console/typed-by.ts). */
      id: `${user.corpCode}/${user.id}`,
      name: user.name,
      accName: user.accName,
      /** The password is still the one that somebody else chose. */
      initial: user.initpwd !== "T",
      corp: user.corpName,
      /** Looks as a role sees, until then. */
      seeing: user.seeing ? m.role_see_bar(user.seeing) : "",
      place: [user.park?.name, user.corpName, user.deptName].filter(Boolean).join(" · "),
    },
    groups,
    sidebar: readSidebar(request),
    ...frame,
    // Who looks as a role sees has tabs of pages that the role knows nothing of.
    tabs: user.seeing ? [] : shownTabs(groups, frame.tabs.map(renamed)),
    flash: session.takeFlash(),
  };
}

/** What this session shows around its pages; a dispatch API that knows nothing of it leaves the frame empty. */
async function loadFrame(context: ConsoleContext, user: UserInfo, request: Request) {
  const { sysFunctionsSet } = user;
  const state = await context.dispatch.call(shellState, {});
  const { workbenchFlag = "F", userCenterTestUrl = "", productionOrigin = "" } = state ?? {};
  const consult = state?.onlineConsultUrl ?? "";
  return {
    phone: state?.supportPhone ?? "",
    consult: /^(https?:\/\/|\/(?![/\\]))/.test(consult) ? consult : "",
    tabs: state?.tabs ?? [],
    favourites: functionPaths(sysFunctionsSet)(state?.favourites),
    unread: state?.unread ?? 0,
    approvals: state?.approvals ?? 0,
    contract: state?.contract ? contractWords(state.contract) : "",
    edition: await loadEdition(context, user, request, { workbenchFlag, userCenterTestUrl, productionOrigin }),
    described: seesDescriptions(user) ? sysFunctionsSet.map(describedBy).filter(Boolean) : [],
  };
}

/** What every page says of a contract that ends. */
function contractWords({ standing, ...days }: { standing: string; day: string; reads: string; shuts: string }): string {
  return standing === "reading" ? m.tenant_bar_reading(days) : m.tenant_bar_warned(days);
}

/** An open window shows the menu that it has for so long, in milliseconds: an administrator may have changed it. */
const keepsMenu = 30_000;
let askedAt = Date.now();

/** Menu and name stay what they are while one moves about; after an action, and after a while, they may not. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const wrote = formMethod !== undefined && formMethod !== "GET";
  if (!defaultShouldRevalidate || (!wrote && Date.now() - askedAt < keepsMenu)) return false;
  askedAt = Date.now();
  return true;
}

/** `handle.menu` of a page that hangs under a menu entry by another address names that entry; of a list, its answer. */
export interface ShellHandle {
  menu?: string;
}

function menuOf({ handle, data }: ReturnType<typeof useMatches>[number]): string | undefined {
  return (handle as ShellHandle | undefined)?.menu ?? (data as { menuAbove?: string } | null | undefined)?.menuAbove;
}

export default function Shell() {
  return <Frame good>{(tabs) => <KeptPanes here={tabs.here} next={tabs.next} open={pathsOf(tabs)} />}</Frame>;
}

/** Above every page, until it is ended: the document comes anew, since all that is open is another's. */
function SeeingBar({ text }: { text: string }) {
  return (
    <form method="post" action="/userinfo" className="notice notice-warn seeing-bar" aria-label={text}>
      <span>{text}</span>
      <button className="button" name="intent" value="endSeeing">
        {m.role_see_end()}
      </button>
    </form>
  );
}

/** A page that fails leaves the shell standing. */
export function ErrorBoundary() {
  return <Frame good={false}>{() => <ErrorPanel />}</Frame>;
}

const pathsOf = ({ list }: Tabs) => [homePath, ...list.map(({ path }) => path)];

interface FrameProps {
  /** The page could be shown. */
  good: boolean;
  children: (tabs: Tabs) => ReactNode;
}

function Frame(props: FrameProps) {
  const data = useRouteLoaderData<typeof loader>("shell");
  if (!data?.account) {
    return <main className="main main-alone">{props.good ? <Outlet /> : <ErrorPanel />}</main>;
  }
  return <AccountFrame data={data} {...props} />;
}

type AccountData = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { groups: unknown }>;

function AccountFrame({ data, good, children }: FrameProps & { data: AccountData }) {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const tabs = useTabs(data, good);

  const menu = matches.map(menuOf).findLast(Boolean);
  const current = findCurrent(data.groups, menu ?? pathname + search);
  const narrow = pathname === "/index" || pathname === "/userinfo";
  const width = data.sidebar === "collapsed" ? "collapsed" : narrow ? "narrow" : "wide";
  return (
    <div className={`shell shell-${width}`}>
      <a className="skip" href="#main">
        {m.shell_skip()}
      </a>
      <Progress />
      <SearchKey />
      <ShellKeys />
      <TopBar
        data={data}
        account={data.account}
        described={data.described.includes(tabs.here.path) ? tabs.here.path : null}
      />
      <Sidebar groups={data.groups} current={current} width={width} />
      <TabStrip tabs={tabs} />
      <main className="main" id="main" tabIndex={-1}>
        {data.account.seeing && <SeeingBar text={data.account.seeing} />}
        {data.contract && <p className="notice notice-warn">{data.contract}</p>}
        <SlowLine />
        <UnsentOffer account={data.account.id} />
        <FlashNotice flash={data.flash} />
        {children(tabs)}
      </main>
      <BackToTop />
      <LineNotice />
    </div>
  );
}
