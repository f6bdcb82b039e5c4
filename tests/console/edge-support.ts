/** The edge around a Remix that only notes what reached it, over a backend that only knows one account. */
import "~/i18n/locale.server";
import type { ServerBuild } from "@remix-run/node";
import type { FrameOrigins } from "~/contract/context";
import type { UserInfo } from "~/contract/platform/session";
import { readCookies, Seal } from "~server/console/cookies";
import { createEdge } from "~server/console/edge";
import { draftCookie, sessionCookie } from "~server/console/visit";

interface Noted {
  path: string;
  goto: string | null;
  userId: number | undefined;
}

export function aUser(about: { id?: number; corpCode?: string; urls?: [url: string, code: string][] }): UserInfo {
  const node = {
    parentId: 0,
    funName: "",
    funIco: "",
    openType: "",
    outerChain: "",
    cloudFunUrl: "",
    description: "",
    useFlag: "F" as const,
    parentIds: "0",
    sort: 1,
  };
  return {
    id: about.id ?? 5,
    name: "李售票",
    accName: "seller",
    accType: "1",
    corpCode: about.corpCode ?? "0001",
    corpName: "总部",
    deptName: "",
    isRealName: "T",
    initpwd: "T",
    sysFunctionsSet: (about.urls ?? []).map(([funUrl, funCode], index) => ({
      ...node,
      id: index + 1,
      funUrl,
      funCode,
    })),
    sysButtonRolePOSet: [],
  };
}

const paths = ["/login", "/index", "/403", "/goto", "/manage/parkList", "/manage/parkList/new", "/inside/buyTktList"];

interface EdgeSetting {
  user: UserInfo | null;
  signedIn?: boolean;
  /** The backend no longer knows the token. */
  revoked?: boolean;
  /** The only tokens that it knows. */
  known?: string[];
  /** The token is good, and yet there is no account. */
  barred?: "locked" | "unreadable";
  secrets?: string[];
  publicOrigins?: string[];
  frames?: FrameOrigins;
  /** Where the backend is; nowhere by default. */
  dispatch?: string;
  /** Paths of routes, with their handles; a few by default. */
  routes?: Record<string, { handle?: unknown }>;
}

export const secrets = ["a-secret-of-thirty-two-characters!"];

export function openEdge(setting: EdgeSetting) {
  const noted: Noted[] = [];
  const seal = new Seal(setting.secrets ?? secrets);
  const modules = setting.routes ?? Object.fromEntries(paths.map((path) => [path, {}]));
  const routes = Object.fromEntries(
    Object.entries(modules).map(([path, module]) => [path, { id: path, path, module }]),
  );
  const edge = createEdge({
    build: { routes, assets: { routes: {} } } as unknown as ServerBuild,
    dispatch: { baseUrl: setting.dispatch ?? "http://127.0.0.1:9" },
    seal,
    clientDirectory: null,
    publicOrigins: setting.publicOrigins ?? [],
    trustProxy: false,
    signInRate: 5,
    logRequests: false,
    ready: async () => null,
    ...(setting.frames && { frames: setting.frames }),
    makeHandler: () => async (request, context) => {
      const path = new URL(request.url).pathname;
      noted.push({ path, goto: context.goto, userId: context.user?.id });
      // Long enough to be worth packing.
      return new Response(`<!doctype html><p>${"page ".repeat(100)}</p>`, {
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    },
    loadUser: async (_, token) => {
      const isKnown = !setting.revoked && (setting.known?.includes(token ?? "") ?? true);
      return isKnown ? (setting.barred ?? setting.user) : null;
    },
  });
  const signedIn = setting.signedIn ?? setting.user !== null;
  const cookie = signedIn
    ? `${sessionCookie}=${seal.close(sessionCookie, { s: "s-1", t: "t-1", c: "0001", u: 5 })}`
    : "";
  const opened = (answer: Response, name: string) => {
    const header = answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
    return header ? seal.open(name, readCookies(header.split(";")[0] ?? "").get(name)) : null;
  };
  return {
    app: edge,
    cookie,
    get remix() {
      return noted;
    },
    get: (path: string, headers: Record<string, string> = {}) =>
      edge.request(path, { headers: { cookie, ...headers } }),
    post: (path: string, fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
      edge.request(path, {
        method: "POST",
        headers: { cookie, "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    draftOf: (answer: Response) => opened(answer, draftCookie),
    sessionOf: (answer: Response) => opened(answer, sessionCookie),
  };
}
