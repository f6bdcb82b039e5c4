/** POST /preferences: language, colour scheme, lite mode and sidebar; leads back to where one was. */
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { type Locale, locales } from "~/contract/messages";
import { localPath } from "./local-path";
import { sidebarCookie } from "./sidebar-state.server";

const schemes = ["light", "dark", "auto"] as const;

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const locale = oneOf<Locale>(locales, form.get("locale"));
  const scheme = oneOf(schemes, form.get("scheme"));
  const lite = oneOf(["on", "off"] as const, form.get("lite"));
  const sidebar = oneOf(["open", "collapsed"] as const, form.get("sidebar"));
  if (!locale && !scheme && !lite && !sidebar) throw new Response(null, { status: 400 });
  context.preferences.set({
    ...(locale && { locale }),
    ...(scheme && { scheme }),
    ...(lite && { lite: lite === "on" }),
  });
  const headers = new Headers();
  if (sidebar) headers.append("set-cookie", sidebarCookie(sidebar));
  return redirect(localPath(form.get("to"), "/index"), { status: 303, headers });
}

/** Somebody reloads the address: there is nothing to see. */
export function loader() {
  return redirect("/index");
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value);
}
