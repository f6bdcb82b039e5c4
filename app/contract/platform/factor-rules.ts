/** Numbers of the second factor, for both ends and for pages. */
export const factorRules = {
  /** Minutes within which a sign-in proves its second factor, and tries that it has. */
  stepMinutes: 10,
  tries: 5,
  /** Minutes for which a passkey may sign what it was given. */
  challengeMinutes: 5,
  recoveryCodes: 10,
  /** Passkeys of one account. */
  mostPasskeys: 10,
} as const;
