/** The yes and no of the specification. */
export function flag(value: string): "T" | "F" {
  return value === "T" ? "T" : "F";
}
