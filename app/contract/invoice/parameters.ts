/** What law says of invoices and may say otherwise next year. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const invoiceParameters = parameters({
  /** Hours in which the buyer confirms a red letter; then it lapses. */
  invoiceRedHours: {
    group: "business",
    place: 110,
    default: "72",
    label: m.invoice_p_red_hours,
    help: m.invoice_p_red_hours_help,
    input: { kind: "number", min: 1, max: 720 },
    scope: "corp",
  },
  /** Days after the visit in which a visitor may ask for an invoice by the code on the receipt. */
  invoiceVisitorDays: {
    group: "business",
    place: 111,
    default: "180",
    label: m.invoice_p_visitor_days,
    help: m.invoice_p_visitor_days_help,
    input: { kind: "number", min: 0, max: 3650 },
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    invoice: typeof invoiceParameters;
  }
}
