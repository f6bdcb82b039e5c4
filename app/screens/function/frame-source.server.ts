/** Where a frame leads, with what the other system needs to know who looks; or why there is none. */
import type { AppLoadContext } from "@remix-run/node";
import { isDispatchError } from "~/contract/errors";
import { type FunctionRoute, frameAddress } from "~/contract/function-route";
import { m } from "~/contract/messages";

export interface FrameSource {
  src: string | null;
  message: string;
  /** Of the page. */
  status: number;
}

const shown = (url: URL): FrameSource => ({ src: url.href, message: "", status: 200 });
const none = (status: number, message: string): FrameSource => ({ src: null, message, status });

/** Open type _blank: a report, with the auth parameters of specification 7. */
export async function reportSource(context: AppLoadContext, route: FunctionRoute): Promise<FrameSource> {
  const replace = (await context.parameter("isReplaceReportUrl")) === "T";
  const url = allowedUrl(context, frameAddress(route, replace), route.query);
  if (!(url instanceof URL)) return url;
  const method = await context.parameter("reportAuthenticationMethod");
  const reportId = url.searchParams.get("reportId") ?? String(route.id);
  return signed(context, url, { reportId, sysFunctionId: route.id }, method === "U" ? "userCode" : "authCode");
}

/** Open type 2: an external page as it is. */
export function embeddedSource(context: AppLoadContext, route: FunctionRoute): FrameSource {
  const url = allowedUrl(context, frameAddress(route, false), route.query);
  return url instanceof URL ? shown(url) : url;
}

/** A personal app, at the address that its entry says. */
export function applicationSource(context: AppLoadContext, address: string): FrameSource {
  const url = allowedUrl(context, address, "");
  return url instanceof URL ? shown(url) : url;
}

/** The page's own path and query at the origin that is set for the family. */
export async function microFrontendSource(
  context: AppLoadContext,
  family: string,
  path: string,
  query: URLSearchParams,
): Promise<FrameSource> {
  const origin = context.frames.microFrontends[family];
  if (!origin) return none(404, m.frames_no_micro_frontend({ name: family }));
  const url = new URL(origin);
  url.pathname = path;
  url.search = query.toString();
  return signed(context, url, { reportId: family, sysFunctionId: 0 }, "authCode");
}

/** What the function's address says is not believed: only origins that the deployment named may stand in a frame. */
function allowedUrl(context: AppLoadContext, address: string, query: string): URL | FrameSource {
  if (address === "") return none(404, m.frames_no_address());
  if (!URL.canParse(address)) return none(403, m.frames_not_allowed({ origin: address.slice(0, 80) }));
  const url = new URL(address);
  if (!context.frames.origins.includes(url.origin)) return none(403, m.frames_not_allowed({ origin: url.origin }));
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value);
  return url;
}

async function signed(
  context: AppLoadContext,
  url: URL,
  asked: { reportId: string; sysFunctionId: number },
  codeName: "authCode" | "userCode",
): Promise<FrameSource> {
  try {
    const { appId, authCode, timestamp, sign } = await context.frameCode(asked);
    const parameters = { appId, [codeName]: authCode, timestamp, sign, corpCodes: context.session.corpCode };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return shown(url);
  } catch (error) {
    if (isDispatchError(error) && error.failure.kind === "failed") return none(502, error.failure.message);
    throw error;
  }
}
