/** The rule of expired tickets in one sentence. */
import { m } from "../messages";
import type { ExpiredTerms } from "./expired-terms";

/** None: nothing goes back once a ticket has expired. */
export function sayExpired(terms: ExpiredTerms | null): string {
  if (!terms) return m.say_expired_none();
  const { by, days, feePercent: n } = terms;
  const fee = n > 0 ? m.say_fee({ n }) : m.say_no_fee();
  return by === "auto" ? m.say_expired_auto({ days, fee }) : m.say_expired_request({ days, fee });
}
