/** Screens of tickets: the counter, prices and quotas, issued tickets, the check. */

import { capacityBoard } from "../../contract/ticket/capacity";
import { getCheckDesk } from "../../contract/ticket/check";
import { getGateBoard } from "../../contract/ticket/gate-board";
import { printTickets, ticketDetail } from "../../contract/ticket/issued";
import { priceCalendar, pricePolicyGet } from "../../contract/ticket/price";
import { quotaPoolGet } from "../../contract/ticket/quota";
import { getCounter } from "../../contract/ticket/sale";
import { tryTicketType } from "../../contract/ticket/try-rules";
import { page, rowPage, type ScreenManifest } from "../screen-manifest";
import { homeBlocks } from "./home-blocks";
import { gateRow, parkRow, ticketTypeRow } from "./row-blocks";

export const ticket: ScreenManifest = {
  home: homeBlocks,
  lists: { pricePolicy: "screens/ticket/price-policy-list.tsx" },
  forms: { ticketType: "screens/ticket/ticket-type-form.tsx" },
  details: { ticketType: rowPage, park: rowPage, gate: rowPage },
  rows: { ticketType: ticketTypeRow, park: parkRow, gate: gateRow },
  pages: [
    page("/ticket/ticketList/:id/tryRules", "ticket/try-rules.tsx", tryTicketType),
    page("/ticket/pricePolicyList/:id/remove", "ticket/price-policy-remove.tsx", pricePolicyGet),
    page("/pricePolicyAdd", "ticket/price-policy-form.tsx", pricePolicyGet),
    page("/ticket/priceCalendar", "ticket/price-calendar.tsx", priceCalendar),
    page("/ticket/quotaList/new", "ticket/quota-form.tsx", quotaPoolGet),
    page("/ticket/quotaList/:id/edit", "ticket/quota-form.tsx", quotaPoolGet),
    page("/ticket/quotaList/:id", "ticket/quota-detail.tsx", quotaPoolGet),
    page("/inside/buyTktList", "ticket/counter.tsx", getCounter),
    page("/inside/buyTktList/result", "ticket/counter-result.tsx", getCounter),
    { ...page("/inside/buyTktList/print", "ticket/counter-print.tsx", printTickets), alone: true },
    page("/inside/buyTktLog/tktInfo", "ticket/ticket-info.tsx", ticketDetail),
    page("/ticketLogDetail", "ticket/ticket-log.tsx", ticketDetail),
    page("/ticketGuiJiDetail", "ticket/ticket-trajectory.tsx", ticketDetail),
    page("/ticket/capacity/board", "ticket/capacity-board.tsx", capacityBoard),
    page("/manage/tktChevkPage", "ticket/check.tsx", getCheckDesk),
    page("/manage/gateBoard", "ticket/gate-board.tsx", getGateBoard),
  ],
};
