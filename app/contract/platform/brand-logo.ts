/** The logo of a tenant. Browsers read this too: no schemas. */

/** What a picture may weigh at most. */
export const logoMegabytes = 1;
