/** By itself: the browser needs it without the schemas of the methods. */

/** People of one file at most: all their cards are made in one transaction. */
export const mostOfList = 300;
