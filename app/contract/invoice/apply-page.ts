/** What the page of a visitor's request sends to the browser: no schema comes with it. */

/** The page's address; the puzzle is solved for {@link invoiceApplyName}, which is no account. */
export const invoiceApplyPath = "/apply/invoice";
/** Requests that a device keeps the keys of, the latest first. */
export const keysOfDevice = 20;
export const invoiceApplyName = "invoice request";
