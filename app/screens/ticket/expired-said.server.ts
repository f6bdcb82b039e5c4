/** The rule of expired tickets of a ticket type as its form has it. */
import { expiredTerms } from "~/contract/ticket/expired-terms";
import { sayExpired } from "~/contract/ticket/say-expired";
import type { FormView } from "~/resource/load-form.server";

/** "" where the form is none, or where nothing is refunded at all. */
export function expiredSaid({ inputs, search, gone }: FormView): string {
  if (search || gone) return "";
  const value = (name: string) => inputs.find((input) => input.name === name)?.value ?? "";
  if (value("refundRule") === "never") return "";
  const terms = {
    by: value("expiredRefund"),
    days: Number(value("expiredDays")),
    feePercent: Number(value("expiredFee")),
  };
  return sayExpired(expiredTerms.safeParse(terms).data ?? null);
}
