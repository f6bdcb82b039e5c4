/** Somebody asks for their data to be destroyed: found by a mobile, what is open is named, and what is over goes. */
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

/** One of each mode. */
const mobiles = { withScripts: "13912580001", without: "13912580002" };
const waiting = "13912580009";

const running = runConsole({}, async (dataDir) => {
  const database = await openDatabase({ dataDir });
  for (const mobile of Object.values(mobiles)) {
    await database.pool.query(
      `insert into travel_application (corp_code, number, at, ip, name, licence, contact, mobile)
       values ('0001', $1, now(), '10.0.0.1', '栖梧旅行社', 'L-BJ-02580', '李栖梧', $1)`,
      [mobile],
    );
    await database.pool.query(
      `insert into tenant_application (corp_code, number, at, name, licence, contact, mobile, status, reason)
       values ('0001', $1, now(), '栖梧景区', '911100000000002580', '李栖梧', $1, 'rejected', '材料不全')`,
      [mobile],
    );
  }
  await database.pool.query(
    `insert into tenant_application (corp_code, number, at, name, licence, contact, mobile)
     values ('0001', 'A258', now(), '杏儿景区', '911100000000002581', '周杏儿', $1)`,
    [waiting],
  );
  await database.close();
});

inBothModes(running, "a person's data are found by a mobile and destroyed at their request", async (visitor) => {
  const { page, javaScript, open } = visitor;
  const mobile = javaScript ? mobiles.withScripts : mobiles.without;
  await visitor.signIn("admin");
  await open("/system/personalData");
  await page.getByRole("link", { name: "按本人申请销毁" }).click();
  await page.getByRole("heading", { name: "按本人申请销毁" }).waitFor();
  if (javaScript) await expectAccessible(page);
  const find = page.getByRole("button", { name: "查找", exact: true });
  await page.locator("#f-name").fill("李栖梧");
  await find.click();
  await page.locator("#f-identity-error").waitFor();
  expect(await page.locator("#f-name").inputValue()).toBe("李栖梧");

  await page.locator("#f-name").fill("");
  await page.locator("#f-mobile").fill(waiting);
  await find.click();
  await page.getByText("还有未了结的事项，不能销毁").waitFor();
  await page.getByText("未办结的租户申请：1 条（A258）").waitFor();
  expect(await page.getByRole("button", { name: "销毁这个人的个人信息" }).count()).toBe(0);

  await page.locator("#f-mobile").fill(`${mobile.slice(0, 3)} ${mobile.slice(3)}`);
  await find.click();
  const row = page.getByRole("row").filter({ hasText: "旅行社自助申请" });
  await row.waitFor();
  expect(await row.textContent()).toMatch(/1.*1 条（1096 天内）/);
  if (javaScript) await expectAccessible(page);
  const erase = page.getByRole("button", { name: "销毁这个人的个人信息" });
  await erase.click();
  await page.getByText("请先确认不能恢复").waitFor();
  await page.getByLabel("已核实本人身份；我明白这 2 条记录里的个人信息销毁后不能恢复").check();
  await erase.click();
  await page.getByText("已销毁 2 条记录里的个人信息").waitFor();
  expect(page.url()).not.toContain(mobile);

  await page.getByRole("link", { name: "按本人申请销毁" }).click();
  await page.locator("#f-mobile").fill(mobile);
  await find.click();
  await page.getByText("没有找到这个人的个人信息").waitFor();
});
