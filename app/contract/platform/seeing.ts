/** Looking at the console as a role sees it. Browsers read this too: no schemas. */

/** Minutes after which it ends by itself. */
export const seeingMinutes = 15;
