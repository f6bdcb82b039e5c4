/** A year is closed, looked at by kind and month, checked again; its orders are found by number, and corrected in the open year. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const orders: Record<string, string> = {};

/** Two orders of the demonstration become one of each of the last two years: a journey closes one. */
const running = runConsole({}, async (dataDir) => {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  const ask = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await database.pool.query(text, values)).rows;
  const found = await ask<{ id: number; order_no: string }>(`
    select o.id, o.order_no from orders o
    join payment p on p.corp_code = o.corp_code and p.order_id = o.id
    where o.corp_code = '0001' and o.channel = 'window' and o.refunded = 0 and o.paid > 0
    group by o.id, o.order_no
    having bool_and(p.kind = 'payment' and p.payment_type = 'cash' and p.account_id > 0)
    order by o.id
    limit 2`);
  for (const [place, { id, order_no: orderNo }] of found.entries()) {
    const year = new Date().getFullYear() - 2 + place;
    const moved = (column: string) => `${column} = make_timestamptz(${year}, 6, 1, 4, 0, 0, 'UTC')`;
    await ask(`update orders set ${moved("created_at")} where id = $1`, [id]);
    await ask(`update payment set ${moved("at")}, shift_id = null where order_id = $1`, [id]);
    await ask(`update ticket set ${moved("issued_at")} where order_id = $1`, [id]);
    orders[String(year)] = orderNo;
  }
  await database.close();
});

inBothModes(
  running,
  "2.3x.1 a year is closed, seen by kind and month, checked again, and found in by number",
  async (visitor) => {
    const { page, javaScript, open } = visitor;
    const year = String(new Date().getFullYear() - (javaScript ? 2 : 1));
    const orderNo = orders[year] ?? "";
    await visitor.signIn("admin");
    await open("/dataBase/completeList");
    await page.getByRole("heading", { name: "分库详情", exact: true }).waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByRole("link", { name: "封存年度" }).first().click();
    await page.getByRole("heading", { name: "封存年度", exact: true }).waitFor();
    await visitor.ready();
    await page.getByText("没有未办结的事项，可以封账。").waitFor();
    await page.getByText(year, { exact: true }).first().waitFor();
    if (javaScript) await expectAccessible(page);
    // A year is not closed without a reason.
    await page.getByRole("button", { name: "确认封存" }).click();
    await page.getByRole("alert").or(page.locator(".field-error")).first().waitFor();
    await page.getByLabel("原因").fill("年终结账");
    await page.getByRole("button", { name: "确认封存" }).click();
    await page.waitForURL(/\/completeList\/\d+/);
    await page.getByText("已封账", { exact: true }).first().waitFor({ timeout: 60_000 });
    const here = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "收退款流水", exact: true }).click();
    await page.getByRole("heading", { name: "收退款流水（按月）" }).waitFor();
    await page.getByRole("row", { name: /^6 月 1 / }).waitFor();
    if (javaScript) await expectAccessible(page);

    await open(`${here}/check`);
    await page.getByRole("main").getByRole("button", { name: "复核" }).last().click();
    await open(here);
    await page.getByText("一致", { exact: true }).first().waitFor({ timeout: 60_000 });

    await open("/dataBase/completeList");
    await page.getByRole("link", { name: year, exact: true }).waitFor();
    await page.getByLabel("订单号、票号、退款单号、支付单号或发票号").fill("OD19990101000001");
    await page.getByRole("button", { name: "按编号查找" }).click();
    await page.getByText("没有找到编号为“OD19990101000001”的记录，或者您无权查看。").waitFor();
    await page.getByLabel("订单号、票号、退款单号、支付单号或发票号").fill(orderNo);
    await page.getByRole("button", { name: "按编号查找" }).click();
    await page.waitForURL(/offlineOrderDetail\?id=\d+/);
    await page.getByRole("heading", { name: new RegExp(orderNo) }).waitFor();

    // Correcting a payment of it says where that is booked.
    await open(`/dataBase/payTypeModify/payments?orderNo=${orderNo}`);
    await page.getByText(`（${year}年度已封账）`).waitFor();
    await page.getByRole("link", { name: `更正订单 ${orderNo} 的现金 ¥` }).click();
    await page.getByRole("heading", { name: "更正支付方式", exact: true }).waitFor();
    await visitor.ready();
    await page.getByRole("radio", { name: "微信" }).check();
    await page.getByLabel("更正原因").fill("对账发现");
    await page.getByRole("button", { name: "核对更正" }).click();
    const changes = page.getByRole("status").filter({ hasText: "保存后的变化" });
    await changes.getByText(new RegExp(`^收款所在的 ${year}年度已封账，其数据不变；两笔记在今天`)).waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "确认更正" }).click();
    await page.getByText(/^已更正：现金 −/).waitFor();
    expect(orderNo).toMatch(/^OD\d+$/);
  },
);
