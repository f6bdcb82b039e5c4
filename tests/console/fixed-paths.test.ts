/** Each address that the specification fixes and that has its screen: it answers with its own page. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPark } from "~tests/support/park";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
beforeAll(async () => {
  whole = await openWholeConsole();
  const park = await createPark(whole.backend);
  await park.sell({ lines: [{ ticketTypeId: park.adultId, quantity: 1, slot: "" }] } as never);
}, 300_000);
afterAll(() => whole?.close());

const idOf = async (table: string) =>
  (await whole.backend.sql<{ id: number }>(`select min(id)::float8 as id from "${table}"`))[0]?.id ?? 0;

/** The page's heading, without marks; in Chinese, as the first visit has it. */
async function headingOf(address: string): Promise<string> {
  const answer = await whole.ask(address, { headers: { "accept-language": "zh-CN" } });
  const html = await answer.text();
  expect(answer.status, address).toBe(200);
  return (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "").replaceAll(/<[^>]+>/g, "").trim();
}

async function shows(address: string, heading: string | RegExp): Promise<void> {
  expect(await headingOf(address)).toMatch(heading);
}

test("2.3f.1 /sysRole/list", () => shows("/sysRole/list", "角色"));
test("2.3f.2 /sysRole/rolePermissionSet", async () =>
  shows(`/sysRole/rolePermissionSet?id=${await idOf("role")}`, "的权限"));
test("2.3h /schedule/dispatchTaskLogInfo", () => shows("/schedule/dispatchTaskLogInfo", "任务记录"));
test("2.3i.1 /personalApp/addAppMenu", () => shows("/personalApp/addAppMenu", "应用菜单"));
test("2.3i.2 /personalApp/addApp", () => shows("/personalApp/addApp", "个人应用"));
test("2.3m.2 /corp/userManage", () => shows("/corp/userManage", "操作员"));
test("2.3m.4 /application/menuManage", () => shows("/application/menuManage", "菜单"));
test("2.3m.5 /sysAccessApplication", () => shows("/sysAccessApplication", "接入应用"));
test("2.3o.1 /manage/tktPos", () => shows("/manage/tktPos", "售票终端"));
test("2.3o.2 /manage/tktParkGate", () => shows("/manage/tktParkGate", "闸机"));
test("2.3o.3 /manage/tktGateGroup", () => shows("/manage/tktGateGroup", "闸机组"));
test("2.3o.4 /manage/storelist/listInBillsRecord", () => shows("/manage/storelist/listInBillsRecord", "入库"));
test("2.3o.5 /manage/storelist/listBillCounts", () => shows("/manage/storelist/listBillCounts", "盘点"));
test("2.3o.6 /manage/storelist/pageStoInvaldMes", () => shows("/manage/storelist/pageStoInvaldMes", "报废"));
test("2.3o.9 /manage/tktChevkPage", () => shows("/manage/tktChevkPage", "验票"));
test("2.3q.1 /inside/buyTktList/result", async () =>
  shows(`/inside/buyTktList/result?orderId=${await idOf("orders")}`, "出票成功"));
test("2.3q.2 /inside/buyTktLog", () => shows("/inside/buyTktLog", "售票记录"));
test("2.3q.3 /inside/buyTktLog/tktInfo", async () =>
  shows(`/inside/buyTktLog/tktInfo?id=${await idOf("ticket")}`, /./));
test("2.3s.3 /ticket/ticketEdit", () => shows("/ticket/ticketEdit", "新建票种"));
test("2.3s.4 /ticketLogDetail", async () => shows(`/ticketLogDetail?id=${await idOf("ticket")}`, /./));
test("2.3s.5 /ticketGuiJiDetail", async () => shows(`/ticketGuiJiDetail?id=${await idOf("ticket")}`, /./));
test("2.3t.5 /pricePolicyAdd", () => shows("/pricePolicyAdd", "新建价格政策"));
test("2.3v.1 /networkOrderDetail", async () => shows(`/networkOrderDetail?id=${await idOf("orders")}`, /./));
test("2.3v.3 /offlineOrderDetail", async () => shows(`/offlineOrderDetail?id=${await idOf("orders")}`, /./));
test("2.3x.2 /dataBase/payTypeModify", () => shows("/dataBase/payTypeModify", "分库支付方式更正"));
