/** By itself: the browser needs it without the schemas of the methods. */

/** Purchases of one batch. */
export const mostEntries = 200;
