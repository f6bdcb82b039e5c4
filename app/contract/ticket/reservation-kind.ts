/** The kind of ticket type that is reserved and costs nothing. Browsers read this too: no schemas. */
export const reservationKind = "reservation";
