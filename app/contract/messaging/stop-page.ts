/** The address of the page that stops mails: named apart from its method, whose schema no browser needs. */
export const stopMailPath = "/apply/stopMail";
export const mailSettingsPath = "/message/mail";
