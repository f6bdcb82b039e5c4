/** Entries of the menu: travel trade. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const trade = { group: "trade", built: true } as const;

export const travelMenu = menuEntries({
  agencyList: {
    ...{ ...trade, place: 10, label: m.fun_agency_list, url: "/travel/agencyList" },
    money: {
      "agency:add": true,
      "agency:edit": true,
      "agency:topUp": true,
      "agency:topUpDecide": true,
      "agency:allowOrder": true,
      "agency:allowOrderDecide": true,
      "agency:withdraw": true,
      "agency:changeLimit": "agencyLimitApproval",
      "agency:changeLimitDecide": true,
      "agency:takeDeposit": true,
      "agencyShare:add": true,
      "agencyShare:edit": true,
      "agencyShare:reopen": true,
      "agencyShare:changeLimit": "agencyLimitApproval",
      "agencyShare:changeLimitDecide": true,
      "agency:returnDeposit": true,
    },
  },
  createCustomer: { ...trade, place: 20, label: m.fun_create_customer, url: "/travelInfo/createCustomer" },
  singVerification: { ...trade, place: 30, label: m.fun_sing_verification, url: "/travelInfo/singVerification" },
  agencyAgreement: { ...trade, place: 32, label: m.travel_agreements, url: "/travel/agreementList" },
  travelLogDetail: { ...trade, place: 130, label: m.fun_travel_log_detail, url: "/travelLogDetail" },
  reportSalesByAgency: {
    group: "reports",
    place: 70,
    label: m.fun_report_sales_by_agency,
    url: "/statistics/salesByAgency",
    built: true,
  },
  reportAgencySettlement: {
    group: "reports",
    place: 120,
    label: m.fun_report_agency_settlement,
    url: "/statistics/agencySettlement",
    built: true,
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    travel: typeof travelMenu;
  }
}
