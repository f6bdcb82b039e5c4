/** Journeys: a console of one's own, a visitor in a real Chromium, and what must hold on every page. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOffice } from "~/contract/wire";
import { openConsole } from "./consoles";
import { watch } from "./watch";

export interface Visitor {
  page: Page;
  javaScript: boolean;
  /** Signs in as the account of a role without the pages of the sign-in, which other journeys look at. */
  signIn(role: string): Promise<void>;
  /** Signs in by the form, where one stands before it or at its own page, and waits for what comes next. */
  signInByForm(role: string): Promise<void>;
  /** Opens a page of the console and waits until its scripts, where there are any, have taken over. */
  open(path: string): Promise<void>;
  /** Waits until scripts have taken over the page; at once where there are none. */
  ready(): Promise<void>;
  /** Another person at another browser. */
  another(options?: BrowserContextOptions): Promise<Visitor>;
  /** What the page may say against the rules in this journey, e.g. a page that is missed on purpose. */
  expectProblem(pattern: RegExp): void;
}

export interface Running {
  url: string;
  /** Where it keeps its data. */
  dataDir: string;
  account(role: string): { accName: string; password: string };
  /** Ends the console, lets its data be changed, and opens it again: at the same address where PORT says so. */
  restart(between: (dataDir: string) => Promise<void>): Promise<void>;
  visit(options?: BrowserContextOptions): Promise<{ visitor: Visitor; close: () => Promise<void> }>;
}

