/** Issued tickets as a file. */
import { type ExportColumn, exportMethod } from "../export";
import { m } from "../messages";
import { issuedTicketList } from "./issued";

export const issuedExportColumns: ExportColumn[] = [
  { name: "ticketNo", label: m.sale_ticket_no, kind: "text" },
  { name: "orderNo", label: m.order_no, kind: "text" },
  { name: "ticketTypeName", label: m.sale_ticket, kind: "text" },
  { name: "parkName", label: m.issued_park, kind: "text" },
  { name: "state", label: m.sale_state, kind: "text" },
  { name: "visitDay", label: m.order_visit_day, kind: "day" },
  { name: "slot", label: m.sale_slot, kind: "text" },
  { name: "price", label: m.issued_price, kind: "money" },
  { name: "admissions", label: m.jobs_admissions, kind: "number" },
  { name: "used", label: m.order_used, kind: "number" },
  { name: "holderName", label: m.sale_holder, kind: "text" },
  { name: "holderIdentity", label: m.jobs_identity, kind: "text" },
  { name: "issuedAt", label: m.issued_at, kind: "moment" },
];

export const issuedTicketExport = exportMethod("ticket", issuedTicketList.name, issuedTicketList.access);
