/** Seats set aside by keys, seen at another till, sold and let in on a phone; rows made with letters; a hall's file read and refused by row and seat. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

const words = {
  zh: {
    ...{ name: /^预留给/, session: /^场次/, until: /^保留至/, save: "保存", search: "查询", choose: "选择座位" },
    ...{ take: "预留所选座位", taken: "现预留 2 座", ticked: "已勾选 2 座", sell: "转售票", mine: "已选 2 座" },
    ...{ payBy: "收款方式", pay: "收款出票", sold: /^出票成功/, check: "检票", come: /检票通过$/, wrong: /^场次不对/ },
    ...{ seat: (row: string, n: number) => new RegExp(`^${row}排${n}座`), aside: "预留", seatsOf: /的座位$/ },
    ...{
      numbering: /^编号/,
      first: /^首排/,
      rows: /^排数/,
      seats: /^首排座数/,
      letters: "字母 A B C",
      skip: /^跳过的座号/,
    },
    ...{ make: "生成座位", saved: /^座位图已保存/, undo: /^撤销（\d+）$/, file: "文件", read: "导入到本区域" },
    refused: /^不合 seating-plan 0\.0\.1：.* 1排\S+座 position\.x/,
  },
  en: {
    ...{
      name: /^Set aside for/,
      session: /^Session/,
      until: /^Until/,
      save: "Save",
      search: "Search",
      choose: "Choose seats",
    },
    ...{ take: "Set the chosen seats aside", taken: "2 seats are set aside now", ticked: "2 ticked" },
    ...{ sell: "Sell these", mine: "2 seats held", payBy: "Payment", pay: "Charge & issue", sold: /^Sold: / },
    ...{ check: "Check", come: /: admitted$/, wrong: /^Wrong session/ },
    ...{
      seat: (row: string, n: number) => new RegExp(`^Row ${row} seat ${n},`),
      aside: "Set aside",
      seatsOf: /^Seats of/,
    },
    ...{ numbering: /^Numbering/, first: /^First row/, rows: /^Rows$/, seats: /^Seats in the first row/ },
    ...{ letters: "Letters: A B C", skip: /^Numbers left out/, make: "Make the rows", saved: /^Plan saved/ },
    ...{ undo: /^Undo \(\d+\)$/, file: "File", read: "Read into this area" },
    refused: /^Not as seating-plan 0\.0\.1 has it: .* row 1 seat \S+ position\.x/,
  },
};

/** Each walk has a session and a party of its own. */
const setAside = (t: (typeof words)["zh"] | (typeof words)["en"], days: number) => async (visitor: Visitor) => {
  const { page, javaScript } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const on = days + (javaScript ? 0 : 1);
  const row = javaScript ? "3" : "4";
  const party = `${t.aside} ${on}`;
  await visitor.signIn("admin");

  await visitor.open(`/theatre/seatSale?day=${dayIn(on)}`);
  await page.getByRole("link", { name: "青云水秀" }).first().click();
  await page.getByRole("heading", { name: /^青云水秀/ }).waitFor();
  const sale = new URL(page.url()).pathname + new URL(page.url()).search;
  const session = new URL(page.url()).searchParams.get("session");
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";

  await visitor.open("/preSelect/new");
  await page.getByLabel(t.name).fill(party);
  if (javaScript) {
    await page.getByRole("combobox", { name: t.session }).fill(title);
    await page.getByRole("option", { name: title }).first().click();
  } else {
    await page.locator("button[value='search:sessionId']").click();
    await page.locator("[name='search.q']").fill(title);
    await button(t.search).click();
    await page.getByRole("button", { name: title }).first().click();
  }
  await page
    .getByLabel(t.until)
    .first()
    .fill(`${dayIn(1)}T12:00:00`);
  await button(t.save).click();
  await page.waitForURL(/\/preSelect(\/\d+)?$/);
  await visitor.open("/preSelect");
  await page.getByRole("link", { name: party, exact: true }).click();
  await page.getByRole("link", { name: t.choose }).first().click();

  // Another person has the map of that session open.
  const other = javaScript ? await visitor.another() : null;
  await other?.signIn("manager");
  await other?.open(sale);
  const box = page.getByRole("checkbox", { name: t.seat(row, 1) });
  if (javaScript) {
    await expectAccessible(page);
    await box.focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByText(t.ticked).waitFor();
  } else for (const n of [1, 2]) await page.getByRole("checkbox", { name: t.seat(row, n) }).check({ force: true });
  await button(t.take).click();
  await page.getByText(t.taken).first().waitFor();
  await other?.page
    .getByRole("img", { name: new RegExp(party) })
    .first()
    .waitFor({ timeout: 10_000 });

  await visitor.open(sale);
  const line = page.getByRole("listitem").filter({ hasText: party });
  await line.getByRole("button", { name: t.sell }).click();
  await page.getByRole("heading", { name: t.mine }).waitFor();
  await page.getByLabel(t.payBy).selectOption("wechat");
  await button(t.pay).click();
  await page.getByText(t.sold).first().waitFor();
  const order = new URL(page.url()).searchParams.get("order") ?? "";

  // On a phone: the ticket's seat is found; at the door of another session it is said which one it is for.
  await page.setViewportSize({ width: 390, height: 844 });
  const tell = async (at: string | null, says: RegExp) => {
    await visitor.open(`/theatre/sessionList/${at}/check`);
    await page.locator("input[name=ticket]").fill(`${order}-02`);
    await button(t.check).click();
    await page.getByText(says).first().waitFor();
  };
  await tell(String(Number(session) - 1), t.wrong);
  await tell(session, t.come);
  if (javaScript) await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Rows with letters, behind what is there, and taken back.
  await visitor.open("/theatre_set/areaSet");
  await page.getByRole("heading", { name: t.seatsOf }).waitFor();
  await page.getByLabel(t.first).first().fill("X");
  await page.locator("[name=rows]").fill("1");
  await page.locator("[name=seats]").fill("3");
  await page.locator("[name=numbering]").selectOption({ label: t.letters });
  await page.getByLabel(t.skip).fill("b");
  await page.locator("[name=spacing]").fill("200");
  await button(t.make).click();
  await page.getByText(t.saved).first().waitFor();
  await visitor.open("/theatre_set/seatSet");
  await page.locator("input[value='X/D']").waitFor({ state: "attached" });
  expect(await page.locator("input[value='X/B']").count()).toBe(0);
  expect(await page.locator("textarea[name=text]").inputValue()).toMatch(/^X ooo \w A,C,D \/200$/m);

  // The hall's file goes out; with half a point in it it is refused by row and seat; as it was it comes in, and is taken back.
  const file = await page.locator("a[href*='/theatre_set/seatSet/file']").getAttribute("href");
  const written = await page.evaluate(async (address) => (await fetch(address)).text(), file ?? "");
  const plan = JSON.parse(written);
  plan.zones[0].rows[0].seats[0].position.x += 0.5;
  const put = async (text: string) => {
    await page
      .getByLabel(t.file, { exact: true })
      .setInputFiles({ name: "plan.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await button(t.read).click();
  };
  await put(JSON.stringify(plan));
  await page.getByText(t.refused).first().waitFor();
  await put(written);
  await page.getByText(t.saved).first().waitFor();
  for (let steps = 0; steps < 2; steps += 1) {
    const before = await page.locator("button[value=undo]").textContent();
    await page.locator("button[value=undo]").click();
    await page.getByRole("button", { name: before ?? "", exact: true }).waitFor({ state: "detached" });
  }
  expect(await page.locator("input[value='X/D']").count()).toBe(0);
};

inBothModes(running, "seats are set aside, sold and let in; rows and files of a hall", setAside(words.zh, 2));
inEnglish(running, "seats are set aside, sold and let in; rows and files of a hall, in English", setAside(words.en, 4));
