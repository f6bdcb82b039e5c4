/** A file of its own: the counter reads it in the browser. */

/** The one payment type that change is given of. */
export const cash = "cash";

/** Taken from a card that was paid for before: revenue, and no money that anybody hands over. */
export const storedCard = "storedCard";
