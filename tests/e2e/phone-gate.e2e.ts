/** The phone gate: the rules as they are built for it, and an hour without a line at two gates, with clocks that are wrong. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { gateCases } from "~tests/support/gate-cases";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor } from "./support";

interface Arranged {
  gates: { id: number; name: string }[];
  tickets: { id: number; qrText: string; ticketNo: string; admissions: number }[];
  refunded: string;
  /** Of a type of the gates' park. */
  late: { id: number; ticketNo: string };
  /** Once a day at the gates' park. */
  card: { number: string; typeName: string };
}
let arranged: Arranged;

const running = runConsole({}, async (dataDir) => {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  const rows = async <T>(text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows as T[];
  const gates = await rows<{ id: number; name: string; parkId: number }>(
    `select id::int, name, park_id::int as "parkId" from gate
     where corp_code = '0001' and direction = 'in' and status = 'T'
       and park_id = (select park_id from gate where corp_code = '0001' and direction = 'in' and status = 'T' group by park_id having count(*) > 1 order by park_id limit 1)
     order by id limit 2`,
  );
  const tickets = await rows<Arranged["tickets"][number]>(
    `update ticket t
     set valid_from = (now() at time zone 'Asia/Shanghai')::date - 1, valid_to = (now() at time zone 'Asia/Shanghai')::date,
         slot = '', entry_from = null, entry_to = null, pass_interval = null, rules = '{}', gate_group_id = null, holder_identity = '',
         park_id = $1, admissions = case when t.id % 3 = 0 then 2 else 1 end
     from orders o
     where t.id in (
         select t.id from ticket t join orders o on o.corp_code = t.corp_code and o.id = t.order_id
         where t.corp_code = '0001' and t.state = 'issued' and t.used = 0 and o.state in ('paid', 'partlyUsed')
         order by t.id desc limit 14
       )
       and o.corp_code = t.corp_code and o.id = t.order_id
     returning t.id::int, t.qr_text as "qrText", t.ticket_no as "ticketNo", t.admissions`,
    [gates[0]?.parkId],
  );
  const [gone, late, ...rest] = tickets;
  if (!gone || !late || rest.length < 12) throw new Error("the demonstration has too few tickets");
  await rows("update ticket set state = 'refunded' where id = $1", [gone.id]);
  await rows("delete from closure where corp_code = '0001'");
  await rows("update ticket set admissions = 1 where id = $1", [late.id]);
  await rows(
    `update ticket_type set park_id = $2, gate_group_id = null, entry_from = null, entry_to = null, pass_interval = null, weekdays = '{}'
     where id = (select ticket_type_id from ticket where id = $1)`,
    [late.id, gates[0]?.parkId],
  );
  await rows("update sys_param set param_option = 'T' where corp_code = '0001' and param_code = 'signedTicketCodes'");
  const [card] = await rows<Arranged["card"]>(
    `with one as (
       select c.id, c.card_type_id, c.number, t.name
       from season_card c join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id
       where c.corp_code = '0001' and c.status = 'active' and c.employee_id is null and t.kind <> 'stored'
       order by c.id limit 1
     ), dated as (
       update season_card c set valid_from = current_date - 30, valid_to = current_date + 30, holders = 1
       from one where c.id = one.id and c.corp_code = '0001'
     ), daily as (
       update card_type t set per_day = 1, in_all = null, minutes_between = null
       from one where t.id = one.card_type_id and t.corp_code = '0001'
     ), nowhere as (
       delete from card_type_off o using one where o.card_type_id = one.card_type_id and o.corp_code = '0001'
     ), here as (
       update card_type_place l set park_id = $1, gate_group_id = null
       from one
       where l.corp_code = '0001' and l.card_type_id = one.card_type_id
         and l.id = (select min(id) from card_type_place first where first.corp_code = '0001' and first.card_type_id = one.card_type_id)
     )
     select number, name as "typeName" from one`,
    [gates[0]?.parkId],
  );
  if (!card) throw new Error("the demonstration has no card");
  await rows("delete from season_card_pass p using season_card c where c.id = p.card_id and c.number = $1", [
    card.number,
  ]);
  await rows("update season_card set visits = 0 where number = $1", [card.number]);
  arranged = { card, gates, tickets: rest, refunded: gone.qrText, late };
  await database.close();
});

const phone = { serviceWorkers: "allow", viewport: { width: 390, height: 844 }, hasTouch: true } as const;

async function paired(admin: Visitor, device: Visitor, gateId: number, calledAs: string): Promise<Page> {
  const { page } = device;
  await page.goto("/gate-device/?corp=0001");
  const code = await page.locator(".code").textContent();
  await admin.open(`/manage/tktParkGate/${gateId}/pair`);
  await admin.page.getByLabel("屏幕上的配对码").fill(code ?? "");
  await admin.page.getByLabel("设备名称").fill(calledAs);
  await admin.page.getByRole("button", { name: "配对设备" }).last().click();
  await admin.page.getByText("设备已配对").first().waitFor();
  await page.reload();
  await page.locator("#code").waitFor();
  await page.getByText(/的票 \d+ 张/).waitFor();
  return page;
}

/** The verdict on one code. */
async function scan(page: Page, code: string): Promise<"yes" | "no"> {
  await page.evaluate(() => document.querySelector("#verdict section")?.remove());
  await page.locator("#code").fill(code);
  await page.keyboard.press("Enter");
  const shown = page.locator("#verdict section");
  await shown.waitFor();
  return (await shown.getAttribute("class")) === "yes" ? "yes" : "no";
}

/** Takes a ticket from what the phone has fetched. */
async function forget(page: Page, id: number): Promise<void> {
  await page.evaluate(
    (ticketId) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("gate-device");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction("tickets", "readwrite");
          writing.oncomplete = () => resolve();
          writing.objectStore("tickets").delete(ticketId);
        };
      }),
    id,
  );
}

