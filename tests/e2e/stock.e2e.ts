/** Stock: a transfer is approved, posted, received, and stands in the month of both warehouses. */
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();

withScripts(running, "a transfer is approved, leaves one warehouse and arrives in the other", async (visitor) => {
  const { page } = visitor;
  const bill = visitor.javaScript ? "CKD-D1" : "CKD-D2";
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const press = async (name: string) => {
    await link(name).first().click();
    await button(name).first().click();
  };
  await visitor.signIn("admin");

  await visitor.open("/manage/storelist/listOutBillsRecord");
  await link(bill).first().click();
  await press("审批通过");
  await link("过账").first().waitFor();
  await press("过账");
  await page
    .getByText(/已过账，过账号 CK\d{14}/)
    .first()
    .waitFor();
  await press("确认收货");
  await page.getByText("已收货").first().waitFor();

  await visitor.open("/manage/storelist/ledger/month");
  await page.getByRole("heading", { name: /^收发存月报 \d{4}-\d{2}$/ }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("cell", { name: "东门周转库" }).first().waitFor();
});
