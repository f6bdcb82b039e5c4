/** Every page of the console that the administrator can open, over the demonstration's data. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import table from "~/routes";

/** Before the sign-in. */
export const pagesOutside: readonly string[] = ["/loginBefore", "/login"];

/** The shell's own. */
export const shellPages: readonly string[] = [
  "/index",
  "/message",
  "/message/approvals",
  "/menuSearch?q=sp",
  "/workbench",
  "/pageDescription?of=/inside/buyTktList",
  "/changePassword",
  "/userinfo",
  "/logout",
  "/lock",
  "/upload",
  "/403",
  "/404",
  "/500",
  "/user-error",
  "/no/such/page",
];

/** Pages by hand: those that stand on something, and one of each of the engine's. `{menu}` is the id of an entry. */
const examples: readonly string[] = [
  "/inside/buyTktList/result?orderId=1",
  "/inside/buyTktLog/tktInfo?id=1",
  "/manage/parkList",
  "/manage/parkList/1",
  "/manage/parkList/1/edit",
  "/manage/parkList/1/remove",
  "/manage/parkList/new",
  "/manage/parkList/import",
  "/manage/parkList/export",
  "/ticket/ticketList?sort=listPrice&order=desc",
  "/ticket/ticketEdit?id=1",
  "/ticket/quotaList/1",
  "/order/offlineOrderList?state=paid",
  "/offlineOrderDetail?id=1",
  "/orders/refund?orderId=1",
  "/orders/change?orderId=1",
  "/orders/supplement?orderId=1",
  "/ticketLogDetail?id=1",
  "/ticketGuiJiDetail?id=1",
  "/sysRole/rolePermissionSet?id=1",
  "/sysRole/list/1/compare?with=2",
  "/employ/departmentTree?open=1",
  "/corp/userManage/2",
  "/corp/userManage/2/edit",
  "/corp/userManage/2/password",
  "/corp/userManage/firstPasswords",
  "/corp/userManage/import",
  "/system/paramList/refundApprovalLimit",
  "/system/paramList/1",
  "/application/menuManage/{menu}",
  "/application/menuManage/{menu}/edit",
  "/application/menuManage/{menu}/remove",
  "/system/dictList/items?dictType=paymentType",
];

/** Not pages of the shell, or seen elsewhere: the sign-in's, what the printer gets, what only development has. */
const elsewhere = /^\/(login|captcha|dev\/|datacenter)|\/print$|^\/(cater|pos)\/403$|\/open$/;

const plain = (address: string) => address.split("?", 1)[0] ?? "";
const known = new Set([...shellPages, ...examples].map(plain));

/** Whatever else has an address of its own and draws a page: a new one is looked at without being named here. */
function routed(entries: readonly RouteConfigEntry[]): { path: string; file: string }[] {
  return entries.flatMap(({ path, file, children = [] }) => [
    ...(path?.startsWith("/") && file.endsWith(".tsx") && !/[:*]/.test(path) ? [{ path, file }] : []),
    ...routed(children),
  ]);
}
const others = routed(table).filter(({ path }) => !known.has(path) && !elsewhere.test(path));
const isEngines = ({ file }: { file: string }) => file.startsWith("resource/");

/** Looked at in both languages and both colour schemes. */
export const pages = [...examples, ...others.filter((page) => !isEngines(page)).map(({ path }) => path)];
/** The engine draws these as it draws its example: each once. */
export const engineTwins = others.filter(isEngines).map(({ path }) => path);
