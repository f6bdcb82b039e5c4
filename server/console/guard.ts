/**
 * The route guard of specification 4.2, as a pure decision in two steps: what the address alone decides (points 1 to 6),
 * and what takes the user's rights (points 7 to 9). It stands before Remix, on the path less `.data`: a parent route's
 * loader guards nothing, since its children answer without it.
 */
import { functionViews } from "~/contract/function-views";
import { allowedFamilies, ownPaths, publicPaths, resetPath } from "~/contract/paths";
import type { UserInfo } from "~/contract/platform/session";
import { headOffice } from "~/contract/wire";
import { functionsOfPage } from "~/screens/page-access";

export interface Asked {
  /** Without `.data`. */
  path: string;
  query: URLSearchParams;
  hasToken: boolean;
}

export type FirstStep =
  /** 1, 2: a token came in the query, where it must not stay; the address without it, and whether it is kept: arrival-token.ts. */
  | { do: "adopt"; token: string; corpCode: string | null; clean: string }
  /** 3: the page is shown past the stored token; what is sent from it clears that token. */
  | { do: "clear" }
  /** 4, 6 */
  | { do: "redirect"; to: string }
  /** 5, and 2 without a token. */
  | { do: "proceed" }
  /** 7 to 9 decide. */
  | { do: "ask" };

export function firstStep({ path, query, hasToken }: Asked): FirstStep {
  const token = query.get("token") ?? "";
  const adopt = (): FirstStep => ({ do: "adopt", token, corpCode: query.get("corpCode"), clean: cleaned(path, query) });
  if (query.has("isAdvancePre") && token !== "") return adopt();
  if (query.has("tenantLogin")) return token !== "" ? adopt() : hasToken ? { do: "ask" } : { do: "proceed" };
  if (path === "/login" && query.has("corpCode")) return { do: "clear" };
  if (path === "/login" && hasToken) return { do: "redirect", to: "/" };
  if (publicPaths.includes(path)) return { do: "proceed" };
  if (!hasToken) return { do: "redirect", to: loginFor(path, query) };
  return { do: "ask" };
}

/** The sign-in page that leads back to where one was. */
export function loginFor(path: string, query: URLSearchParams): string {
  return leadingBack("/login", path, query);
}

/** The lock screen that leads back to where one was. */
export function lockFor(path: string, query: URLSearchParams): string {
  return leadingBack("/lock", path, query);
}

function leadingBack(page: string, path: string, query: URLSearchParams): string {
  const search = query.toString();
  const back = path + (search ? `?${search}` : "");
  return back === "/" || back === "/index" ? page : `${page}?redirect=${encodeURIComponent(back)}`;
}

const flags = ["isAdvancePre", "tenantLogin", "token", "corpCode"];

function cleaned(path: string, query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const flag of flags) rest.delete(flag);
  const search = rest.toString();
  // Two slashes at the beginning would lead to another host.
  return path.replace(/^\/{2,}/, "/") + (search ? `?${search}` : "");
}

/** Whether a link is worth showing. Pages of tenants are led to by head office's own blocks alone, which ask for the edition. */
export function mayOpen(user: UserInfo | null, address: string): boolean {
  const path = address.split("?")[0] ?? "";
  return publicPaths.includes(path) || (user !== null && isAllowed(user, path, true));
}

/** Points 7 to 9: whether this user may open this path. */
export function isAllowed(user: UserInfo, path: string, isSaas: boolean): boolean {
  if (path === resetPath) return user.id === 1 && user.corpCode === headOffice;
  if (ownPaths.includes(path)) return true;
  if (allowedFamilies.some((family) => family.test(path))) return true;
  if (path.startsWith("/tenantManage") && !isSaas) return false;
  const needed = functionsOfPage(path);
  if (needed) return user.sysFunctionsSet.some((node) => node.funCode !== "" && needed.includes(node.funCode));
  return user.sysFunctionsSet.some((node) =>
    // Where the function stands in the menu, and the screen that its code names.
    [node.funUrl.split("?")[0] ?? "", screenOf(node.funCode)].some((url) => {
      if (url === "") return false;
      return path === url || path.startsWith(`${url}/`);
    }),
  );
}

function screenOf(funCode: string): string {
  return Object.hasOwn(functionViews, funCode) ? (functionViews[funCode] ?? "") : "";
}
