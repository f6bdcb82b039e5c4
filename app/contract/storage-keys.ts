/** Names under which the browser keeps what is ours (specification 4.1: they carry the product's prefix). */
const prefix = "console";

export const storageKeys = {
  /** Token, corp code and session id, sealed; for the browser session. */
  session: prefix,
  /** What was typed when the session ended. */
  draft: `${prefix}-draft`,
  /** A sign-in by an address that waits for an answer, sealed. */
  offer: `${prefix}-offer`,
  /** Names a browser that somebody signed in with, sealed; for a year. */
  device: `${prefix}-device`,
  locale: `${prefix}-locale`,
  scheme: `${prefix}-scheme`,
  lite: `${prefix}-lite`,
  sidebar: `${prefix}-sidebar`,
} as const;
