/** Screens of invoices that only they have. */
import { invoiceOpenOrders, invoiceView, quoteInvoice } from "../../contract/invoice/invoice";
import { invoiceMonth } from "../../contract/invoice/month";
import { quoteTopUps } from "../../contract/invoice/top-up";
import { page, type ScreenManifest } from "../screen-manifest";

export const invoice: ScreenManifest = {
  details: { invoice: "screens/invoice/invoice-page.tsx" },
  pages: [
    page("/electronicInvoiceDetail", "invoice/printed.tsx", invoiceView),
    page("/invoice/list/open", "invoice/open.tsx", invoiceOpenOrders),
    page("/invoice/list/request", "invoice/request.tsx", quoteInvoice),
    page("/invoice/list/topUps", "invoice/top-ups.tsx", quoteTopUps),
    page("/invoice/list/:id/red", "invoice/red-ask.tsx", invoiceView),
    page("/invoice/list/month", "invoice/month.tsx", invoiceMonth),
    page("/invoice/list/month/file", "invoice/month-file.ts", invoiceMonth),
  ],
};
