/** A group from its booking to the order for those who came. */
import { businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();
const today = () => businessDay(new Date());

withScripts(running, "a group is booked, confirmed, received with how many came, and settled", async (visitor) => {
  const { page, javaScript } = visitor;
  const name = javaScript ? "青山旅行社" : "绿水旅行社";
  const button = (text: string) => page.getByRole("button", { name: text, exact: true });
  await visitor.signIn("admin");
  await visitor.open("/createGroup/new");
  await page.getByLabel(/^团队单位/).fill(name);
  await page.getByLabel(/^联系人/).fill("王芳");
  await page.getByLabel(/^联系手机/).fill("13800138000");
  await page.getByLabel(/^景区/).selectOption({ index: 1 });
  await page.getByLabel(/^游玩日期/).fill(today());
  if (javaScript) {
    await page.getByRole("combobox", { name: /^票种/ }).fill("成人票");
    const offered = page.getByRole("option", { name: /^成人票/ });
    await offered.first().click();
  } else {
    await page.locator('button[value^="search:people"]').first().click();
    await page.locator("[name='search.q']").fill("成人票");
    await page.getByRole("button", { name: "查询" }).click();
    await page
      .getByRole("button", { name: /^成人票/ })
      .first()
      .click();
  }
  await page.getByLabel(/^人数/).fill("20");
  await button("保存").click();
  await page.waitForURL(/\/createGroup(\/\d+)?$/);

  await visitor.open("/createGroup");
  await page.getByRole("link", { name }).first().click();
  await page.waitForURL(/\/createGroup\/\d+$/);
  const address = new URL(page.url()).pathname;
  await visitor.open(`${address}/desk`);
  await page.getByText("请先确认预订").waitFor();
  await visitor.open(`${address}/confirm`);
  await button("确认预订").last().click();
  await page.getByText("已确认，20 人的名额已占用").first().waitFor();

  await visitor.open(`${address}/desk`);
  await page.getByLabel(/^实到人数 成人票/).fill("18");
  await button("登记实到人数").click();
  await page.getByRole("button", { name: /^结算并出票/ }).waitFor();
  if (javaScript) await expectAccessible(page);
  await visitor.open("/createGroup/day");
  await page.getByText("成人票 20").first().waitFor();
  if (javaScript) await expectAccessible(page);
  await visitor.open(`${address}/desk`);
  await page.getByRole("button", { name: /^结算并出票/ }).click();
  await page.waitForURL(/offlineOrderDetail/);
  await page.getByText(name).first().waitFor();
});
