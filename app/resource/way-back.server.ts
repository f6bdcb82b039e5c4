/** The way back from pages that several lists lead to: their address carries the list as somebody left it (`list=/path?query`). */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { resources } from "~/contract/registry";

type Context = Pick<AppLoadContext, "path" | "mayOpen">;

export interface WayBack {
  to: string;
  text: string;
}

/** The address of a page, with the way back to where it was opened from. */
export function withWayBack(address: string, from: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}list=${encodeURIComponent(from)}`;
}

/** Where a page leads back to; `usual` is the list where its address names none. Null for who may not open it. */
export function wayBack(context: Context, usual: string): WayBack | null {
  const to = carriedWay(context) ?? usual;
  if (!context.mayOpen(pathOf(to))) return null;
  return { to, text: resources.some(({ path }) => path === pathOf(to)) ? m.engine_back() : m.engine_back_page() };
}

/** For links from one such page to the next, as from an order to its tickets: they lead back here, and from here on. */
export function leadingOn(context: Context): (address: string) => string {
  return (address) => withWayBack(address, context.path);
}

/** For pages of the same record, as an order's refund: they carry the same way back. */
export function keepingWay(context: Context): (address: string) => string {
  const from = carriedWay(context);
  return from === null ? (address) => address : (address) => withWayBack(address, from);
}

/** Null where the address carries none that this user may open: what leads out of the console is somebody's bait. */
export function carriedWay({ path, mayOpen }: Context): string | null {
  const from = new URLSearchParams(path.split("?")[1]).get("list") ?? "";
  if (!/^\/[A-Za-z]/.test(from) || from.length > longest) return null;
  return mayOpen(pathOf(from)) ? from : null;
}
const longest = 1500;

const pathOf = (address: string) => address.split("?")[0] ?? "";
