/** POST /tabs: what the tab strip's buttons do, and the note that scripts leave of a page they opened. */
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import type { ConsoleContext } from "~/contract/context";
import { isDispatchError } from "~/contract/errors";
import { saveUserCommonFun } from "~/contract/platform/function";
import { closeTabs, openTab } from "~/contract/platform/shell";
import { localPath } from "./local-path";
import { type Closing, homePath, placeAfter } from "./tabs";

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  // Scripts have shown the result already and want no page.
  const quiet = form.has("quiet");
  const here = localPath(form.get("here"), homePath);
  const star = text("star");
  if (star !== "") {
    const collected = await toggleFavourite(context, star);
    if (quiet) return Response.json({ collected });
    if (collected !== null) context.session.flash(collected ? "bookmarked" : "unbookmarked");
    return redirect(localPath(form.get("to"), homePath), 303);
  }
  const opening = localPath(form.get("open"), "");
  if (opening !== "") {
    await context.dispatch.call(openTab, { path: opening, address: here, title: text("title").slice(0, 80) });
    return new Response(null, { status: 204 });
  }
  const closing = closingOf(text("close"), here);
  if (!closing) throw new Response(null, { status: 400 });
  const left = await context.dispatch.call(closeTabs, closing);
  if (quiet) return new Response(null, { status: 204 });
  return redirect(placeAfter(left, here) ?? localPath(form.get("to"), homePath), 303);
}

/** Somebody reloads the address: there is nothing to see. */
export function loader() {
  return redirect(homePath);
}

function closingOf(close: string, here: string): Closing | null {
  if (close === "others" || close === "all") return { which: close, path: here };
  const path = localPath(close, "");
  return path === "" ? null : { which: "one", path };
}

/** Null where the call failed: that is only logged (specification 8), and the star stays as it was. */
async function toggleFavourite({ user, dispatch }: ConsoleContext, path: string): Promise<boolean | null> {
  const node = user?.sysFunctionsSet.find(({ funUrl }) => funUrl.split("?", 1)[0] === path);
  if (!user || !node) throw new Response(null, { status: 404 });
  const favourite = { funId: node.id, funName: node.funName.slice(0, 60), accId: user.id };
  try {
    return (await dispatch.call(saveUserCommonFun, favourite)).collected;
  } catch (error) {
    if (!isDispatchError(error) || error.failure.kind === "signedOut") throw error;
    console.warn(`favourite not saved: ${error.failure.kind} ${error.failure.message}`);
    return null;
  }
}
