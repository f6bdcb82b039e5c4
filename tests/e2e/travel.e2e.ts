/** The travel trade: an agency applies without an account and is reviewed; what an agency pays and why; whom guides brought. */
import { expect } from "vitest";
import { findNotch } from "~tests/support/puzzle";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor, withScripts } from "./support";

const running = runConsole();

/** By the keyboard, or by the click that sends the form. */
async function solve({ page, javaScript }: Visitor): Promise<void> {
  if (!javaScript) {
    const picture = page.locator("slide-captcha [type=image]");
    const piece = (await page.locator("slide-captcha").getAttribute("piece")) ?? "";
    const { x, y } = await findNotch((await picture.getAttribute("src")) ?? "", piece);
    await picture.click({ position: { x: x + 20, y } });
    return;
  }
  await page.getByRole("button", { name: "点击按钮进行验证" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("slider").waitFor();
  const [whole, part] = await page
    .locator("slide-captcha .puzzle img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  const { x } = await findNotch(whole ?? "", part ?? "");
  for (let step = 0; step < x; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("验证通过").waitFor();
  await page.getByRole("button", { name: "提交申请" }).last().click();
}

withScripts(running, "an agency applies without an account, and is reviewed", async (visitor) => {
  const { page, javaScript } = visitor;
  const name = javaScript ? "白鹭旅行社" : "鸿雁旅行社";
  visitor.expectProblem(/status of 4(22|28)/);
  await visitor.open("/apply/agency");
  await page.getByLabel("旅行社", { exact: true }).fill(name);
  await page.getByLabel("类型").selectOption("groups");
  await page.getByLabel("许可证号").fill(javaScript ? "L-ZJ-90001" : "L-ZJ-90002");
  await page.getByLabel("联系人").fill("沈丽华");
  await page.getByLabel("联系手机").fill("123");
  if (javaScript) await expectAccessible(page);
  await page.getByLabel("联系人").press("Enter");
  await page.getByText("请按提示修改后重新提交").waitFor();
  expect(await page.getByLabel("旅行社", { exact: true }).inputValue()).toBe(name);
  await page.getByLabel("联系手机").fill("13800138009");
  const licence = { name: "营业执照.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  await page.getByLabel("资质文件").setInputFiles([licence]);
  if (javaScript) await page.getByRole("status").filter({ hasText: licence.name }).waitFor();
  await solve(visitor);
  await page.getByText("申请编号").waitFor();
  expect(await page.locator(".notice-good strong").textContent()).toMatch(/^WA[2-9A-Z]{8}$/);

  await visitor.signIn("admin");
  await visitor.open("/travelInfo/singVerification");
  await page.getByRole("link", { name }).first().click();
  await page.waitForURL(/\/singVerification\/\d+$/);
  await page.getByRole("link", { name: licence.name }).waitFor();
  await visitor.open(`${new URL(page.url()).pathname}/approve`);
  await page.getByRole("button", { name: "通过", exact: true }).last().click();
  await page.getByText("已通过").first().waitFor();
  await visitor.open("/travel/agencyList");
  await page.getByRole("link", { name }).first().click();
  await page.waitForURL(/\/agencyList\/\d+/);
  await page.getByRole("link", { name: licence.name }).waitFor();
});

withScripts(running, "what an agency pays and why; whom guides brought", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/travel/agencyList?code=LX-001");
  await page.getByRole("link", { name: "青山国际旅行社" }).first().click();
  await page.waitForURL(/\/agencyList\/\d+/);
  await page.getByText("合作中").first().waitFor();
  await visitor.open("/travelInfo/travelTypePrice/why");
  await page.getByLabel("旅行社", { exact: true }).selectOption({ label: "青山国际旅行社" });
  await page.getByLabel("票种", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "查看" }).click();
  await page.getByText("核心旅行社").first().waitFor();

  await visitor.open("/travelInfo/guiderNumDetail");
  await page.getByLabel("导游", { exact: true }).selectOption({ label: "赵敏" });
  await page.getByRole("button", { name: "查看" }).click();
  await page.waitForURL(/guideId=\d+/);
  await page.getByRole("heading", { name: "导游人数" }).waitFor();
  if (javaScript) await expectAccessible(page);
  visitor.expectProblem(/status of 422/);
  await visitor.open("/travelInfo/guiderNumDetail?from=2026-02-02&to=2026-01-01");
  await page.getByText("结束日期不能早于开始日期").waitFor();
});

inBothModes(running, "2.3n.7 a customer is created, approved and signed in one sitting", async (visitor) => {
  const { page, javaScript } = visitor;
  const [name, no] = javaScript ? ["云帆旅行社", "XY-2026-901"] : ["远山旅行社", "XY-2026-902"];
  visitor.expectProblem(/status of 422/);
  await visitor.signIn("admin");
  await visitor.open("/travelInfo/createCustomer");
  await page.getByLabel(/^客户名称/).fill(name);
  await page.getByLabel(/^类型/).selectOption("groups");
  await page.getByLabel(/^许可证号/).fill(`L-${no}`);
  await page.getByLabel(/^联系人/).fill("沈丽华");
  await page.getByLabel(/^联系手机/).fill(javaScript ? "13900139001" : "13900139002");
  expect(await page.getByLabel(/^授信额度/).isVisible()).toBe(false);
  await page.getByLabel(/^结算方式/).selectOption("credit");
  await page.getByLabel(/^授信额度/).fill("很多");
  await page.getByLabel(/^协议编号/).fill(no);
  await page.getByLabel(/立即通过审核并签署协议/).check();
  await page.keyboard.press("Enter");
  await page.getByText("请输入正确的金额").first().waitFor();
  await visitor.ready();
  if (javaScript) await expectAccessible(page);
  expect(await page.getByLabel(/^客户名称/).inputValue()).toBe(name);
  expect(await page.getByLabel(/立即通过审核并签署协议/).isChecked()).toBe(true);
  await page.getByLabel(/^授信额度/).fill("50000");
  await page.getByLabel(/^授信额度/).press("Enter");
  await page.getByText(new RegExp(`客户“${name}”已创建，编码 KH\\d{5}，当前状态：合作中`)).waitFor();
  await page.getByText("手续已齐，现在就可以售票。").waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "再建一个" }).click();
  await page.getByLabel(/^客户名称/).waitFor();
  await visitor.ready();
  expect(await page.getByLabel(/^客户名称/).inputValue()).toBe("");
});

inBothModes(
  running,
  "2.3n.2 what an agency agreed to bring, how far it is, and why nothing is booked before the end",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/travelInfo/travelAgreedTicketNumDetail");
    if (javaScript) await expectAccessible(page);
    await page.getByRole("link", { name: /^XL-\d{4}-01$/ }).click();
    await page.getByRole("cell", { name: "3.00", exact: true }).waitFor();
    // Its page says first how far it is.
    await page.getByText(/^再入园 \d+ 张，每张返利升到 3\.00 元$/).waitFor();
    await page.locator(".page-head").getByRole("link", { name: "履约进度" }).click();
    await page.getByRole("heading", { name: /履约进度/ }).waitFor();
    await page.getByText("期末预计").waitFor();
    await page.getByRole("cell", { name: "2,000", exact: true }).waitFor();
    if (javaScript) await expectAccessible(page);
    const address = new URL(page.url()).pathname.replace("/standing", "");
    visitor.expectProblem(/status of 409/);
    await visitor.open(`${address}/book`);
    await page.getByRole("button", { name: "返利入账" }).last().click();
    await page.getByText(/协议期到 \d{4}-12-31 为止，期满后才能入账/).waitFor();
  },
);
