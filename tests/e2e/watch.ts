/** What no page may say: errors of scripts, of hydration, of the content security policy, files that are not there. */
import type { BrowserContext, Page } from "playwright";

/** Chromium reports every refused answer as an error of the console; those that matter are seen as responses. */
const heard = /^Failed to load resource/;

export function watch(context: BrowserContext) {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  context.on("page", (page) => listen(page, seen));
  return {
    problems: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    expectProblem: (pattern: RegExp) => void expected.push(pattern),
  };
}

function listen(page: Page, seen: string[]): void {
  page.on("console", (message) => {
    const text = message.text();
    const bad = message.type() === "error" || /hydrat|did not match|Content Security Policy/i.test(text);
    if (bad && !heard.test(text)) seen.push(`${new URL(page.url()).pathname}: ${text.slice(0, 400)}`);
  });
  page.on("pageerror", (error) => {
    seen.push(`${new URL(page.url()).pathname}: ${String(error).slice(0, 400)}`);
  });
  page.on("response", (response) => {
    const kind = response.request().resourceType();
    const file = ["script", "stylesheet", "image", "font", "manifest"].includes(kind);
    if (response.status() >= (file ? 400 : 500)) seen.push(`${response.status()} ${response.url()}`);
  });
}
