/** The pictures of a tenant: its logo, and what stands behind its sign-in page. Browsers read this too: no schemas. */

/** What a picture may weigh at most when it is sent in. */
export const logoMegabytes = 1;
/** What the one of the sign-in page may weigh once it was made anew. */
export const signInKilobytes = 150;
