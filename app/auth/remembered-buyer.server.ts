/** Title and tax number that a visitor wants remembered on this device: a cookie that only this page gets. */
import { invoiceApplyPath } from "~/contract/invoice/apply-page";

const name = "invoice-buyer";
const year = 365 * 24 * 3_600;
const kept = ["buyerKind", "title", "taxNumber", "mail"] as const;

type Values = Readonly<Record<string, string>>;

/** What was remembered; nothing where the cookie is none of ours. */
export function rememberedBuyer(request: Request): Values {
  const cookie = (request.headers.get("cookie") ?? "").split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  if (!cookie) return {};
  try {
    const read: unknown = JSON.parse(decodeURIComponent(cookie.slice(name.length + 1)));
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
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  const rest = `; Path=${invoiceApplyPath}; HttpOnly; SameSite=Lax${secure}`;
  return wished ? `${name}=${text}; Max-Age=${year}${rest}` : `${name}=; Max-Age=0${rest}`;
}
