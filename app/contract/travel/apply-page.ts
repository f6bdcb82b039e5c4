/** What the page of applying sends to the browser: no schema comes with it. */

/** The page's address; the puzzle is solved for {@link applyName}, which is no account. */
export const applyPath = "/apply/agency";
export const applyName = "agency application";
