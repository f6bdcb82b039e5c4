/** Screens of tickets: the counter, prices and quotas, issued tickets, the check. */

import { getCheckDesk } from "../../contract/ticket/check";
import { printTickets, ticketDetail } from "../../contract/ticket/issued";
import { priceCalendar, pricePolicyGet } from "../../contract/ticket/price";
import { quotaPoolGet } from "../../contract/ticket/quota";
import { getCounter } from "../../contract/ticket/sale";
import { page, type ScreenManifest } from "../screen-manifest";

export const ticket: ScreenManifest = {
  lists: { pricePolicy: "screens/ticket/price-policy-list.tsx" },
  forms: { ticketType: "screens/ticket/ticket-type-form.tsx" },
  pages: [
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
    page("/manage/tktChevkPage", "ticket/check.tsx", getCheckDesk),
  ],
};
