/** What the page of a visitor's request sends to the browser: no schema comes with it. */

/** The page's address; the puzzle is solved for {@link invoiceApplyName}, which is no account. */
export const invoiceApplyPath = "/apply/invoice";
export const invoiceApplyName = "invoice request";
