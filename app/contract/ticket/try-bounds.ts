/** By itself: the form needs it without the schemas of the method. */

/** So many passages of earlier days can be tried. */
export const mostEarlier = 20;
