/**
 * The view registry: the screen that shows a function, by function code (specification 2.2). A function whose address in
 * the menu is another one is led there.
 */
import { resources } from "./registry";

/** Hand-written screens. */
const screens: Record<string, string> = {
  buyTktList: "/inside/buyTktList",
  buyTktLog: "/inside/buyTktLog",
  tktChevkPage: "/manage/tktChevkPage",
  pricePolicyList: "/ticket/pricePolicyList",
  priceCalendar: "/ticket/priceCalendar",
  quotaList: "/ticket/quotaList",
  networkOrderList: "/order/networkOrderList",
  offlineOrderList: "/order/offlineOrderList",
  refundList: "/order/refundList",
  issuedList: "/ticket/issuedList",
  scheduleTaskList: "/schedule/taskList",
  paramList: "/system/paramList",
  departmentTree: "/employ/departmentTree",
  onlineList: "/corp/onlineList",
  menuManage: "/application/menuManage",
};

export const functionViews: Readonly<Record<string, string>> = {
  ...Object.fromEntries(resources.map(({ fun, path }) => [fun, path])),
  ...screens,
};
