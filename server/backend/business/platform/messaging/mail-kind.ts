/** The job that mails messages; named apart from it, since whoever asks for a code puts it in. */
export const mailKind = "mailMessages";
