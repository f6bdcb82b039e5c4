/** The change rule of a ticket type: what may be changed, how often, how late and at what fee; and the sentence that says it. */
import { z } from "zod";
import { m } from "../messages";
import { formatYuan } from "../money";

export const changeable = ["day", "slot", "holder"] as const;
export type Changeable = (typeof changeable)[number];

export const changeRule = z.object({
  /** None: it is not changed at all. */
  what: z.array(z.enum(changeable)),
  /** Changes of one ticket; null: as many as one likes. */
  times: z.number().nullable(),
  /** Until so many hours before slot or visit day begin, negative after that; null: until it has expired. */
  hours: z.number().nullable(),
  feeBy: z.enum(["none", "fixed", "rate"]),
  /** Fen a ticket. */
  fee: z.number().nullable(),
  /** Per mille of what was paid for the ticket. */
  feeRate: z.number().nullable(),
});
export type ChangeRule = z.output<typeof changeRule>;

/** What a line was sold under; null where it says nothing of changes, or nothing that is known here. */
export function changeRuleOf(terms: Readonly<Record<string, unknown>>): ChangeRule | null {
  const read = changeRule.safeParse(terms.change);
  return read.success ? read.data : null;
}

/** Half a fen goes up; never more than was paid for the ticket. */
export function changeFeeOf({ feeBy, fee, feeRate }: ChangeRule, price: number): number {
  if (feeBy === "fixed") return Math.min(price, fee ?? 0);
  if (feeBy === "rate") return Math.min(price, Math.floor((price * (feeRate ?? 0) + 500) / 1000));
  return 0;
}

const names: Record<Changeable, () => string> = {
  day: m.change_what_day,
  slot: m.change_what_slot,
  holder: m.change_what_holder,
};

/** The rule in one sentence. */
export function sayChangeRule(rule: ChangeRule | null): string {
  if (!rule || rule.what.length === 0) return m.change_say_never();
  const what = changeable.filter((one) => rule.what.includes(one)).map((one) => names[one]());
  return m.change_say({
    what: what.join(m.change_say_or()),
    times: rule.times === null ? m.change_say_any_times() : m.change_say_times({ n: rule.times }),
    until: untilOf(rule.hours),
    fee: feeSaid(rule),
  });
}

function untilOf(hours: number | null): string {
  if (hours === null) return m.change_say_until_expired();
  if (hours === 0) return m.change_say_until_begin();
  return hours > 0 ? m.change_say_until_before({ hours }) : m.change_say_until_after({ hours: -hours });
}

function feeSaid({ feeBy, fee, feeRate }: ChangeRule): string {
  if (feeBy === "fixed" && fee) return m.change_say_fee_fixed({ fee: formatYuan(fee) });
  if (feeBy === "rate" && feeRate) return m.change_say_fee_rate({ rate: feeRate });
  return m.change_say_fee_none();
}
