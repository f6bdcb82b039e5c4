/** Each address that the specification fixes and that has its screen: it answers with its own page. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPark } from "~tests/support/park";
import { company, invoicesOf, settings } from "../backend/invoice/support";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
beforeAll(async () => {
  whole = await openWholeConsole();
  const park = await createPark(whole.backend);
  const lines = [{ ticketTypeId: park.adultId, quantity: 1, slot: "" }];
  await park.sell({ lines } as never);
  // One that came by the network: nobody sells such a one at a counter.
  const { orderId } = await park.sell({ lines } as never);
  await whole.backend.sql("update orders set channel = 'network' where id = $1", [orderId]);
}, 300_000);
afterAll(() => whole?.close());

const idOf = async (table: string) =>
  (await whole.backend.sql<{ id: number }>(`select min(id)::float8 as id from "${table}"`))[0]?.id ?? 0;

/** Of the order at the window, or of the one that came by the network. */
const orderOf = async (offline: boolean) => {
  const [order] = await whole.backend.sql<{ id: number; no: string; line: number }>(
    `select o.id::float8 as id, o.order_no as no, l.id::float8 as line
     from orders o join sub_order l on l.corp_code = o.corp_code and l.order_id = o.id
     where o.offline = $1 order by o.id limit 1`,
    [offline],
  );
  if (!order) throw new Error("There is no such order.");
  return order;
};
const numberOfTicket = async () =>
  (await whole.backend.sql<{ no: string }>("select ticket_no as no from ticket order by id limit 1"))[0]?.no ?? "none";

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

test("1d each business of the specification has its page", async () => {
  const pages = {
    ...{ "/ticket/ticketList": "票种", "/manage/cardtypelist": "卡类型", "/seasonCard/seasonCardList": "卡" },
    ...{ "/travel/agencyList": "旅行社", "/travelInfo/guider": "导游", "/manage/gateBoard": "闸机" },
    ...{ "/manage/storelist": "仓库", "/order/offlineOrderList": "线下订单", "/invoice/list": "发票" },
    ...{ "/sysRole/list": "角色", "/tenantManage/list": "租户", "/theatre_set/seatSet": "座位" },
  };
  for (const [address, heading] of Object.entries(pages)) await shows(address, new RegExp(heading));
});
test("2.3b.1 /guidePage", () => shows("/guidePage", "开业向导"));
test("2.3b.2 /guideOne", () => shows("/guideOne", "您的景区"));
test("2.3b.3 /guideTwo", () => shows("/guideTwo", "卖哪些票"));
test("2.3b.4 /guideThree", () => shows("/guideThree", "窗口与闸机"));
test("2.3b.5 /guideFour", () => shows("/guideFour", "员工与角色"));
test("2.3b.6 /guideFive", () => shows("/guideFive", "收款与打印"));
test("2.3b.7 /guideFinally", () => shows("/guideFinally", "汇总与试卖"));
test("2.3e.2 /basicConfiguration with sysBusType 18 is the mobile platform and sets the tab title", async () => {
  await shows("/basicConfiguration?sysBusType=18", "移动平台基础配置");
  const answer = await whole.ask("/basicConfiguration?sysBusType=18", { headers: { "accept-language": "zh-CN" } });
  expect(await answer.text()).toMatch(/<title>[^<]*移动平台基础配置/);
  const unknown = await whole.ask("/basicConfiguration?sysBusType=99", { headers: { "accept-language": "zh-CN" } });
  expect([unknown.status, (await unknown.text()).includes("没有这种基础配置")]).toEqual([404, true]);
});
test("2.3e.1 /basicConfiguration with sysBusType 17", () =>
  shows("/basicConfiguration?sysBusType=17", "停车场基础配置"));
test("2.3f.1 /sysRole/list", () => shows("/sysRole/list", "角色"));
test("2.3f.2 /sysRole/rolePermissionSet", async () =>
  shows(`/sysRole/rolePermissionSet?id=${await idOf("role")}`, "的权限"));
