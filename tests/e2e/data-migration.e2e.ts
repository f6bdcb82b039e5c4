/** Head office copies configuration to a tenant: the dry run, the start, how far it is, and the way back. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { createCorp } from "~server/backend/first-start";
import { expectAccessible } from "./accessible";
import { arrangeSaas } from "./saas";
import { inBothModes, runConsole } from "./support";

const running = runConsole({}, async (dataDir) => {
  await arrangeSaas(dataDir);
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  for (const [code, name] of [
    ["M1", "云海文旅"],
    ["M2", "碧溪文旅"],
  ] as const)
    await database.system((tx) => createCorp(tx, code, name));
  const run = (text: string) => database.pool.query(text);
  await run(
    `insert into concession (corp_code, name, basis, age_to, proof, shows) values ('0001', '学龄前儿童', 'age', 6, 'shown', '户口簿')`,
  );
  await run(
    "update dict_item set label = '现金收款' where corp_code = '0001' and dict_type = 'paymentType' and value = 'cash'",
  );
  await database.close();
});

inBothModes(
  running,
  "2.3g.1 configuration goes to a tenant after a dry run, is seen one by one, and is taken back",
  async (visitor) => {
    const { page, javaScript, open } = visitor;
    const target = javaScript ? "云海文旅" : "碧溪文旅";
    await visitor.signIn("admin");
    await open("/tenantManage/dataMigration/index");
    await page.getByRole("link", { name: "新建迁移" }).first().click();
    await page.getByRole("heading", { name: "新建迁移" }).waitFor();
    await visitor.ready();
    // Nothing chosen: what is missing is said, and what was ticked stays.
    await page.getByLabel("优待", { exact: true }).check();
    await page.getByRole("button", { name: "试算" }).click();
    await page.getByText("请选择目标租户").waitFor();
    expect(await page.getByLabel("优待", { exact: true }).isChecked()).toBe(true);
    await page.getByLabel("目标租户").selectOption({ index: javaScript ? 1 : 2 });
    await page.getByLabel("字典项", { exact: true }).check();
    await page.getByRole("button", { name: "试算" }).click();
    await page.getByRole("heading", { name: `试算结果：总部 → ${target}` }).waitFor();
    await page.getByRole("row", { name: /学龄前儿童 将新增/ }).waitFor();
    await page.getByRole("row", { name: /现金收款 \(cash\) 冲突，保留目标的/ }).waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByLabel("用来源的覆盖").check();
    await page.getByRole("button", { name: "试算" }).click();
    await page.getByRole("row", { name: /现金收款 \(cash\) 将覆盖/ }).waitFor();
    await page.getByText(new RegExp(`确定把试算的内容写入“${target}”？新增 \\d+ 项，覆盖 1 项。`)).waitFor();
    await page.getByRole("button", { name: "开始迁移" }).click();
    await page.waitForURL(/\/dataMigration\/index\/\d+$/);
    await page.getByText("已完成").first().waitFor();
    await page.getByRole("row", { name: /学龄前儿童 已新增/ }).waitFor();
    if (javaScript) await expectAccessible(page);
    const here = new URL(page.url()).pathname;
    await open("/tenantManage/dataMigration/index");
    await page.getByRole("link", { name: target }).first().waitFor();
    await open(`${here}/undo`);
    await page.getByRole("button", { name: "撤销迁移" }).last().click();
    await page.getByText("已撤销").first().waitFor();
  },
);
