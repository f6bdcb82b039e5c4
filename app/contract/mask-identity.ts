import { isErased } from "./erased";

/**
 * 110105********002X; of shorter numbers two signs at each end, E1*****78. Below eight signs nothing is left of it. What was
 * destroyed stays what it is.
 */
export function maskIdentity(identity: string): string {
  const { length } = identity;
  if (isErased(identity)) return identity;
  if (length >= 15) return `${identity.slice(0, 6)}********${identity.slice(-4)}`;
  if (length < 8) return "*".repeat(length);
  return `${identity.slice(0, 2)}${"*".repeat(length - 4)}${identity.slice(-2)}`;
}
