/** The language of the request on the server: one async storage for every bundle in the process. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Locale } from "../contract/messages";
import { baseLocale, overwriteGetLocale } from "./generated/runtime.js";

const key = Symbol.for("console.locale");
const shared = globalThis as typeof globalThis & { [key]?: AsyncLocalStorage<Locale> };

shared[key] ??= new AsyncLocalStorage<Locale>();
export const localeStorage: AsyncLocalStorage<Locale> = shared[key];

/** Language of the request under way, zh-CN outside one. */
export function currentLocale(): Locale {
  return localeStorage.getStore() ?? baseLocale;
}

overwriteGetLocale(currentLocale);

/** Picks zh-CN or en from an Accept-Language header; zh-CN when neither is asked for. */
export function negotiateLocale(header: string | null | undefined): Locale {
  let best: { locale: Locale; quality: number } = { locale: "zh-CN", quality: 0 };
  for (const part of (header ?? "").split(",").slice(0, 20)) {
    const [tag = "", ...parameters] = part.trim().split(";");
    const weight = parameters.find((parameter) => parameter.trim().startsWith("q="));
    const quality = weight ? Number(weight.trim().slice(2)) : 1;
    const locale = /^zh\b/i.test(tag) ? "zh-CN" : /^en\b/i.test(tag) ? "en" : null;
    if (locale && quality > best.quality) best = { locale, quality };
  }
  return best.locale;
}
