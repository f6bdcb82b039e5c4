/** A rate as it stands on an invoice: 6 %, or that nothing is taxed. */
import { m } from "~/contract/messages";

export function rateWords(treatment: "taxed" | "exempt" | "notTaxed", rate: number | null): string {
  if (treatment === "exempt") return m.invoice_exempt();
  if (treatment === "notTaxed") return m.invoice_not_taxed();
  return `${(rate ?? 0) / 100}%`;
}
