/** The names of a group that comes by real-name tickets: pasted, told what is wrong, read from a file, and who has not come. */
import { expect } from "vitest";
import { businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();
const [one, two, three] = ["11010519491231002X", "440524198001010013", "110105199003072012"];

withScripts(running, "a group's names are pasted and read from a file, and nothing typed is lost", async (visitor) => {
  const { page, javaScript } = visitor;
  const name = javaScript ? "青山实名团" : "绿水实名团";
  const button = (text: string) => page.getByRole("button", { name: text, exact: true });
  await visitor.signIn("admin");
  await visitor.open("/createGroup/new");
  await page.getByLabel(/^团队单位/).fill(name);
  await page.getByLabel(/^联系人/).fill("王芳");
  await page.getByLabel(/^联系手机/).fill("13800138000");
  await page.getByLabel(/^景区/).selectOption({ index: 1 });
  await page.getByLabel(/^游玩日期/).fill(businessDay(new Date()));
  if (javaScript) {
    await page.getByRole("combobox", { name: /^票种/ }).fill("实名预约票");
    await page
      .getByRole("option", { name: /^实名预约票/ })
      .first()
      .click();
  } else {
    await page.locator('button[value^="search:people"]').first().click();
    await page.locator("[name='search.q']").fill("实名预约票");
    await page.getByRole("button", { name: "查询" }).click();
    await page
      .getByRole("button", { name: /^实名预约票/ })
      .first()
      .click();
  }
  await page.getByLabel(/^人数/).fill("3");
  await button("保存").click();
  await page.waitForURL(/\/createGroup(\/\d+)?$/);
  await visitor.open("/createGroup");
  await page.getByRole("link", { name }).first().click();
  await page.waitForURL(/\/createGroup\/\d+$/);
  await visitor.open(`${new URL(page.url()).pathname}/names`);

  const names = page.getByRole("textbox", { name: "名单" });
  await names.fill(`姓名\t证件号码\n王小明\t${one}\n李红\t440524198001010014`);
  await button("保存名单").click();
  await page.getByText(/^第 3 行“证件号码”/).waitFor();
  expect(await names.inputValue()).toContain("李红\t440524198001010014");
  if (javaScript) await expectAccessible(page);
  await names.fill(`王小明\t${one}`);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: "名单.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`姓名,证件号码\n李红,${two}\n`),
    });
  if (javaScript) await page.getByRole("link", { name: "名单.csv" }).waitFor();
  await button("读入文件").click();
  await page.getByText("文件已读入，共 1 行").waitFor();
  expect(await names.inputValue()).toMatch(/王小明[\s\S]+李红/);
  await button("保存名单").click();
  await page.getByRole("heading", { name: /名单 2\/3 人/ }).waitFor();
  expect(await page.getByText(two).count()).toBe(0);
  await names.fill(`赵刚 ${three}`);
  await button("加到原名单后").click();
  await page.getByRole("heading", { name: /名单 3\/3 人/ }).waitFor();
  await page.getByLabel("未到 李红").check();
  await button("保存到场情况").click();
  await page.getByRole("heading", { name: /名单 2\/3 人/ }).waitFor();
  if (javaScript) await expectAccessible(page);
  for (const [width, height] of process.env.PICTURES
    ? [
        [1440, 900],
        [390, 844],
      ]
    : []) {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    await page.screenshot({ path: `${process.env.PICTURES}/names-${javaScript}-${width}.png`, fullPage: true });
  }
});
