/** The lists of tickets that are exported. */
import type { ListExport } from "../list-export";
import { m } from "../messages";
import { issuedTicketList } from "./issued";
import { issuedTicketExport } from "./issued-export";

export const ticketListExports: readonly ListExport[] = [
  {
    path: "/ticket/issuedList",
    title: m.issued_title,
    filters: [
      { name: "ticketNo", kind: "text" },
      { name: "orderNo", kind: "text" },
      { name: "state", kind: "choice" },
      { name: "visitDay", kind: "days" },
    ],
    sorts: ["id", "visitDay"],
    list: issuedTicketList,
    start: issuedTicketExport,
  },
];
