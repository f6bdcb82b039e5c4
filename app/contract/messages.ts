/** The messages of the product, and the type of one that a definition may carry as a label. */
export * as m from "../i18n/generated/in-one/messages.js";
export type Locale = "zh-CN" | "en";
export const locales = ["zh-CN", "en"] as const satisfies readonly Locale[];
/** A message without inputs; resolves in the language of the request. */
export type Message = (inputs?: Record<never, never>, options?: { locale?: Locale }) => string;
