/** One word for one thing in the English catalogue: money is ¥, a heading says Status, and what one may do is a permission. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../app/i18n/messages/en/", import.meta.url);
const texts = readdirSync(folder).flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Record<string, unknown>).flatMap(
    ([key, message]) => textsOf(message).map((text) => [key, text.replace(/\{\w+\}/g, "")] as const),
  ),
);

/** A message is a text, or several by number. */
function textsOf(message: unknown): string[] {
  if (typeof message === "string") return [message];
  if (Array.isArray(message)) return message.flatMap(textsOf);
  const { match } = message as { match?: Record<string, string> };
  return Object.values(match ?? {});
}

const keysWith = (word: RegExp, but: readonly string[] = []) =>
  texts.flatMap(([key, text]) => (word.test(text) && !but.includes(key) ? [key] : []));

test("amounts are in ¥", () => {
  // A mail goes to whoever buys, and names the currency as invoices do.
  expect(keysWith(/\b(yuan|CNY|RMB)\b/i, ["invoice_mail_text"])).toEqual([]);
});

test("a heading of states says Status", () => {
  expect(keysWith(/^States?$/)).toEqual([]);
});

test("what an account may do is a permission", () => {
  expect(keysWith(/\brights\b/i)).toEqual([]);
});

test("the catalogue is read whole", () => {
  expect(texts.length).toBeGreaterThan(5000);
});
