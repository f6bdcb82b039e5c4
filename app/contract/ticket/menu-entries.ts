/** Entries of the menu: counter, tickets and gates. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const ticketMenu = menuEntries({
  buyTktList: {
    group: "counter",
    place: 10,
    label: m.fun_buy_tkt_list,
    url: "/inside/buyTktList",
    built: true,
    help: "/help/counter.svg",
    buttons: {
      "sale:sell": m.button_sale_sell,
      "sale:discount": m.button_sale_discount,
      "sale:discountBeyond": m.button_sale_discount_beyond,
      "sale:staff": m.button_sale_staff,
      "sale:print": m.button_sale_print,
      "sale:reprint": m.button_sale_reprint,
      "sale:beyondPage": m.button_sale_beyond_page,
      "sale:overbook": m.button_sale_overbook,
      "sale:late": m.button_sale_late,
    },
    money: { "sale:sell": true, "sale:discount": true, "sale:discountBeyond": true, "sale:staff": true },
  },
  buyTktLog: {
    group: "counter",
    place: 20,
    label: m.fun_buy_tkt_log,
    url: "/inside/buyTktLog",
    built: true,
    buttons: { "sale:viewAll": m.button_sale_view_all },
  },
  tktChevkPage: {
    group: "counter",
    place: 30,
    label: m.fun_tkt_chevk_page,
    url: "/manage/tktChevkPage",
    built: true,
    help: "/help/check.svg",
    buttons: {
      "check:pass": m.button_check_pass,
      "check:force": m.button_check_force,
      "check:reverse": m.button_check_reverse,
    },
  },
  parkList: { group: "tickets", place: 10, label: m.fun_park_list, url: "/manage/parkList", built: true },
  ticketList: {
    group: "tickets",
    place: 20,
    label: m.fun_ticket_list,
    url: "/ticket/ticketList",
    built: true,
    help: "/help/ticket.svg",
    buttons: { "ticketType:publish": m.button_ticket_type_publish, "ticketType:retire": m.button_ticket_type_retire },
    money: { "ticketType:add": true, "ticketType:edit": true, "ticketType:import": true },
    prices: ["ticketType:add", "ticketType:edit", "ticketType:import"],
  },
  pricePolicyList: {
    group: "tickets",
    place: 60,
    label: m.fun_price_policy_list,
    url: "/ticket/pricePolicyList",
    built: true,
    help: "/help/price.svg",
    buttons: {
      "pricePolicy:add": m.button_add,
      "pricePolicy:edit": m.button_edit,
      "pricePolicy:remove": m.button_remove,
      "pricePolicy:suspend": m.button_suspend,
    },
    money: {
      "pricePolicy:add": true,
      "pricePolicy:edit": true,
      "pricePolicy:remove": true,
      "pricePolicy:suspend": true,
    },
    prices: ["pricePolicy:add", "pricePolicy:edit", "pricePolicy:remove", "pricePolicy:suspend"],
  },
  priceCalendar: {
    group: "tickets",
    place: 70,
    label: m.fun_price_calendar,
    url: "/ticket/priceCalendar",
    built: true,
  },
  quotaList: {
    group: "tickets",
    place: 80,
    label: m.fun_quota_list,
    url: "/ticket/quotaList",
    built: true,
    help: "/help/quota.svg",
    buttons: { "quota:add": m.button_add, "quota:edit": m.button_edit, "quota:suspend": m.button_suspend },
  },
  issuedList: { group: "orders", place: 60, label: m.fun_issued_list, url: "/ticket/issuedList", built: true },
  tktPos: { group: "gates", place: 10, label: m.fun_tkt_pos, url: "/manage/tktPos", built: true },
  tktParkGate: { group: "gates", place: 20, label: m.fun_tkt_park_gate, url: "/manage/tktParkGate", built: true },
  tktGateGroup: { group: "gates", place: 30, label: m.fun_tkt_gate_group, url: "/manage/tktGateGroup", built: true },
  manyParkGateChild: {
    ...{ group: "gates", place: 40, label: m.fun_many_park_gate_child, url: "/manyParkGateChild", built: true },
  },
  passageList: { group: "gates", place: 50, label: m.fun_passage_list, url: "/manage/passageList", built: true },
  passageConflict: {
    ...{ group: "gates", place: 60, label: m.fun_passage_conflict, url: "/manage/passageConflict", built: true },
  },
  gateDevice: {
    ...{ group: "gates", place: 25, label: m.fun_gate_device, url: "/manage/gateDevice", built: true },
  },
  gateBoard: {
    ...{ group: "gates", place: 70, label: m.fun_gate_board, url: "/manage/gateBoard", built: true },
    buttons: { "inside:set": m.button_inside_set, "ticketKey:renew": m.button_ticket_key },
  },
  reportQuotaUse: {
    ...{ group: "reports", place: 90, label: m.fun_report_quota_use, url: "/statistics/quotaUse", built: true },
  },
  reportAdmissions: {
    ...{ group: "reports", place: 80, label: m.fun_report_admissions, url: "/statistics/admissions", built: true },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    ticket: typeof ticketMenu;
  }
}
