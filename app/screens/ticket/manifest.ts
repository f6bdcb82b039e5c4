/** Screens of tickets: the counter, prices and quotas, issued tickets, the check. */

import { activityCodes, issueActivityCodes } from "../../contract/ticket/activity-card";
import { capacityBoard } from "../../contract/ticket/capacity";
import { quoteChange } from "../../contract/ticket/change";
import { getCheckDesk } from "../../contract/ticket/check";
import { getGateBoard } from "../../contract/ticket/gate-board";
import { groupDay, groupDesk } from "../../contract/ticket/group-booking";
import { groupNames } from "../../contract/ticket/group-names";
import { printTickets, ticketDetail } from "../../contract/ticket/issued";
import { priceCalendar, pricePolicyGet } from "../../contract/ticket/price";
import { printTemplate } from "../../contract/ticket/print-template";
import { quotaPoolGet } from "../../contract/ticket/quota";
import { reservationDay, reservationDesk } from "../../contract/ticket/reservation";
import { getCounter } from "../../contract/ticket/sale";
import { subTicketSettlement } from "../../contract/ticket/sub-ticket";
import { quoteSupplement } from "../../contract/ticket/supplement";
import { tryTicketType } from "../../contract/ticket/try-rules";
import { wristbandDesk } from "../../contract/ticket/wristband";
import { page, rowPage, type ScreenManifest } from "../screen-manifest";
import { homeBlocks } from "./home-blocks";
import { gateRow, parkRow } from "./row-blocks";

export const ticket: ScreenManifest = {
  home: homeBlocks,
  lists: { pricePolicy: "screens/ticket/price-policy-list.tsx" },
  forms: {
    ticketType: "screens/ticket/ticket-type-form.tsx",
    printTemplate: "screens/ticket/print-template/template-form.tsx",
  },
  details: {
    salesPage: "screens/ticket/sales-page.tsx",
    printTemplate: "screens/ticket/print-template/template-page.tsx",
    ticketType: "screens/ticket/ticket-type-page.tsx",
    park: rowPage,
    gate: rowPage,
  },
  rows: { park: parkRow, gate: gateRow },
  pages: [
    page("/ticket/ticketList/:id/tryRules", "ticket/try-rules.tsx", tryTicketType),
    page("/ticket/pricePolicyList/:id/remove", "ticket/price-policy-remove.tsx", pricePolicyGet),
    page("/ticketConfig/activityCardList/:id/codes", "ticket/activity-codes.tsx", activityCodes),
    page("/ticketConfig/activityCardList/:id/codes/file", "ticket/activity-codes-file.ts", issueActivityCodes),
    page("/pricePolicyAdd", "ticket/price-policy-form.tsx", pricePolicyGet),
    page("/ticket/priceCalendar", "ticket/price-calendar.tsx", priceCalendar),
    page("/ticket/quotaList/new", "ticket/quota-form.tsx", quotaPoolGet),
    page("/ticket/quotaList/:id/edit", "ticket/quota-form.tsx", quotaPoolGet),
    page("/ticket/quotaList/:id", "ticket/quota-detail.tsx", quotaPoolGet),
    page("/inside/buyTktList", "ticket/counter.tsx", getCounter),
    page("/inside/buyTktList/pay", "ticket/counter-pay.tsx", getCounter),
    page("/inside/buyTktList/result", "ticket/counter-result.tsx", getCounter),
    { ...page("/inside/buyTktList/print", "ticket/counter-print.tsx", printTickets), alone: true },
    page("/inside/buyTktLog/tktInfo", "ticket/ticket-info.tsx", ticketDetail),
    {
      ...page(
        "/ticketConfig/printTemplate/:id/sample",
        "ticket/print-template/template-sample.tsx",
        printTemplate.methods.get,
      ),
      alone: true,
    },
    page("/orders/change", "ticket/change.tsx", quoteChange),
    page("/orders/supplement", "ticket/supplement.tsx", quoteSupplement),
    page("/ticketLogDetail", "ticket/ticket-log.tsx", ticketDetail),
    page("/ticketGuiJiDetail", "ticket/ticket-trajectory.tsx", ticketDetail),
    page("/ticket/sonTkSettle", "ticket/settlement.tsx", subTicketSettlement),
    page("/ticket/capacity/board", "ticket/capacity-board.tsx", capacityBoard),
    page("/ticket/reservationList/new", "ticket/reservation-new.tsx", reservationDesk),
    page("/ticket/reservationList/day", "ticket/reservation-day.tsx", reservationDay),
    page("/createGroup/day", "ticket/group-day.tsx", groupDay),
    page("/createGroup/:id/desk", "ticket/group-desk.tsx", groupDesk),
    page("/createGroup/:id/names", "ticket/group-names.tsx", groupNames),
    page("/ticket/wristbandList/new", "ticket/wristband-desk.tsx", wristbandDesk),
    page("/manage/tktChevkPage", "ticket/check.tsx", getCheckDesk),
    page("/manage/gateBoard", "ticket/gate-board.tsx", getGateBoard),
  ],
};
