/** Entries of the menu: theatre and cinema. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const theatre = { group: "theatre", built: true } as const;
const plan = { "theatrePlan:edit": m.theatre_right_plan } as const;

export const theatreMenu = menuEntries({
  venueList: { ...theatre, place: 10, label: m.fun_venue_list, url: "/theatre_set/venueList" },
  siteAreaSet: { ...theatre, place: 20, label: m.fun_site_area_set, url: "/theatre_set/siteArea_set" },
  templateSet: { ...theatre, place: 30, label: m.fun_template_set, url: "/theatre_set/template_set" },
  templateAreaSet: { ...theatre, place: 40, label: m.fun_template_area_set, url: "/theatre_set/templateArea_set" },
  areaSet: { ...theatre, place: 50, label: m.fun_area_set, url: "/theatre_set/areaSet" },
  seatSet: { ...theatre, place: 60, label: m.fun_seat_set, url: "/theatre_set/seatSet", buttons: plan },
  noSeatSetPage: { ...theatre, place: 70, label: m.fun_no_seat_set_page, url: "/noSeatSetPage" },
  areaTktNewPage: {
    ...{ ...theatre, place: 80, label: m.fun_area_tkt_new_page, url: "/areaTktNewPage" },
    money: { "theatreAreaTicket:add": true, "theatreAreaTicket:edit": true },
  },
  mobanTktNewPage: {
    ...{ ...theatre, place: 90, label: m.fun_moban_tkt_new_page, url: "/mobanTktNewPage" },
    money: {
      ...{ "theatreTemplateTicket:add": true, "theatreTemplateTicket:edit": true },
      ...{ "theatrePolicy:add": true, "theatrePolicy:edit": true },
    },
  },
  sessionList: {
    ...{ ...theatre, place: 100, label: m.fun_session_list, url: "/theatre/sessionList" },
    buttons: { "theatreSession:check": m.theatre_check, "theatreSession:cancel": m.theatre_settle },
    money: { "theatreSession:cancel": true },
  },
  showList: { ...theatre, place: 110, label: m.fun_show_list, url: "/theatre/showList" },
  preSelect: { ...theatre, place: 120, label: m.fun_pre_select, url: "/preSelect" },
  seatSale: {
    ...{ ...theatre, place: 130, label: m.fun_seat_sale, url: "/theatre/seatSale" },
    buttons: {
      "seatSale:sell": m.theatre_right_sell,
      "seatSale:change": m.theatre_right_change,
      "seatSale:block": m.theatre_right_block,
      "seatSale:gaps": m.theatre_right_gaps,
      "seatSale:staff": m.theatre_right_staff,
    },
    money: { "seatSale:sell": true, "seatSale:change": "refundApprovalLimit" },
  },
  reportOccupancy: {
    group: "reports",
    place: 170,
    label: m.fun_report_occupancy,
    url: "/statistics/occupancy",
    built: true,
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    theatre: typeof theatreMenu;
  }
}
