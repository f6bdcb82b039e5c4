/** What the page of applying sends to the browser: no schema comes with it. */

/** The page's address; the puzzle is solved for {@link tenantApplyName}, which is no account. */
export const tenantApplyPath = "/apply/tenant";
export const tenantApplyName = "tenant application";
