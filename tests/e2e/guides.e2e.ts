/** Guides and applications of agencies: entered, refused with what is wrong, suspended and resumed; rejected and handed in again. */
import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();

interface Words {
  save: string;
  suspend: string;
  resume: string;
  suspended: string;
  active: string;
  reject: string;
  again: string;
  rejected: string;
  submitted: string;
}
const zh: Words = {
  ...{ save: "保存", suspend: "停用", resume: "启用", suspended: "已停用", active: "正常" },
  ...{ reject: "驳回", again: "重新提交", rejected: "已驳回", submitted: "待审核" },
};
const en: Words = {
  ...{ save: "Save", suspend: "Deactivate", resume: "Activate", suspended: "Suspended", active: "Active" },
  ...{ reject: "Reject", again: "Submit again", rejected: "Rejected", submitted: "Submitted" },
};

async function guide(visitor: Visitor, words: Words, mark: number): Promise<void> {
  const { page, javaScript, open } = visitor;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).last().click();
  visitor.expectProblem(/status of 422/);
  await visitor.signIn("admin");
  await open("/travelInfo/guider/new");
  await page.locator("[name=name]").fill(`周导游${mark}`);
  await page.locator("[name=mobile]").fill(`1380013877${mark}`);
  await page.locator("[name=identity]").fill("110101198404040000");
  await page.locator("[name=certificate]").fill(`DY-2026-77${mark}`);
  await press(words.save);
  await page.locator(".field-error").first().waitFor();
  await visitor.ready();
  expect(await page.locator("[name=certificate]").inputValue()).toBe(`DY-2026-77${mark}`);
  if (javaScript) await expectAccessible(page);
  await page.locator("[name=identity]").fill(checkedIdentity(`1101011984040477${mark}`));
  await press(words.save);
  await page.waitForURL(/\/guider\/\d+$/);
  const own = new URL(page.url()).pathname;
  if (javaScript) await expectAccessible(page);
  await open(`${own}/suspend`);
  await page.locator("[name=reason]").fill("投诉处理");
  await press(words.suspend);
  await page.waitForURL((url) => !url.pathname.endsWith("/suspend"));
  await open(own);
  await page.getByText(words.suspended, { exact: true }).first().waitFor();
  await open(`${own}/resume`);
  await press(words.resume);
  await page.waitForURL((url) => !url.pathname.endsWith("/resume"));
  await open(own);
  await page.getByText(words.active, { exact: true }).first().waitFor();
}

async function review(visitor: Visitor, words: Words, mark: number): Promise<void> {
  const { page, javaScript, open } = visitor;
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).last().click();
  await visitor.signIn("admin");
  await open("/travelInfo/createCustomer");
  await page.locator("[name=name]").fill(`鹭岛旅行社${mark}`);
  await page.locator("[name=type]").selectOption("groups");
  await page.locator("[name=licence]").fill(`L-GD-${mark}`);
  await page.locator("[name=contact]").fill("沈丽华");
  await page.locator("[name=mobile]").fill(`1390013977${mark}`);
  await page.locator("[name=contact]").press("Enter");
  await page.getByText(`鹭岛旅行社${mark}`).first().waitFor();
  await open(`/travelInfo/singVerification?name=${encodeURIComponent(`鹭岛旅行社${mark}`)}`);
  await page.locator("tbody a").first().click();
  await page.waitForURL(/\/singVerification\/\d+/);
  const own = new URL(page.url()).pathname;
  if (javaScript) await expectAccessible(page);
  await open(`${own}/reject`);
  await page.locator("[name=reason]").fill("许可证已过期");
  await press(words.reject);
  await page.waitForURL((url) => !url.pathname.endsWith("/reject"));
  await open(own);
  await page.getByText(words.rejected, { exact: true }).first().waitFor();
  await page.getByText("许可证已过期").first().waitFor();
  await open(`${own}/resubmit`);
  await press(words.again);
  await page.waitForURL((url) => !url.pathname.endsWith("/resubmit"));
  await open(own);
  await page.getByText(words.submitted, { exact: true }).first().waitFor();
}

inBothModes(running, "a guide is entered, suspended with a reason, and resumed", (visitor) =>
  guide(visitor, zh, visitor.javaScript ? 1 : 2),
);
inEnglish(running, "a guide is entered, suspended with a reason, and resumed", (visitor) =>
  guide(visitor, en, visitor.javaScript ? 3 : 4),
);
inBothModes(running, "an agency is rejected with the reason, and handed in again", (visitor) =>
  review(visitor, zh, visitor.javaScript ? 1 : 2),
);
inEnglish(running, "an agency is rejected with the reason, and handed in again", (visitor) =>
  review(visitor, en, visitor.javaScript ? 3 : 4),
);
