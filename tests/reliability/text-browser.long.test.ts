/** Text browsers at the counter: w3m and lynx sell by keys in a terminal, and what stands side by side is told apart. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dispatchClient } from "~tests/perf/clients.mjs";
import { startConsole } from "~tests/support/running.mjs";
import { noTerminal, openTerminal, type Terminal } from "./terminal";

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

describe.each([
  ["w3m", (file: string) => ["-dump", "-T", "text/html", "-cols", "120", file]],
  ["lynx", (file: string) => ["-dump", "-nolist", "-force_html", "-width=120", "-display_charset=utf-8", file]],
] as const)("%s", (tool, args) => {
  const reason = missing(tool);
  const shown = (html: string) => {
    const file = path.join(folder, `${tool}.html`);
    writeFileSync(file, html);
    return spawnSync(tool, args(file), { encoding: "utf8", env: { ...process.env, LANG: "C.UTF-8" } }).stdout;
  };

  test.skipIf(reason !== "")(
    `shows what a sale's pages say, in words that stand apart${reason}`,
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
      // What stands below a name, and who is signed in, were run into their neighbours.
      expect(first).toMatch(/夏夜狂欢票\s+碧湖水上乐园\s+票种“夏夜狂欢票”已停售/);
      expect(first).toMatch(/任选票\s+青云山风景区\s+任选/);
      expect(first).toMatch(/个人中心\s+修改密码\s+锁屏\s+退出登录/);
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
      const html = await result.text();
      const tickets = shown(html);
      expect(tickets).toMatch(/OD\d{14}/);
      // The ticket's number stands in words, where no picture of it is.
      const [, number = ""] = /ticketNo=([^"&]+)"/.exec(html) ?? [];
      expect(number).toMatch(/\d{6}/);
      expect(tickets).toContain(number);
      const english = await fetch(running.url + page, { headers: { cookie, "accept-language": "en" } });
      const inEnglish = shown(await english.text());
      expect(inEnglish).toMatch(/Today\s+(\(\S+\) )?Tomorrow/);
      expect(inEnglish).not.toContain("Check totalHold");
      // Some show the value that a button sends before its words.
      expect(inEnglish).toMatch(/Check total\W+(hold\W+)?Hold/);
    },
    120_000,
  );
});

interface Sale {
  orderNo: string;
  ticketNumbers: string[];
  /** What the screen said was due, in fen. */
  due: number;
}

/** Each browser's own keys for the same work. */
const ways = {
  w3m: {
    open: (url: string) => ["w3m", "-cookie", "-o", "accept_language=zh-CN", url],
    /** The field under the cursor is asked for in a line of its own. */
    fill: (words: string) => ["\r", `${words}\r`],
    /** Whether the program waits for a key of the page, not for words. */
    isAtRest: /Viewing </,
    toField: "\t",
  },
  lynx: {
    open: (url: string) => [
      ...["lynx", "-tna", `-cfg=${path.join(folder, "lynx.cfg")}`],
      ...["-accept_all_cookies", "-display_charset=utf-8", url],
    ],
    fill: (words: string) => ["\r", words, "\r"],
    isAtRest: /Arrow keys: Up and Down to move/,
    toField: "",
  },
};

async function sellByKeys(tool: keyof typeof ways, terminal: Terminal): Promise<Sale> {
  const way = ways[tool];
  const press = async (keys: string) => {
    terminal.press(keys);
    // Between two keys a person takes as long; each step below waits for what it needs to see.
    await new Promise((resolve) => setTimeout(resolve, 150));
  };
  const find = async (words: string) => {
    await terminal.shows(way.isAtRest);
    await press(`/${words}\r`);
  };
  const fill = async (words: string) => {
    for (const keys of way.fill(words)) await press(keys);
  };
  await terminal.shows("密码");
  await terminal.shows(way.isAtRest);
  await press(way.toField);
  await fill("seller");
  await press(way.toField);
  await fill("Demo#2026");
  await find("登录");
  // The words stand in the title too: from the field on, the next ones are the button's.
  await press("\r");
  await terminal.shows("开始售票");
  await find("窗口售票");
  await press("\r");
  await terminal.shows("先核对金额");
  await find("成人票");
  await press(way.toField);
  await fill("2");
  await find("核对金额");
  await press("\r");
  const totalled = await terminal.shows(/2 张\s+应收 ¥\d/);
  expect(totalled).not.toContain("先核对金额");
  // lynx searches text, in which the words of one line's buttons are not told apart.
  await find("核对金额");
  for (let button = 0; button < 2; button += 1) await press("\t");
  await press("\r");
  const sold = await terminal.shows(/出票成功[\s\S]*TK\d/);
  return {
    orderNo: /OD\d{14}/.exec(sold)?.[0] ?? "",
    ticketNumbers: [...sold.matchAll(/TK\d+/g)].map(([number]) => number),
    due: Math.round(Number(/2 张\s+应收 ¥([\d.]+)/.exec(totalled)?.[1]) * 100),
  };
}

describe.each(["w3m", "lynx"] as const)("%s in a terminal", (tool) => {
  const reason = missing(tool) || (noTerminal() && ` (left out: ${noTerminal()})`);

  test.skipIf(reason !== "")(
    `signs in, opens the counter, asks for the total and takes the money, by keys alone${reason}`,
    async () => {
      // Its own settings: nobody's are read, and messages do not stand for seconds.
      const settings = ["PREFERRED_LANGUAGE:zh-CN", "INFOSECS:0", "MESSAGESECS:0", "ALERTSECS:0"];
      writeFileSync(path.join(folder, "lynx.cfg"), `${settings.join("\n")}\n`);
      const terminal = openTerminal(
        ways[tool].open(`${running.url}/login`),
        { HOME: folder },
        { rows: 120, columns: 140 },
      );
      try {
        const { orderNo, ticketNumbers, due } = await sellByKeys(tool, terminal);
        expect(new Set(ticketNumbers).size).toBe(2);
        const { call } = await dispatchClient(path.join(folder, "data"), "seller", "Demo#2026");
        const order = await call("order", "orderDetail", { orderNo });
        // Adults pay more at weekends; the day stands in the order's number.
        const [, year, month, day] = /^OD(\d{4})(\d\d)(\d\d)/.exec(orderNo) ?? [];
        const isWeekend = [0, 6].includes(new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDay());
        const payable = 2 * (isWeekend ? 140_00 : 120_00);
        expect([order.payable, order.paid, due]).toEqual([payable, payable, payable]);
        expect(order.quantity).toBe(2);
        expect(JSON.stringify(order)).toContain(ticketNumbers[0]);
      } finally {
        terminal.close();
      }
    },
    120_000,
  );
});
