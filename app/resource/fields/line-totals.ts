/** Sums of what is typed into lines, the same on the server and in the browser. */
import type { Field } from "~/contract/field-kinds";
import { formatYuan, parseYuan } from "~/contract/money";

/** Of texts of inputs; what cannot be read counts as nothing until it is mended. */
export function totalOf(kind: Field["kind"], texts: readonly string[]): string {
  if (kind === "money") return formatYuan(texts.reduce((sum, text) => sum + (parseYuan(text) ?? 0), 0));
  // In hundredths: a sum of decimals would otherwise show what binary fractions make of it.
  const hundredths = texts.reduce((sum, text) => sum + (Math.round(Number(text.normalize("NFKC")) * 100) || 0), 0);
  return String(hundredths / 100);
}