/** Opens a console on a copy of the prepared data for the tests of this file; `arrange` may add to it before. */
export function runConsole(
  environment: Record<string, string> = {},
  arrange: (dataDir: string) => Promise<void> = async () => {},
): Running {
  const prepared = inject("prepared");
  let browser: Browser;
  let running: Awaited<ReturnType<typeof openConsole>>;
  let folder: string;
  const asked = () => ({
    dataDir: path.join(folder, "data"),
    environment: { SIGN_IN_RATE: "1000", ...environment },
  });
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "console-e2e-"));
    const dataDir = path.join(folder, "data");
    cpSync(prepared.dataDir, dataDir, { recursive: true });
    await arrange(dataDir);
    [running, browser] = await Promise.all([
      openConsole(inject("consoles"), asked()),
      chromium.connect(inject("browser")),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const account = (role: string) => {
    const found = prepared.accounts.find((one) => one.role === role || one.accName === role);
    if (!found) throw new Error(`no account ${role} among ${prepared.accounts.map((one) => one.role).join(", ")}`);
    return found;
  };
  return {
    get url() {
      return running.url;
    },
    get dataDir() {
      return path.join(folder, "data");
    },
    account,
    async restart(between) {
      await running.close();
      await between(path.join(folder, "data"));
      running = await openConsole(inject("consoles"), asked());
    },
    async visit(options = {}) {
      const closing: (() => Promise<void>)[] = [];
      const open = async (more: BrowserContextOptions): Promise<Visitor> => {
        // The worker that answers without a line stands between page and server: the journey about it lets it.
        const given = {
          serviceWorkers: "block" as const,
          locale: "zh-CN",
          viewport: { width: 1440, height: 900 },
          ...options,
          ...more,
        };
        const context = await browser.newContext({ baseURL: running.url, ...given });
        context.setDefaultTimeout(15_000);
        // Windows that pages open are watched too.
        const watched = watch(context);
        const page = await context.newPage();
        closing.push(async () => {
          await context.close();
          expect(watched.problems()).toEqual([]);
        });
        return visitorOf(page, given.javaScriptEnabled ?? true, account, open, watched.expectProblem);
      };
      const visitor = await open({});
      return {
        visitor,
        close: async () => {
          for (const close of closing) await close();
        },
      };
    },
  };
}

function visitorOf(
  page: Page,
  javaScript: boolean,
  account: Running["account"],
  another: (options: BrowserContextOptions) => Promise<Visitor>,
  expectProblem: Visitor["expectProblem"],
): Visitor {
  const ready = async () => {
    // Pages before the sign-in bring small scripts of their own, and no React.
    if (
      !javaScript ||
      !(await page.evaluate(() => "__remixContext" in window || document.getElementById("state") !== null))
    )
      return;
    // React marks the nodes that it owns.
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__react")));
  };
  const open = async (address: string) => {
    await page.goto(address);
    await ready();
  };
  return {
    page,
    javaScript,
    ready,
    open,
    expectProblem,
    another: (options = {}) => another(options),
    async signIn(role) {
      const { accName, password } = account(role);
      const form = { accName, password, corpCode: headOffice };
      const answer = await page.request.post("/login", { form, maxRedirects: 0 });
      expect(answer.status()).toBe(303);
    },
    async signInByForm(role) {
      const { accName, password } = account(role);
      if (!page.url().includes("/login")) await open("/login");
      await page.locator("[name=accName]").fill(accName);
      await page.locator("[name=password]").fill(password);
      await page.locator("button[type=submit].button-primary").click();
      await page.waitForURL((url) => !url.pathname.startsWith("/login"));
      await ready();
    },
  };
}

/** The same journey twice, for main job, forms and lists: with scripts and with JavaScript off. */
export function inBothModes(running: Running, title: string, journey: (visitor: Visitor) => Promise<void>): void {
  for (const javaScript of [true, false]) {
    journeyOf(running, `${title} (${javaScript ? "with" : "without"} scripts)`, journey, {
      javaScriptEnabled: javaScript,
    });
  }
}

/** The part of the tests that runs now (vitest.config.ts). */
export const scope = process.env.TEST_SCOPE ?? "fast";
/** Journeys in the mode that they are not about, and more of the same. */
const isLong = scope === "long";

/** A journey that is about a page with its scripts; the long tests walk it without them. */
export function withScripts(running: Running, title: string, journey: (visitor: Visitor) => Promise<void>): void {
  if (!isLong) walk(running, `${title} (with scripts)`, journey, { javaScriptEnabled: true });
  if (isLong) walk(running, `${title} (without scripts)`, journey, { javaScriptEnabled: false });
}

/** A journey that is about a page without scripts; the long tests walk it with them. */
export function withoutScripts(running: Running, title: string, journey: (visitor: Visitor) => Promise<void>): void {
  if (!isLong) walk(running, `${title} (without scripts)`, journey, { javaScriptEnabled: false });
  if (isLong) walk(running, `${title} (with scripts)`, journey, { javaScriptEnabled: true });
}

/** A journey as it is told. The long tests leave it out, whatever else of its file they play: it was walked already. */
export function journeyOf(...told: Parameters<typeof walk>): void {
  if (!isLong) walk(...told);
}

/** A journey of somebody who reads English, in both modes. */
export function inEnglish(running: Running, title: string, journey: (visitor: Visitor) => Promise<void>): void {
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "with scripts" : "without scripts";
    journeyOf(running, `${title} (${how})`, journey, { locale: "en-GB", javaScriptEnabled });
  }
}

/** One of the long tests alone. */
export const longJourneyOf = walk;

/** A failing one leaves a picture in .cache/e2e. */
function walk(
  running: Running,
  title: string,
  journey: (visitor: Visitor) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  test(title, async () => {
    const { visitor, close } = await running.visit(options);
    try {
      await journey(visitor);
    } catch (error) {
      mkdirSync(".cache/e2e", { recursive: true });
      const file = `.cache/e2e/${title.replace(/[^\p{L}\p{N}]+/gu, "-")}.png`;
      await visitor.page.screenshot({ path: file, fullPage: true }).catch(() => {});
      if (error instanceof Error) error.message += `\nat ${visitor.page.url()}, picture: ${file}`;
      throw error;
    }
    await close();
  });
}

/** Opens what a record's page keeps behind `⋯`, where it keeps anything there. */
export async function unfold(page: Page): Promise<void> {
  const head = page.locator(".page-head");
  if ((await head.locator(".row-menu").count()) > 0) await moreOf(head);
}

/** Opens what a row keeps behind `⋯`. */
export async function moreOf(row: Locator): Promise<Locator> {
  const menu = row.locator(".row-menu");
  if (!(await menu.evaluate((one: HTMLDetailsElement) => one.open))) await menu.locator("summary").click();
  return menu;
}
