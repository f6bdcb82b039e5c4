/** An agency from receipt to exposure: money comes in, the counter sells on its account, one page tells what is owed. */
import path from "node:path";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

/** One for each mode; how they came to be in business is another journey. */
const running = runConsole({}, async (dataDir) => {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.pool.query(
    `insert into travel_agency (corp_code, code, name, type, licence, contact, mobile, settlement, credit_limit, status)
     select '0001', 'TA-' || n, name, 'groups', 'L-TA-' || n, '李娜', '13800138000', 'credit', 100000, 'active'
     from (values (1, '东海国旅'), (2, '西岭国旅')) a (n, name)`,
  );
  await database.pool.query(
    `insert into guide (corp_code, name, mobile, document, identity, person, certificate, level)
     values ('0001', '褚山', '13800138009', 'resident', '110101199003070038', 'resident//110101199003070038', 'DYZ-901', 'junior')`,
  );
  await database.close();
});

const slip = { name: "银行回单.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };

withScripts(running, "an agency pays, buys on account and is told of in exposure", async (visitor) => {
  const { page, javaScript } = visitor;
  const [name, bankRef] = javaScript ? ["东海国旅", "BK20261120001"] : ["西岭国旅", "BK20261120002"];
  const look = async () => {
    if (javaScript) await expectAccessible(page);
  };
  await visitor.signIn("admin");
  await visitor.open("/travel/agencyList?status=active");
  const link = await page.getByRole("link", { name, exact: true }).first().getAttribute("href");
  const href = link?.split("?")[0] ?? "";
  await visitor.open(`${href}/topUp`);
  await page.getByLabel(/^金额/).fill("20");
  await page.getByLabel(/^银行流水号/).fill(bankRef);
  await page.getByRole("button", { name: "登记收款", exact: true }).last().click();
  await page
    .getByText(/转预存 20.00 元/)
    .first()
    .waitFor();
  await visitor.open(`${href}/account`);
  await page.getByRole("cell", { name: bankRef }).first().waitFor();
  await look();

  await visitor.open("/inside/buyTktList");
  await page.getByLabel("旅行社", { exact: true }).fill(name.slice(0, 2));
  await page.getByLabel("导游", { exact: true }).fill("没有这位");
  await page.locator("input[name^='quantity.']").first().fill("1");
  await page.getByRole("radio", { name: /^挂账/ }).check();
  await page
    .getByRole("button", { name: /^核对金额/ })
    .first()
    .click();
  await page.getByText("没有找到导游“没有这位”").first().waitFor();
  await look();
  await page.getByLabel("导游", { exact: true }).fill("DYZ-901");
  await page
    .getByRole("button", { name: /^核对金额/ })
    .first()
    .click();
  await page.getByText("褚山（DYZ-901）").waitFor();
  await page.getByText(`${name}，可挂账 1020.00 元`).waitFor();
  await look();
  await page.locator(".counter-buttons .button-primary").click();
  await page.waitForURL(/result/);
  await page.getByRole("link", { name: "查看订单", exact: true }).first().click();
  await page.getByRole("link", { name: "褚山", exact: true }).waitFor();
  await page.getByRole("link", { name, exact: true }).first().waitFor();
  await look();

  await visitor.open(`${href}/account`);
  await page.getByRole("cell", { name: "授信消费" }).first().waitFor();
  await look();

  await visitor.open("/travel/statementList");
  await page.getByRole("link", { name: "未核对收款" }).first().click();
  await page.waitForURL(/receiptList/);
  await page.getByRole("link", { name: bankRef, exact: true }).waitFor();
  await look();
  await page.getByRole("link", { name: bankRef, exact: true }).click();
  await page.waitForURL(/receiptList\/\d+/);
  const notes = page.locator("#notes");
  await notes.getByText("添加备注或附件").click();
  await notes.locator("input[type=file]").setInputFiles(slip);
  if (javaScript) await notes.getByRole("link", { name: slip.name }).first().waitFor();
  await notes.getByRole("button", { name: "添加", exact: true }).click();
  await notes.getByRole("link", { name: slip.name }).first().waitFor();
  await look();
  await visitor.open("/travel/exposure");
  await page.getByRole("rowheader", { name }).waitFor();
  await page.getByRole("columnheader", { name: /^31–60 天/ }).waitFor();
  await look();
});
