/** What was typed when a session ended, kept in a sealed cookie until the same account has signed in again. */

/** Secret or personal: never kept. Names of inputs, those of rows of a group included. */
const unsafeNames = /pass|pwd|card|cvv|ident|idno|cert|mobile|phone|email|token|key|secret/i;

export function isLeftOutOfDrafts(name: string): boolean {
  return unsafeNames.test(name);
}