const queued = (page: Page) => page.getByText(/^待上传 \d+$/).textContent();

journeyOf(
  running,
  "the rules that the phone gate carries pass the table of cases, as both are published",
  async ({ page }) => {
    await page.goto("/gate-device/");
    // As text: what a compiler makes of an import here means nothing in the browser.
    const [cases, judged]: [
      { name: string; expected: { reason: string; entries?: number; direction?: string } }[],
      { reason: string; entries: number; direction: string }[],
    ] = await page.evaluate(`
    Promise.all([import("/gate-device/rules.js"), import("/gate-device/cases.js")]).then(([rules, { cases }]) => {
      rules.speak("zh-CN");
      const judge = ({ ticket, gate, attempt }) => rules.judge(ticket, gate, { ...attempt, now: new Date(attempt.now) });
      return [cases, cases.map(judge)];
    })
  `);
    expect(cases.length).toBeGreaterThan(80);
    expect(cases.length).toBe(gateCases.length);
    cases.forEach(({ name, expected }, place) => {
      const { reason, entries, direction } = judged[place] ?? {};
      expect({ name, reason }).toEqual({ name, reason: expected.reason });
      if (expected.entries !== undefined) expect({ name, entries }).toEqual({ name, entries: expected.entries });
      if (expected.direction) expect(direction).toBe(expected.direction);
    });
  },
);

journeyOf(
  running,
  "the programs of the document for gate software pass the published tables of cases",
  async ({ page }) => {
    const text = await readFile("docs/gate-software.md", "utf8");
    const programs = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, program = ""]) => program);
    expect(programs).toHaveLength(5);
    await page.goto("/gate-device/");
    for (const program of programs) {
      const body = program.replace(/^import (\{[^}]+\}) from ("[^"]+");$/gm, "const $1 = await import($2);");
      const [asserted, failed] = (await page.evaluate(`
        (async () => {
          const told = [];
          const console = { assert: (holds, name) => told.push([holds, name]) };
          ${body}
          return [told.length, told.filter(([holds]) => !holds).map(([, name]) => name)];
        })()
      `)) as [number, string[]];
      expect(failed).toEqual([]);
      expect(asserted).toBeGreaterThan(10);
    }
  },
);

