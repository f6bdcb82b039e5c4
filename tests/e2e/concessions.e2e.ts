/** Concessions at the counter: proofs are ticked, free children go with adults, and the right ticket is offered by the number. */
import { withCheckDigit } from "~tests/support/identity";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "the proof of a student is ticked, free children go with an adult", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/ticket/concessionList");
  await page.getByRole("cell", { name: "学生证" }).first().waitFor();
  if (javaScript) await expectAccessible(page);

  await visitor.open("/inside/buyTktList");
  await page.getByRole("button", { name: "明天" }).click();
  await visitor.ready();
  const number = (name: string) => page.getByRole("textbox", { name: `${name} 数量`, exact: true });
  await number("学生票").fill("2");
  await number("儿童免票（1.2 米及以下）").fill("1");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page
    .getByText(/每名购票成人最多 2 张：本单付费成人 0 名/)
    .first()
    .waitFor();
  if (javaScript) await expectAccessible(page);
  await number("成人票").fill("1");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByLabel("已查验学生证（全日制学生） × 2").waitFor();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByText("“全日制学生”须查验学生证：应查 2 人，已勾选 0 人").first().waitFor();
  await page.getByLabel("已查验学生证（全日制学生） × 2").check();
  await page.getByLabel(/^已查验身高/).check();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
});

inBothModes(running, "whose number says so is offered the right ticket, and takes it by one press", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/inside/buyTktList");
  await page.getByRole("button", { name: "明天" }).click();
  await visitor.ready();
  const number = (name: string) => page.getByRole("textbox", { name: `${name} 数量`, exact: true });
  await number("实名预约票").fill("2");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByLabel("游客 1 姓名").fill("王老先生");
  await page.getByLabel("游客 1 证件号").fill(withCheckDigit(`33010619${javaScript ? "40" : "41"}0101123`));
  await page.getByLabel("游客 2 姓名").fill("李雷");
  await page.getByLabel("游客 2 证件号").fill(withCheckDigit(`33010619${javaScript ? "90" : "91"}0101123`));
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByText(/王老先生符合“实名长者票”/).waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("button", { name: "改为此票" }).click();
  await page.getByText(/王老先生符合/).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
});
