/** What the page of applying sends to the browser: no schema comes with it. */

/** The page's address; the puzzle is solved for {@link applyName}, which is no account. */
export const applyPath = "/apply/agency";
export const applyName = "agency application";

/** Files of one application: as many and as large as an agency keeps of its licence, and by content these. */
export const applyFiles = { most: 3, megabytes: 5, takes: ["jpg", "png", "pdf"] } as const;
