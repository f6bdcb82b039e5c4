/** The job that mails issued invoices; named apart from it, since whoever asks for a mail puts it in. */
export const mailKind = "mailInvoices";
