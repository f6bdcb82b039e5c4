/** The booking clock of a ticket type: kept by its form, said on its page, and asked by the counter, which keeps what was typed. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "a type is released a week ahead, and the counter says from when on", async (visitor) => {
  const { page, javaScript } = visitor;
  const [code, name] = javaScript ? ["QYS-BUS", "观光车票"] : ["QYS-ADT", "成人票"];
  const day = addDays(businessDay(new Date()), javaScript ? 40 : 50);
  await visitor.signIn("admin");
  await visitor.open(`/ticket/ticketList?code=${code}`);
  await page.getByRole("link", { name, exact: true }).first().click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  const [, id = ""] = /ticketList\/(\d+)/.exec(page.url()) ?? [];
  expect(id).not.toBe("");

  // Somebody types a sale while nothing is said yet.
  const seller = await visitor.another();
  await seller.signIn("admin");
  await seller.open(`/inside/buyTktList?visitDay=${day}`);
  const number = seller.page.locator(`input[name="quantity.${id}"]`);
  await number.fill("2");

  await visitor.open(`/ticket/ticketEdit?id=${id}`);
  const clocks = page.getByRole("group", { name: /^预订时限/ });
  const field = (part: string) => page.locator(`[name="bookingClocks[0].${part}"]`);
  if (!(await field("releaseDays").isVisible())) await clocks.getByRole("button", { name: /^添加一行/ }).click();
  await field("channel").selectOption({ label: "窗口" });
  await field("releaseTime").fill("08:00");
  const save = () => page.getByRole("button", { name: "保存" }).first().click();
  await save();
  await page.getByText("请填写提前几天开售：0 为当天").first().waitFor();
  expect(await field("releaseTime").inputValue()).toBe("08:00");
  await field("releaseDays").fill("7");
  await save();
  await page.waitForURL((url) => !url.pathname.endsWith("ticketEdit"));
  await visitor.open(`/ticket/ticketList/${id}`);
  await page.getByText("窗口：提前 7 天 08:00 开售").waitFor();
  if (javaScript) await expectAccessible(page);

  await seller.page
    .getByRole("button", { name: /核对金额/ })
    .first()
    .click();
  const sentence = `“${name}”${day} 的票 ${addDays(day, -7)} 08:00 开售`;
  await seller.page.getByText(sentence).first().waitFor();
  expect([await number.inputValue(), await number.isEnabled()]).toEqual(["2", true]);
  // Before anything is typed, too: the ticket is there with its reason.
  await seller.open(`/inside/buyTktList?visitDay=${day}`);
  await seller.page
    .locator("summary")
    .filter({ hasText: /^暂不可售/ })
    .first()
    .click();
  await seller.page.getByRole("row").filter({ hasText: name }).getByText(sentence).first().waitFor();
  if (javaScript) await expectAccessible(seller.page);
  await seller.open(`/inside/buyTktList?visitDay=${addDays(businessDay(new Date()), 1)}`);
  expect(await number.isEnabled()).toBe(true);
});