test("2.3g.4 /tenantManage/clearTenantData", async () => {
  await whole.backend.sql(
    "update sys_param set param_option = 'T' where corp_code = '0001' and param_code = 'isSaasEdition'",
  );
  await shows("/tenantManage/clearTenantData", "清理数据");
  await shows("/tenantManage/clearTenantData/start", "清理租户数据");
});
test("2.3u /reset", () => shows("/reset", "初始化系统"));
test("2.3h /schedule/dispatchTaskLogInfo", () => shows("/schedule/dispatchTaskLogInfo", "任务记录"));
test("2.3i.1 /personalApp/addAppMenu", () => shows("/personalApp/addAppMenu", "应用菜单"));
test("2.3i.2 /personalApp/addApp", () => shows("/personalApp/addApp", "个人应用"));
test("2.3m.2 /corp/userManage", () => shows("/corp/userManage", "操作员"));
test("2.3m.4 /application/menuManage", () => shows("/application/menuManage", "菜单"));
test("2.3m.5 /sysAccessApplication", () => shows("/sysAccessApplication", "接入应用"));
test("2.3n.1 /travel/travelPriceGroup", () => shows("/travel/travelPriceGroup", "价格组"));
test("2.3n.3 /travelInfo/guiderNumDetail", () => shows("/travelInfo/guiderNumDetail", "导游人数"));
test("2.3n.4 /travelInfo/travelTypePrice", () => shows("/travelInfo/travelTypePrice", "类型价格"));
test("2.3n.5 /travelInfo/guider", () => shows("/travelInfo/guider", "导游"));
test("2.3n.6 /travelInfo/singVerification", () => shows("/travelInfo/singVerification", "签约审核"));
test("2.3o.1 /manage/tktPos", () => shows("/manage/tktPos", "售票终端"));
test("2.3o.2 /manage/tktParkGate", () => shows("/manage/tktParkGate", "闸机"));
test("2.3o.3 /manage/tktGateGroup", () => shows("/manage/tktGateGroup", "闸机组"));
test("2.3o.4 /manage/storelist/listInBillsRecord", () => shows("/manage/storelist/listInBillsRecord", "入库"));
test("2.3o.5 /manage/storelist/listBillCounts", () => shows("/manage/storelist/listBillCounts", "盘点"));
test("2.3o.6 /manage/storelist/pageStoInvaldMes", () => shows("/manage/storelist/pageStoInvaldMes", "报废"));
test("2.3o.7 /manage/cardfee", () => shows("/manage/cardfee", "工本费"));
test("2.3o.8 /manage/cardtypelist/edit", () => shows("/manage/cardtypelist/edit", "新建卡类型"));
test("2.3o.9 /manage/tktChevkPage", () => shows("/manage/tktChevkPage", "验票"));
test("2.3p.1 /ticketConfig/activityCardList", () => shows("/ticketConfig/activityCardList", "优惠卡券"));
test("2.3p.2 /ticketConfig/listPages", () => shows("/ticketConfig/listPages", "销售页面"));
test("2.3p.3 /ticketConfig/staffReduce", () => shows("/ticketConfig/staffReduce", "员工减免"));
test("2.3q.1 /inside/buyTktList/result", async () =>
  shows(`/inside/buyTktList/result?orderId=${await idOf("orders")}`, "出票成功"));
test("2.3q.2 /inside/buyTktLog", () => shows("/inside/buyTktLog", "售票记录"));
test("2.3q.3 /inside/buyTktLog/tktInfo", async () =>
  shows(`/inside/buyTktLog/tktInfo?id=${await idOf("ticket")}`, await numberOfTicket()));
