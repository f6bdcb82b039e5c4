/** A file of its own: the counter reads it in the browser. */

/** The one payment type that change is given of. */
export const cash = "cash";

/** Taken from a card that was paid for before: revenue, and no money that anybody hands over. */
export const storedCard = "storedCard";

/** Taken from a card of another corp of the group, which owes it from then on. */
export const groupCard = "groupCard";

/** Charged to the account of an agency: prepaid, or on credit. */
export const onAccount = "onAccount";

/** Payment types whose money comes from accounts: nothing of it is due at the till. */
export const fromAccounts: readonly string[] = [storedCard, groupCard, onAccount];
