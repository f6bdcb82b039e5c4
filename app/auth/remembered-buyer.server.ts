/**
 * What this device knows of the invoices that were asked for on it, in cookies that only this page gets: the buyer, where the
 * visitor wants it remembered, and the keys by which its requests are shown whole, which tell nothing of anybody.
 */
import { invoiceApplyPath, keysOfDevice } from "~/contract/invoice/apply-page";

const name = "invoice-buyer";
const keysName = "invoice-keys";
const year = 365 * 24 * 3_600;
const kept = ["buyerKind", "title", "taxNumber", "mail"] as const;

type Values = Readonly<Record<string, string>>;

/** What was remembered; nothing where the cookie is none of ours. */
export function rememberedBuyer(request: Request): Values {
  const cookie = cookieOf(request, name);
  if (!cookie) return {};
  try {
    const read: unknown = JSON.parse(decodeURIComponent(cookie));
    if (typeof read !== "object" || read === null) return {};
    const values = new Map(Object.entries(read));
    return Object.fromEntries(kept.map((field) => [field, String(values.get(field) ?? "").slice(0, 100)]));
  } catch {
    // Somebody else's cookie of the same name.
    return {};
  }
}

/** The header that remembers, or forgets. */
export function rememberBuyer(request: Request, values: Values, wished: boolean): string {
  const text = encodeURIComponent(
    JSON.stringify(Object.fromEntries(kept.map((field) => [field, values[field] ?? ""]))),
  );
  return wished ? `${name}=${text}; Max-Age=${year}${restOf(request)}` : `${name}=; Max-Age=0${restOf(request)}`;
}

/** Keys of the requests of this device, the latest first. */
export function keysKept(request: Request): string[] {
  const keys = cookieOf(request, keysName).split(".");
  return keys.filter((key) => /^[\w-]{16,40}$/.test(key)).slice(0, keysOfDevice);
}

/** The header that keeps one more. */
export function keepKey(request: Request, key: string): string {
  const keys = [key, ...keysKept(request)].slice(0, keysOfDevice);
  return `${keysName}=${keys.join(".")}; Max-Age=${year}${restOf(request)}`;
}

/** "" where there is none. */
function cookieOf(request: Request, of: string): string {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.find((one) => one.startsWith(`${of}=`))?.slice(of.length + 1) ?? "";
}

function restOf(request: Request): string {
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  return `; Path=${invoiceApplyPath}; HttpOnly; SameSite=Lax${secure}`;
}