journeyOf(
  running,
  "an hour without a line at two gates with wrong clocks: what the server says afterwards equals a plain model",
  async (admin) => {
    const { gates, tickets, refunded, late } = arranged;
    const json = async (address: string) =>
      (await admin.page.request.get(address, { headers: { accept: "application/json" } })).json();
    await admin.signIn("admin");
    await admin.open("/manage/gateBoard");
    await admin.page.getByText("把手机当作闸机").click();
    await admin.page.getByText("签名票码").click();
    await admin.page.getByRole("button", { name: "生成新密钥" }).click();
    await admin.page.getByText("正在使用第 1 号密钥").waitFor({ state: "attached" });
    await expectAccessible(admin.page);
    const devices = [await admin.another(phone), await admin.another(phone)];
    /** Minutes by which the clocks are wrong. */
    const wrong = [7, -200];
    const pages: Page[] = [];
    for (const [place, device] of devices.entries()) {
      await device.page.clock.install({ time: Date.now() + (wrong[place] ?? 0) * 60_000 });
      pages.push(await paired(admin, device, gates[place]?.id ?? 0, `手机 ${place + 1}`));
    }
    const [first, second] = pages as [Page, Page];
    await first.getByText(/手机时钟相差 \d+ 秒/).waitFor();
    await expectAccessible(first);

    // The line is cut, and the page is opened anew: it comes from the phone.
    for (const { page } of devices) await page.context().setOffline(true);
    await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await first.reload();
    await first.locator("#code").waitFor();

    // An hour ago began the hour: the server cannot be made to wait for one.
    for (const [place, page] of pages.entries()) {
      await page.clock.setSystemTime(Date.now() + ((wrong[place] ?? 0) - 61) * 60_000);
    }
    let chance = 20261123;
    const random = (below: number) => {
      chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((chance / 2_147_483_648) * below);
    };
    const model = tickets.map(() => [0, 0] as [number, number]);
    const seen = { admitted: [0, 0], refused: [0, 0] };
    const scans = 48;
    for (let n = 0; n < scans; n += 1) {
      const place = random(2) as 0 | 1;
      const page = pages[place] ?? first;
      const which = random(tickets.length + 2);
      const ticket = tickets[which];
      const code = ticket
        ? random(2) === 0
          ? ticket.qrText
          : ticket.ticketNo
        : which === tickets.length
          ? refunded
          : "XYZ12345";
      const counts = model[which];
      const expected = ticket && counts && counts[place] < ticket.admissions ? "yes" : "no";
      expect([n, await scan(page, code)]).toEqual([n, expected]);
      if (counts && expected === "yes") counts[place] += 1;
      seen[expected === "yes" ? "admitted" : "refused"][place] =
        (seen[expected === "yes" ? "admitted" : "refused"][place] ?? 0) + 1;
      for (const one of pages) await one.clock.fastForward(75_000);
    }
    // Sold after it had fetched: the phone has never heard of it, and its code says what it is.
    const { ticket: sold } = await json(`/inside/buyTktLog/tktInfo?id=${late.id}`);
    await forget(first, late.id);
    const forged = sold.qrText.slice(0, 20) + (sold.qrText[20] === "0" ? "1" : "0") + sold.qrText.slice(21);
    expect([await scan(first, late.ticketNo), await scan(first, forged)]).toEqual(["no", "no"]);
    expect([await scan(first, sold.qrText), await scan(first, sold.qrText.toLowerCase())]).toEqual(["yes", "no"]);
    seen.admitted[0] = (seen.admitted[0] ?? 0) + 1;
    seen.refused[0] = (seen.refused[0] ?? 0) + 3;
    // A turnstile that did not turn.
    const last = tickets.findIndex((ticket, which) => (model[which]?.[0] ?? 0) < ticket.admissions);
    if (last >= 0) {
      expect(await scan(first, tickets[last]?.qrText ?? "")).toBe("yes");
      await first.locator("#back").click();
      await first.getByText("已撤回").waitFor();
    }
    expect(await queued(first)).toBe(`待上传 ${(seen.admitted[0] ?? 0) + (seen.refused[0] ?? 0)}`);

    for (const { page } of devices) {
      await page.context().setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByText("待上传 0", { exact: true }).waitFor();
      await page.getByText("在线", { exact: true }).waitFor();
    }
    const conflictsOf = async (page: Page) =>
      Number(/\d+/.exec((await page.locator("#foot summary").textContent()) ?? "")?.[0] ?? 0);
    const beyond = tickets.reduce((sum, { admissions }, which) => {
      const [one = 0, other = 0] = model[which] ?? [];
      return sum + Math.max(0, one + other - admissions);
    }, 0);
    expect(beyond).toBeGreaterThan(0);
    // The first gate brought its passages before the second: those of the second are the ones too many.
    expect(await first.locator("#foot summary").count()).toBe(0);
    expect(await conflictsOf(second)).toBe(beyond);

    await admin.open("/manage/gateBoard");
    for (const said of [/时钟快 \d 分钟/, /时钟慢 20\d 分钟|时钟慢 199 分钟/])
      await admin.page.getByText(said).first().waitFor();
    await expectAccessible(admin.page);
    const board = await json("/manage/gateBoard");
    const ofGate = gates.map(({ id }) => board.gates.find((gate: { id: number }) => gate.id === id));
    expect(ofGate.map(({ conflicts }) => conflicts)).toEqual([0, beyond]);
    expect((await json(`/inside/buyTktLog/tktInfo?id=${late.id}`)).ticket.state.state).toBe("used");
    for (const [which, ticket] of tickets.entries()) {
      const [one = 0, other = 0] = model[which] ?? [];
      const used = Math.min(ticket.admissions, one + other);
      await admin.page.goto(`/ticket/issuedList?ticketNo=${ticket.ticketNo}`);
      const row = admin.page.getByRole("row").filter({ hasText: ticket.ticketNo });
      const state = used === 0 ? "未使用" : used < ticket.admissions ? "部分使用" : "已使用";
      expect([ticket.ticketNo, await row.textContent()]).toEqual([ticket.ticketNo, expect.stringContaining(state)]);
    }
    // With the line: the server judges, and knows of the other gate.
    const spent = tickets.findIndex(({ admissions }, which) => (model[which]?.[0] ?? 0) >= admissions);
    expect(await scan(second, tickets[spent]?.qrText ?? "")).toBe("no");
    expect(await second.locator("#verdict").textContent()).not.toContain("由本机判断");
  },
);

