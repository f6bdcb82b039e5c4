/** Parking from barrier to barrier: a car comes in, pays and leaves with a receipt; a month pass is sold and leaves free. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(
  running,
  "a car comes in by its plate, pays at the exit and has a receipt; who has a month pass leaves for nothing",
  async (visitor) => {
    const { page } = visitor;
    const mark = visitor.javaScript ? "7" : "8";
    const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    const gate = () => page.getByRole("textbox", { name: "车牌", exact: true });
    const press = async (plate: string) => {
      await gate().fill(plate);
      await gate().press("Enter");
    };
    await visitor.signIn("admin");

    await visitor.open("/parking/desk");
    await page.getByRole("heading", { name: "岗亭收费 · 东门停车场" }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await press(`浙a·${mark}5521`);
    await page.getByText(`浙A${mark}5521 已入场`).first().waitFor();

    // One of the demonstration's has stood there for hours.
    const standing = visitor.javaScript ? "京N5Q3T8" : "冀F72K81";
    await press(standing);
    await page.getByRole("heading", { name: `${standing} 出场` }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByLabel("支付方式").selectOption("cash");
    await button(/^收费放行 ¥\d+\.00$/).click();
    await page
      .getByText(new RegExp(`^${standing} 已放行，收款 ¥\\d+\\.00$`))
      .first()
      .waitFor();
    await link("打印小票").click();
    await page.getByRole("heading", { name: `${standing} 停车小票` }).waitFor();
    await page.getByText(/收停车费 · 现金/).waitFor();
    if (visitor.javaScript) await expectAccessible(page);

    await visitor.open("/parking/passList");
    await link("办理月卡").click();
    await page.getByRole("heading", { name: "办理月卡" }).waitFor();
    const plate = `浙A${mark}9910`;
    await page.getByLabel("车牌").fill("?!");
    await page.getByLabel("车主", { exact: true }).fill("陈晨");
    await button("办理月卡").click();
    await page.getByText("车牌格式不正确").first().waitFor();
    expect(await page.getByLabel("车主", { exact: true }).inputValue()).toBe("陈晨");
    await page.getByLabel("车牌").fill(plate);
    await page.getByLabel("月数").fill("2");
    await button("办理月卡").click();
    await page
      .getByText(/已办理至 .+，收款 ¥600\.00/)
      .first()
      .waitFor();
    await visitor.open("/parking/desk");
    await press(plate);
    await page.getByText(`${plate} 已入场（月卡）`).first().waitFor();
    await press(plate);
    await page.getByText(/月卡 MP\d+ 有效，免费/).waitFor();
    await button("放行").click();
    await page.getByText(`${plate} 已放行，收款 ¥0.00`).first().waitFor();

    await link("查无入场记录").click();
    await page.getByRole("heading", { name: "查无入场记录" }).waitFor();
    await page.getByLabel("车牌").fill(`浙A${mark}3344`);
    await page.getByLabel("原因").fill("道闸断电");
    await button("登记入场并计费").click();
    await page.getByRole("heading", { name: `浙A${mark}3344 出场` }).waitFor();
    await link("人工放行").click();
    await page.getByRole("heading", { name: /^人工放行/ }).waitFor();
    await page.getByLabel("原因").fill("系统故障");
    await button("人工放行").click();
    await page
      .getByText(/已人工放行，免收/)
      .first()
      .waitFor();

    await visitor.open("/parking/tariffList");
    await link("小型车标准").click();
    await link("试算").click();
    await page.getByRole("heading", { name: "小型车标准 · 试算" }).waitFor();
    await page.getByLabel("入场时间").fill("2026-11-20T08:00");
    await page.getByLabel("出场时间").fill("2026-11-20T10:30");
    await button("试算").click();
    await page.getByText("应收 ¥9.00").waitFor();

    await visitor.open("/basicConfiguration?sysBusType=17");
    await page.getByRole("heading", { name: "停车场基础配置" }).waitFor();
    expect(await page.title()).toContain("停车场基础配置");
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByLabel("联系电话").fill("0571-88886666");
    await button("保存").click();
    await page.getByText("基础配置已保存").first().waitFor();
    await visitor.open("/parking/desk");
    await page.getByText(/联系电话 0571-88886666/).waitFor();
  },
);
