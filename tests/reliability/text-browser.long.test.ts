/** The counter as text browsers show it: w3m and lynx drive a sale, and what stands side by side is told apart. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startConsole } from "~tests/support/running.mjs";

let folder: string;
let running: Awaited<ReturnType<typeof startConsole>>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "console-text-"));
  running = await startConsole({ dataDir: path.join(folder, "data"), demo: true, environment: { DATABASE_URL: "" } });
}, 300_000);
afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const missing = (tool: string) => (spawnSync(tool, ["-version"]).error ? ` (left out: ${tool} is not installed)` : "");

/** A form as a browser without scripts sends it: the page's own fields, with what was typed. */
async function send(cookie: string, page: string, fields: Record<string, string>) {
  const answer = await fetch(`${running.url}${page}`, {
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams(fields) },
    headers: { cookie, accept: "text/html" },
  });
  return { answer, text: await answer.text() };
}
const fieldOf = (page: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? "";

// w3m leaves out a space between two Chinese characters unless it is told to keep what stands in the page.
describe.each([
  ["w3m", (file: string) => ["-dump", "-T", "text/html", "-cols", "120", "-o", "simple_preserve_space=1", file]],
  ["lynx", (file: string) => ["-dump", "-nolist", "-force_html", "-width=120", "-display_charset=utf-8", file]],
] as const)("%s", (tool, args) => {
  const reason = missing(tool);
  const shown = (html: string) => {
    const file = path.join(folder, `${tool}.html`);
    writeFileSync(file, html);
    return spawnSync(tool, args(file), { encoding: "utf8", env: { ...process.env, LANG: "C.UTF-8" } }).stdout;
  };

  test.skipIf(reason !== "")(
    `sells a ticket, page by page${reason}`,
    async () => {
      const entered = await send("", "/login", { accName: "seller", password: "Demo#2026" });
      const cookie = entered.answer.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ");
      const page = "/inside/buyTktList";
      const counter = await (await fetch(running.url + page, { headers: { cookie } })).text();
      const first = shown(counter);
      expect(first.trim().split("\n")[0]).toContain("跳到正文");
      expect(first).toMatch(/成人票\s+青云山/);
      expect(first).toMatch(/今天\s+(\(\S+\) )?明天\s+(\(\S+\) )?后天/);
      expect(first).toContain("先核对金额");
      const [, quantity = ""] = /name="(quantity\.\d+)"/.exec(counter) ?? [];
      const fields = {
        ...{ visitDay: fieldOf(counter, "visitDay"), paymentType: "cash", [quantity]: "1" },
        idempotencyKey: fieldOf(counter, "idempotencyKey"),
      };
      const totalled = await send(cookie, page, { ...fields, intent: "review" });
      const total = shown(totalled.text);
      // It costs more at weekends.
      const price = /成人票\s+青云山\S*\s+(\d+\.\d\d)/.exec(first)?.[1];
      expect(price).toMatch(/^1[24]0\.00$/);
      expect(/应收\s+¥(\d+\.\d\d)/.exec(total)?.[1], total).toBe(price);
      expect(total).not.toContain("先核对金额");
      const sold = await send(cookie, page, {
        ...{
          ...fields,
          intent: "sell",
          idempotencyKey: fieldOf(totalled.text, "idempotencyKey") || fields.idempotencyKey,
        },
        expectedPayable: fieldOf(totalled.text, "expectedPayable"),
      });
      expect([302, 303]).toContain(sold.answer.status);
      const result = await fetch(running.url + (sold.answer.headers.get("location") ?? ""), { headers: { cookie } });
      const tickets = shown(await result.text());
      // The number stands in words, where no picture of it is.
      expect(tickets).toMatch(/OD\d{14}/);
    },
    120_000,
  );
});