journeyOf(
  running,
  "a card goes through without a line once a day, at the gate that has fetched it, and the server counts it",
  async (admin) => {
    const { gates, card } = arranged;
    await admin.signIn("admin");
    const device = await admin.another(phone);
    const page = await paired(admin, device, gates[0]?.id ?? 0, "年卡手机");
    await page.getByText(/^卡 \d+ 张$/).waitFor();
    await page.context().setOffline(true);
    expect(await scan(page, card.number)).toBe("yes");
    expect(await page.locator("#verdict").textContent()).toContain(card.typeName);
    expect(await page.locator("#verdict").textContent()).toContain("由本机判断");
    expect(await scan(page, card.number.toLowerCase())).toBe("no");
    expect(await page.locator("#verdict").textContent()).toContain("今日 1 次已用完");
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.getByText("待上传 0", { exact: true }).waitFor();
    expect(await page.locator("#foot").textContent()).not.toContain("冲突");
    await admin.open(`/seasonCard/seasonCardList?number=${card.number}`);
    const row = admin.page.getByRole("row").filter({ hasText: card.number });
    expect(await row.textContent()).toContain(card.typeName);
    // With the line the server has it, and lets nobody through a second time.
    expect(await scan(page, card.number)).toBe("no");
    expect(await page.locator("#verdict").textContent()).not.toContain("由本机判断");
    expect(await page.locator("#verdict").textContent()).toContain("今日 1 次已用完");
  },
);
