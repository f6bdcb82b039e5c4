/**
 * Entries of businesses that are not built yet: they stand in the menu's list, switched off. A business that declares one of
 * these codes takes its place, and nothing needs to change here.
 */
import { menuEntries } from "./menu-entry";
import { m } from "./messages";

export const plannedMenu = menuEntries({
  sonTkInfo: { group: "tickets", place: 30, label: m.fun_son_tk_info, url: "/ticket/sonTkInfo" },
  combineTkSet: { group: "tickets", place: 40, label: m.fun_combine_tk_set, url: "/ticket/combineTkSet" },
  xuandianZhengCeTkt: { group: "tickets", place: 50, label: m.fun_xuandian_zheng_ce_tkt, url: "/xuandianZhengCeTkt" },
  activityCardList: {
    group: "tickets",
    place: 90,
    label: m.fun_activity_card_list,
    url: "/ticketConfig/activityCardList",
  },
  staffReduce: { group: "tickets", place: 100, label: m.fun_staff_reduce, url: "/ticketConfig/staffReduce" },
  listPages: { group: "tickets", place: 110, label: m.fun_list_pages, url: "/ticketConfig/listPages" },
  printTemplate: { group: "tickets", place: 120, label: m.fun_print_template, url: "/ticketConfig/printTemplate" },
  networkOrderOfabnormalRecord: {
    group: "orders",
    place: 40,
    label: m.fun_network_order_ofabnormal_record,
    url: "/networkOrderOfabnormalRecord",
  },
  orderRepair: { group: "orders", place: 50, label: m.fun_order_repair, url: "/orderRepair" },
  cardtypelist: { group: "cards", place: 10, label: m.fun_cardtypelist, url: "/manage/cardtypelist" },
  cardfee: { group: "cards", place: 20, label: m.fun_cardfee, url: "/manage/cardfee" },
  cardTemplateManage: {
    group: "cards",
    place: 30,
    label: m.fun_card_template_manage,
    url: "/sysThirdParty/cardTemplateManage",
  },
  seasonCardList: { group: "cards", place: 40, label: m.fun_season_card_list, url: "/seasonCard/seasonCardList" },
  seasonCardLog: { group: "cards", place: 50, label: m.fun_season_card_log, url: "/seasonCard/seasonCardLog" },
  employSeasonCard: { group: "cards", place: 60, label: m.fun_employ_season_card, url: "/seasonCard/employSeasonCard" },
  storelist: { group: "stock", place: 10, label: m.fun_storelist, url: "/manage/storelist" },
  storeItemList: { group: "stock", place: 20, label: m.fun_store_item_list, url: "/manage/storelist/itemList" },
  listInBillsRecord: {
    group: "stock",
    place: 30,
    label: m.fun_list_in_bills_record,
    url: "/manage/storelist/listInBillsRecord",
  },
  listOutBillsRecord: {
    group: "stock",
    place: 40,
    label: m.fun_list_out_bills_record,
    url: "/manage/storelist/listOutBillsRecord",
  },
  listBillCounts: { group: "stock", place: 50, label: m.fun_list_bill_counts, url: "/manage/storelist/listBillCounts" },
  pageStoInvaldMes: {
    group: "stock",
    place: 60,
    label: m.fun_page_sto_invald_mes,
    url: "/manage/storelist/pageStoInvaldMes",
  },
  storeLedger: { group: "stock", place: 70, label: m.fun_store_ledger, url: "/manage/storelist/ledger" },
  skiPassList: { group: "ski", place: 10, label: m.fun_ski_pass_list, url: "/ski/passList" },
  skiEquipmentList: { group: "ski", place: 20, label: m.fun_ski_equipment_list, url: "/ski/equipmentList" },
  skiRental: { group: "ski", place: 30, label: m.fun_ski_rental, url: "/ski/rental" },
  skiCoachList: { group: "ski", place: 40, label: m.fun_ski_coach_list, url: "/ski/coachList" },
  rentItemList: { group: "rental", place: 10, label: m.fun_rent_item_list, url: "/rent/itemList" },
  rentOrderList: { group: "rental", place: 20, label: m.fun_rent_order_list, url: "/rent/orderList" },
  placeList: { group: "rental", place: 40, label: m.fun_place_list, url: "/place/list" },
  placeBooking: { group: "rental", place: 50, label: m.fun_place_booking, url: "/place/bookingCalendar" },
  reportGuideRewards: {
    group: "reports",
    place: 130,
    label: m.fun_report_guide_rewards,
    url: "/statistics/guideRewards",
  },
  reportRental: { group: "reports", place: 190, label: m.fun_report_rental, url: "/statistics/rental" },
  paySetting: { group: "system", place: 60, label: m.fun_pay_setting, url: "/paySetting/index" },
});

declare module "./menu-entry" {
  interface BusinessMenus {
    planned: typeof plannedMenu;
  }
}
