/** What who lacks the button `sensitive:view` sees of numbers that belong to people. */
import { isErased } from "~/contract/erased";
import type { Field } from "~/contract/field-kinds";
import { maskIdentity } from "~/contract/mask-identity";

export { maskIdentity };

/** 138****5678 */
export function maskMobile(mobile: string): string {
  if (isErased(mobile)) return mobile;
  return mobile.length < 7 ? mobile.replace(/./g, "*") : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}

/** A value of a field that is declared `mask`, for who may not see it; names and the like keep their first character. */
export function masked(kind: Field["kind"], value: unknown): unknown {
  if (typeof value !== "string" || value === "" || isErased(value)) return value;
  if (kind === "mobile") return maskMobile(value);
  if (kind === "identity") return maskIdentity(value);
  return `${[...value][0]}***`;
}
