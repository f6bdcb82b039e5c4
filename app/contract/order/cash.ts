/** A file of its own: the counter reads it in the browser. */

/** The one payment type that change is given of. */
export const cash = "cash";
