/** What who lacks the button `sensitive:view` sees of numbers that belong to people. */

/** 138****5678 */
export function maskMobile(mobile: string): string {
  return mobile.length < 7 ? mobile.replace(/./g, "*") : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}

/** 110105********002X */
export function maskIdentity(identity: string): string {
  return identity.length < 10 ? identity.replace(/./g, "*") : `${identity.slice(0, 6)}********${identity.slice(-4)}`;
}
