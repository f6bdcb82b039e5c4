/**
 * POST /workbench/open: the authorisation-code window (specification 7). It answers with a page that goes on by itself:
 * a redirect to another origin would be held up by the pages' policy, which lets forms lead to this console alone.
 */
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import type { ConsoleContext } from "~/contract/context";
import { m } from "~/contract/messages";
import { canOpen, opensDirectly, windowAddress } from "~/contract/platform/application-window";
import type { UserInfo } from "~/contract/platform/session";
import { getAuthCodeByToken } from "~/contract/platform/workbench";
import { attempt } from "~/form/submission.server";
import { listsOf } from "./load-workbench.server";

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = context;
  if (!user) throw new Response(null, { status: 401 });
  const code = String((await request.formData()).get("app") ?? "");
  const found = await attempt(context, () => addressOf(context, user, code));
  if (!found.ok) return page(found.refusal.status, context, found.refusal.notice?.message ?? m.workbench_closed());
  if (found.value === null) return page(409, context, m.workbench_closed());
  return page(200, context, m.workbench_opening(), found.value);
}

/** Somebody reloads the address. */
export function loader() {
  return redirect("/workbench");
}

async function addressOf(context: ConsoleContext, user: UserInfo, appCode: string): Promise<string | null> {
  const { corpApplicationDTOList, subjectCode } = await listsOf(context, user);
  const app = corpApplicationDTOList.find((one) => one.appCode === appCode);
  if (!app || !canOpen(app)) return null;
  const directly = (await context.parameter("openAppDirectly")) === "T";
  if (opensDirectly(app, directly)) return app.redirectUrl;
  const { thirdToken } = context.session;
  const code = await context.dispatch.call(getAuthCodeByToken, { thirdToken, subjectCode, productCode: appCode });
  return windowAddress(app, { code, accountNo: user.accName, corpCode: user.corpCode });
}

function page(status: number, { preferences }: ConsoleContext, text: string, to?: string): Response {
  const onward = to === undefined ? "" : `<meta http-equiv="refresh" content="0;url=${escaped(to)}">`;
  const words = to === undefined ? escaped(text) : `<a href="${escaped(to)}" rel="noreferrer">${escaped(text)}</a>`;
  const html = `<!doctype html><html lang="${preferences.locale}"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">${onward}<title>${escaped(text)}</title></head><body><p>${words}</p></body></html>`;
  return new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
