/** By itself: the browser needs it without the schemas of the methods. */

/** People of one file at most: all their cards are made in one transaction. */
export const mostOfList = 300;

/** Of stored-value cards: each of them moves its own balances. */
export const mostOfStoredList = 100;
