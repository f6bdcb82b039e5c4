/** Words and menu of who sells to the trade, at which prices, and of guides. */
import { dictionaries } from "../dictionary-declaration";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const trade = { group: "trade", built: true } as const;

export const tradeSalesMenu = menuEntries({
  travelPriceGroup: { ...trade, place: 40, label: m.fun_travel_price_group, url: "/travel/travelPriceGroup" },
  travelTypePrice: {
    ...{ ...trade, place: 50, label: m.fun_travel_type_price, url: "/travelInfo/travelTypePrice" },
    money: { "tradePrice:add": true, "tradePrice:edit": true, "tradePrice:import": true },
  },
  guider: { ...trade, place: 80, label: m.fun_guider, url: "/travelInfo/guider" },
  guiderNumDetail: { ...trade, place: 90, label: m.fun_guider_num_detail, url: "/travelInfo/guiderNumDetail" },
  addSalesmanManage: { ...trade, place: 100, label: m.fun_add_salesman_manage, url: "/addSalesmanManage" },
  departmentHeadManageEdit: {
    ...{ ...trade, place: 110, label: m.fun_department_head_manage_edit, url: "/departmentHeadManageEdit" },
  },
  regionalPlan: { ...trade, place: 120, label: m.fun_regional_plan, url: "/regionalPlan/index" },
});

export const tradeSalesDictionaries = dictionaries({
  salesmanState: {
    name: ["业务员状态", "Salesman status"],
    items: [
      ["onDuty", "在职", "On duty", "good"],
      ["left", "离职", "Left", "calm"],
    ],
  },
  tradePriceLayer: {
    name: ["旅行社价格层级", "Layer of a trade price"],
    items: [
      ["type", "旅行社类型", "Type of agency", "calm"],
      ["group", "价格组", "Price group", "accent"],
      ["agency", "单家例外", "Agency's exception", "warn"],
    ],
  },
  tradePriceDays: {
    name: ["旅行社价格适用日", "Days of a trade price"],
    items: [
      ["all", "每天", "Every day"],
      ["workdays", "周一至周五", "Monday to Friday"],
      ["weekends", "周六周日", "Saturday and Sunday"],
    ],
  },
  guideLevel: {
    name: ["导游等级", "Guide's grade"],
    items: [
      ["junior", "初级", "Junior"],
      ["intermediate", "中级", "Intermediate"],
      ["senior", "高级", "Senior"],
      ["special", "特级", "Special"],
    ],
  },
  guideState: {
    name: ["导游状态", "Guide status"],
    items: [
      ["active", "正常", "Active", "good"],
      ["suspended", "已停用", "Suspended", "bad"],
    ],
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    tradeSales: typeof tradeSalesMenu;
  }
}
declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    tradeSales: typeof tradeSalesDictionaries;
  }
}
