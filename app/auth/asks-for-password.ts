/** State of a navigation that opens the dialog of the password change over the page it leads to. */
export const asksForPassword = { asksForPassword: true } as const;

export function isAskedForPassword(state: unknown): boolean {
  return typeof state === "object" && state !== null && "asksForPassword" in state;
}
