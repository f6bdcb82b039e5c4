/** `CommandDrawerHost` by itself, in a browser without a console: opening, refusing with what was typed, Esc, focus. */
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { action, loader } from "~/resource/command";
import { screen } from "~tests/app/resource/screen";
import { outcome } from "~tests/app/shell/fake-context";

const path = "/locker/boxList/7/occupy";
const wrong = "12345";
const record = { id: 7, rowVersion: 3, number: "A01", status: "free" };
const options = { paymentType: [{ value: "cash", label: "现金" }], status: [{ value: "free", label: "空闲" }] };
const asked = {
  answers: { lockerBoxGet: { record, options } },
  buttons: ["lockerBox:occupy"],
  params: { id: "7" },
};

let browser: Browser;
let page: Page;
let script: string;
let answers: { shown: unknown; refused: unknown };
beforeAll(async () => {
  const bundled = await build({
    entryPoints: [new URL("drawn.tsx", import.meta.url).pathname],
    alias: { "~": new URL("../../app", import.meta.url).pathname },
    loader: { ".css": "empty" },
    define: { "import.meta.env.SSR": "false", "process.env.NODE_ENV": '"development"' },
    ...{ bundle: true, write: false, format: "iife", jsx: "automatic", logLevel: "silent" },
  });
  script = bundled.outputFiles[0]?.text ?? "";
  const form = { mobile: wrong, paymentType: "cash", rowVersion: "3", key: "one" };
  const refused = await outcome(action(screen(path, { ...asked, form }).args));
  expect(refused.status).toBe(422);
  const shown = await outcome(Promise.resolve(loader(screen(path, asked).args)));
  answers = { shown: shown.body, refused: refused.body };
  browser = await chromium.connect(inject("browser"));
});
afterAll(() => browser?.close());

beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const body = "<!doctype html><html lang='zh-CN'><body></body></html>";
  await page.route("http://drawer.test/", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await page.goto("http://drawer.test/");
  await page.evaluate((handed) => Object.assign(window, { answers: handed }), answers);
  await page.addScriptTag({ content: script });
  return () => page.close();
});

const link = () => page.getByRole("link", { name: "办理存物" });
const drawer = () => page.getByRole("dialog", { name: /办理存物/ });
const phone = () => drawer().getByLabel("使用人手机");
const inFocus = (text: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toBe(text);
const hasFocus = (name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(name);

test("3 pressed, the link opens the command over the page, which stays, with the focus in its first field", async () => {
  expect(await link().getAttribute("aria-haspopup")).toBe("dialog");
  await link().click();
  await drawer().waitFor();
  await hasFocus("mobile");
  expect(await page.getByRole("heading", { name: "A01", exact: true, includeHidden: true }).count()).toBe(1);
});

test("3 refused, the drawer stays with what was typed, says why at the field, and leads there", async () => {
  await link().click();
  await phone().fill(wrong);
  // What a browser would hold back itself is the server's to refuse here.
  await drawer()
    .locator("form")
    .evaluate((form: HTMLFormElement) => {
      for (const input of form.querySelectorAll("input")) input.removeAttribute("pattern");
    });
  await drawer().getByLabel("押金支付方式").selectOption("cash");
  await drawer().getByRole("button", { name: "办理存物" }).click();
  await expect.poll(() => page.evaluate(() => window.posted.length)).toBe(1);
  expect(await page.evaluate(() => window.posted[0])).toMatchObject({ mobile: wrong, paymentType: "cash" });
  await expect.poll(() => phone().getAttribute("aria-invalid")).toBe("true");
  expect(await phone().inputValue()).toBe(wrong);
  await hasFocus("mobile");
  await phone().fill("13800138000");
  await drawer().getByRole("button", { name: "办理存物" }).click();
  await drawer().waitFor({ state: "detached" });
  await inFocus("办理存物");
});

test("3 Esc and the button close it, nothing is posted, and the focus is back on the link", async () => {
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => drawer().getByRole("button", { name: "取消" }).click(),
  ]) {
    await link().click();
    await phone().fill(wrong);
    await close();
    await drawer().waitFor({ state: "detached" });
    await inFocus("办理存物");
  }
  expect(await page.evaluate(() => window.posted.length)).toBe(0);
  // Opened again, it begins anew.
  await link().click();
  await expect.poll(() => phone().inputValue()).toBe("");
});

test("3 what opens another tab is left to the browser", async () => {
  await link().click({ modifiers: ["ControlOrMeta"] });
  await page.getByRole("button", { name: "旁边" }).focus();
  expect(await drawer().count()).toBe(0);
});