test("2.3r.1 /seasonCard/seasonCardLog", () => shows("/seasonCard/seasonCardLog", "卡记录"));
test("2.3r.2 /seasonCard/employSeasonCard", () => shows("/seasonCard/employSeasonCard", "员工卡"));
test("2.3s.1 /ticket/sonTkInfo", () => shows("/ticket/sonTkInfo", "子票"));
test("2.3s.2 /ticket/combineTkSet", () => shows("/ticket/combineTkSet", "组合票"));
test("2.3s.3 /ticket/ticketEdit", () => shows("/ticket/ticketEdit", "新建票种"));
test("2.3s.4 /ticketLogDetail", async () =>
  shows(`/ticketLogDetail?id=${await idOf("ticket")}`, await numberOfTicket()));
test("2.3s.5 /ticketGuiJiDetail", async () =>
  shows(`/ticketGuiJiDetail?id=${await idOf("ticket")}`, await numberOfTicket()));
test("2.3t.1 /updateCardComsume", () => shows("/updateCardComsume", "消费规则"));
test("2.3t.2 /createGroup", () => shows("/createGroup", "团队预订"));
test("2.3t.3 /electronicInvoiceDetail is the invoice to print; without an id it leads to the list", async () => {
  const { backend } = whole;
  await settings(backend);
  const { gross, id } = await invoicesOf(backend).requested([await idOf("orders")], company);
  const answer = await whole.ask(`/electronicInvoiceDetail?id=${id}`, { headers: { "accept-language": "zh-CN" } });
  const html = await answer.text();
  expect([answer.status, html.includes(company.title), html.includes(company.taxNumber)]).toEqual([200, true, true]);
  expect(html).toContain((gross / 100).toFixed(2));
  const bare = await whole.ask("/electronicInvoiceDetail");
  expect([bare.status, bare.headers.get("location")]).toEqual([302, "/invoice/list"]);
});
test("2.3t.5 /pricePolicyAdd", () => shows("/pricePolicyAdd", "新建价格政策"));
test("2.3v.1 /networkOrderDetail", async () => {
  const { id, no } = await orderOf(false);
  await shows(`/networkOrderDetail?id=${id}`, no);
});
test("2.3v.2 /networkOrderOfabnormalRecord", () => shows("/networkOrderOfabnormalRecord", "异常订单"));
test("2.3v.3 /offlineOrderDetail", async () => {
  const { id, no } = await orderOf(true);
  await shows(`/offlineOrderDetail?id=${id}`, no);
});
test("2.3v.4 /networkSubOrderDetail", async () => {
  const { line, no } = await orderOf(false);
  await shows(`/networkSubOrderDetail?id=${line}`, `${no}-1 `);
});
test("2.3v.5 /offlineSubOrderDetail", async () => {
  const { line, no } = await orderOf(true);
  await shows(`/offlineSubOrderDetail?id=${line}`, `${no}-1 `);
});
test("2.3v.6 /orderRepair", () => shows("/orderRepair", "订单修复"));
test("2.3w.1 /xuandianZhengCeTkt", () => shows("/xuandianZhengCeTkt", "选点政策票"));
test("2.3w.2 /addSalesmanManage", () => shows("/addSalesmanManage", "业务员"));
test("2.3w.3 /regionalPlan/index", () => shows("/regionalPlan/index", "区域规划"));
test("2.3w.4 /departmentHeadManageEdit", () => shows("/departmentHeadManageEdit", "部门负责人"));
test("2.3w.5 /paySetting/index", () => shows("/paySetting/index", "支付设置"));
test("2.3w.6 /manyParkGateChild", () => shows("/manyParkGateChild", "跨园闸机"));
test("2.3x.1 /dataBase/completeList loads lazily, with its title", async () => {
  await shows("/dataBase/completeList", "分库详情");
  const answer = await whole.ask("/dataBase/completeList", { headers: { "accept-language": "zh-CN" } });
  expect(await answer.text()).toMatch(/<title>[^<]*分库详情/);
});
test("2.3x.2 /dataBase/payTypeModify", () => shows("/dataBase/payTypeModify", "分库支付方式更正"));
