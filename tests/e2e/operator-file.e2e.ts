/** Operators from a file: what is wrong stands in its cell, the right ones are made, and their first passwords are shown once. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();

interface Words {
  heading: string;
  roles: [string, string];
  file: string;
  check: string;
  unknown: string;
  good: string;
  run: string;
  done: string;
  first: string;
  make: string;
  made: string;
}
const zh: Words = {
  ...{ heading: "账号,姓名,手机,角色", roles: ["售票员", "没有的角色"], file: "文件", check: "上传并检查" },
  ...{ unknown: "没有“没有的角色”", good: "只导入正确的 2 行", run: "确认导入", done: "导入成功" },
  ...{ first: "发放初始密码", make: "生成初始密码", made: "已为 2 个账号生成初始密码。" },
};
const en: Words = {
  ...{
    heading: "accName,name,mobile,roles",
    roles: ["售票员", "No such role"],
    file: "File",
    check: "Upload and check",
  },
  ...{
    unknown: "“No such role” not found",
    good: "Only the 2 valid rows",
    run: "Confirm import",
    done: "Import complete",
  },
  ...{ first: "Initial passwords", make: "Generate initial passwords", made: "Initial passwords generated: 2." },
};

async function journey(visitor: Visitor, words: Words, mark: string): Promise<void> {
  const { page, javaScript, open } = visitor;
  const [one, two, three] = ["a", "b", "c"].map((letter) => `file${mark.replace("-", "")}${letter}`);
  const [role, none] = words.roles;
  const shoot = (what: string) =>
    page.screenshot({ path: `.cache/e2e/operator-file-${mark}-${what}.png`, fullPage: true });
  await visitor.signIn("admin");
  await open("/corp/userManage/import");
  const lines = [words.heading, `${one},林一,13800138000,${role}`, `${two},林二,,${role}`, `${three},林三,,${none}`];
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
  await page.getByLabel(words.file, { exact: true }).setInputFiles(file);
  if (javaScript) await page.getByRole("link", { name: "people.csv" }).waitFor();
  await page.getByRole("button", { name: words.check }).click();
  await page.getByText(words.unknown).waitFor();
  if (javaScript) await expectAccessible(page);
  await shoot("checked");
  await page.getByRole("radio", { name: words.good }).check();
  await page.getByRole("button", { name: words.run, exact: true }).click();
  await page.getByText(words.done).waitFor();
  await page.getByRole("link", { name: words.first }).click();
  await page.getByRole("button", { name: words.make }).waitFor();
  if (javaScript) await expectAccessible(page);
  await shoot("waiting");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await shoot("waiting-390-dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: words.make }).click();
  await page.getByText(words.made).waitFor();
  if (javaScript) await expectAccessible(page);
  await shoot("made");
  const row = page.getByRole("row").filter({ hasText: one ?? "" });
  const password = (await row.locator("code").last().textContent()) ?? "";
  // Told this once: no address leads back to it.
  await open("/corp/userManage/firstPasswords");
  expect(await page.content()).not.toContain(password);
  const colleague = await visitor.another();
  await colleague.open("/login");
  await colleague.page.locator("[name=accName]").fill(one ?? "");
  await colleague.page.locator("[name=password]").fill(password);
  await colleague.page.locator("button[type=submit].button-primary").click();
  await colleague.page.waitForURL(/\/changePassword/);
}

inBothModes(running, "6 operators come from a file, and get their first passwords", (visitor) =>
  journey(visitor, zh, visitor.javaScript ? "zh" : "zh-lite"),
);
inEnglish(running, "6 operators come from a file, and get their first passwords", (visitor) =>
  journey(visitor, en, visitor.javaScript ? "en" : "en-lite"),
);
