/** By itself: the browser needs it without the schemas of the methods. */

/** People of one ticket type of a group at most. */
export const groupMost = 1000;
