/** The job that takes invoices to the platform; named apart from it, since whoever requests one puts it in. */
export const sendKind = "sendInvoices";
