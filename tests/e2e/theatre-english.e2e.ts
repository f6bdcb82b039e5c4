/** The seat sale, the seat editor and a session that is cancelled, in English: with scripts and without. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

async function walked(visitor: Visitor) {
  const { page, javaScript } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole("heading", { name }).waitFor();
  await visitor.signIn("admin");

  // The sale: two seats by their names, held, and paid with a number to call.
  await visitor.open(`/theatre/seatSale?day=${dayIn(javaScript ? 4 : 5)}`);
  await heading("Seat sale");
  await page.getByRole("link", { name: "青云水秀" }).first().click();
  await heading(/^青云水秀/);
  await heading("0 seats held");
  const session = new URL(page.url()).searchParams.get("session");
  const row = javaScript ? "7" : "9";
  for (const seat of ["1", "2"])
    await page
      .getByRole("checkbox", {
        name: new RegExp(`^Row ${row} seat ${seat}, Normal, zone [A-Z], ¥\\d+\\.\\d\\d, Free$`),
      })
      .check({ force: true });
  await button("Hold the chosen seats").click();
  await page
    .getByText(/^2 seats held until \d\d:\d\d$/)
    .first()
    .waitFor();
  await heading("2 seats held");
  await page.getByLabel("Payment").selectOption("wechat");
  await page.getByLabel("Contact", { exact: true }).fill("Grace Hopper");
  await page.getByLabel("Mobile", { exact: true }).fill("123");
  await button("Charge & issue").click();
  await page.getByText("Enter a valid mobile number").first().waitFor();
  // Nothing typed is lost.
  expect(await page.getByLabel("Contact", { exact: true }).inputValue()).toBe("Grace Hopper");
  await page.getByLabel("Payment").selectOption("wechat");
  await page.getByLabel("Mobile", { exact: true }).fill("13800138000");
  await button("Charge & issue").click();
  await page
    .getByText(/^Sold: OD\d+, 2 tickets, ¥/)
    .first()
    .waitFor();
  await page
    .getByText(new RegExp(`row ${row} seat 1`))
    .first()
    .waitFor();
  const order = new URL(page.url()).searchParams.get("order") ?? "";
  if (javaScript) await expectAccessible(page);

  // The editor: seats of two rows lined up, and taken back.
  await visitor.open("/theatre_set/seatSet");
  await heading(/^Seats of /);
  const seats = page.getByRole("checkbox", { name: /^row \d+ seat \d+ Normal [A-Z]$/i });
  const names = await seats.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const rows = [...new Set(names.map((name) => name.split("/")[0]))];
  const last = (of: string | undefined) => names.filter((name) => name.startsWith(`${of}/`)).length - 1;
  const first = names.findIndex((name) => name.startsWith(`${rows[0]}/`));
  const second = names.findIndex((name) => name.startsWith(`${rows[1]}/`));
  const undo = page.getByRole("button", { name: /^Undo \(\d+\)$/ });
  const steps = async () => Number(((await undo.count()) ? await undo.textContent() : "0")?.match(/\d+/)?.[0] ?? 0);
  const before = await steps();
  // One row alone is no column; of two the last seats are.
  await seats.nth(first).check({ force: true });
  await button("Line up seats right").click();
  await page.getByText("Tick seats in at least two rows").first().waitFor();
  for (const at of [first + last(rows[0]), second + last(rows[1])]) await seats.nth(at).check({ force: true });
  if (javaScript) await page.getByText(/^\d+ ticked$/).waitFor();
  await button("Line up seats right").click();
  await page
    .getByText(/^Plan saved: \d+ rows, \d+ seats$/)
    .first()
    .waitFor();
  await button(`Undo (${before + 1})`).click();
  await button(`Undo (${before + 1})`).waitFor({ state: "detached" });
  if (javaScript) await expectAccessible(page);

  // The session is cancelled, its tickets move, and whom to call stands on a list.
  await visitor.open(`/theatre/sessionList/${session}/settle`);
  await heading(/^Cancel or move: 青云水秀/);
  await page.getByLabel("Move to").selectOption({ index: 6 });
  await button("See how many fit").click();
  await page.getByText(/^\d+ tickets can move now, 0 cannot$/).waitFor();
  await page.getByLabel("Reason for cancelling").fill("Storm");
  await button("Cancel and move tickets").click();
  await page
    .getByText(/^\d+ tickets are being settled/)
    .first()
    .waitFor();
  const ended = page.getByText(/^[1-9]\d* moved, 0 left, 0 refunded$/);
  for (let turn = 0; turn < 60 && !(await ended.isVisible()); turn += 1) {
    await visitor.open(`/theatre/sessionList/${session}/settle`);
    await page.waitForLoadState("networkidle");
  }
  await ended.waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "Who to call" }).click();
  await heading("Tickets of cancelled sessions");
  const line = page.getByRole("row").filter({ hasText: order }).first();
  await line.getByText("Grace Hopper").waitFor();
  await line.getByText("Moved").waitFor();
}

inEnglish(running, "seats are sold, lined up and moved in English", walked);
