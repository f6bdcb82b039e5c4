/** The rules of a type in sentences: what the counter tells the customer, and the page says back to who set them. */
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { type Charge, ofTerm, scaleOf } from "./price";
import type { ReadType } from "./read-type";
import type { Scale } from "./rules";

const listed = (parts: readonly string[]) => parts.join(m.card_says_and());

/**
 * Of cards that open gates; those of stored value are said by `stored-says.ts`. `paid`: what was paid for the card in question,
 * which goes back by the scales of its payments; without it, what a sale today brings.
 */
export function sentencesOf(type: ReadType, paid: readonly Charge[] = []): string[] {
  // Employees pay nothing for theirs but a replacement, and so get nothing back.
  const isSold = type.kind !== "employee";
  return [
    ...(isSold ? [m.card_says_price({ price: yuan(type.price) })] : []),
    validity(type),
    m.card_says_places({ places: listed(type.places.map(placeOf)) }),
    visits(type),
    ...(type.offs.length > 0 ? [m.card_says_offs({ days: listed(type.offs.map(offOf)) })] : []),
    holders(type),
    ...fees(type),
    renewal(type),
    ...(type.renewable && type.inAll ? [m.card_says_renewal_visits()] : []),
    ...(type.upgrades.length > 0
      ? [m.card_says_upgrades({ names: listed(type.upgrades.map(({ name }) => name)) })]
      : []),
    ...(isSold ? scales(type, paid) : []),
  ];
}

export const placeOf = ({ parkName, gateGroupName }: ReadType["places"][number]): string =>
  gateGroupName ? m.card_says_place({ park: parkName, group: gateGroupName }) : parkName;

export const offOf = ({ fromDay, toDay }: { fromDay: string; toDay: string }): string =>
  fromDay === toDay ? fromDay : `${fromDay}~${toDay}`;

function validity(type: ReadType): string {
  if (type.validity === "fixed") return m.card_says_fixed({ from: type.fixedFrom ?? "", to: type.fixedTo ?? "" });
  const months = type.months ? [m.card_says_months({ n: type.months })] : [];
  const days = type.days ? [m.card_says_days({ n: type.days })] : [];
  const length = [...months, ...days].join(m.card_says_plus());
  return type.validity === "sale" ? m.card_says_from_sale({ length }) : m.card_says_from_activation({ length });
}

function visits({ perDay, inAll, minutesBetween }: ReadType): string {
  const parts = [
    perDay ? m.card_says_per_day({ n: perDay }) : m.card_says_any_day(),
    inAll ? m.card_says_in_all({ n: inAll }) : m.card_says_any_number(),
    ...(minutesBetween ? [m.card_says_minutes({ n: minutesBetween })] : []),
  ];
  return m.card_says_visits({ rules: parts.join(m.card_says_comma()) });
}

function holders({ holdersMost, asksIdentity, asksMobile, asksPhoto }: ReadType): string {
  const asked = [
    ...(asksIdentity ? [m.card_says_identity()] : []),
    ...(asksMobile ? [m.card_says_mobile()] : []),
    ...(asksPhoto ? [m.card_says_photo()] : []),
  ];
  const wants = asked.length > 0 ? m.card_says_asked({ data: listed(asked) }) : m.card_says_nothing_asked();
  return holdersMost > 1 ? m.card_says_family({ n: holdersMost, wants }) : m.card_says_one_holder({ wants });
}

function fees({ kind, fee: { issue, deposit, replacement } }: ReadType): string[] {
  const isSold = kind !== "employee";
  const parts = [
    ...(isSold && issue > 0 ? [m.card_says_issue({ amount: yuan(issue) })] : []),
    ...(isSold && deposit > 0 ? [m.card_says_deposit({ amount: yuan(deposit) })] : []),
    ...(replacement > 0 ? [m.card_says_replacement({ amount: yuan(replacement) })] : []),
  ];
  return parts.length > 0 ? [m.card_says_fees({ fees: parts.join(m.card_says_comma()) })] : [];
}

function renewal(type: ReadType): string {
  if (!type.renewable) return m.card_says_no_renewal();
  const price = (type.renewalPrice ?? type.price) + (type.kind === "employee" ? 0 : type.fee.renewal);
  return m.card_says_renewal({ before: type.renewBefore ?? 0, after: type.renewAfter ?? 0, price: yuan(price) });
}

/** One sentence where all that was paid goes back alike; else one for each scale, with its amount. */
function scales(type: ReadType, paid: readonly Charge[]): string[] {
  const amounts = new Map<string, number>();
  for (const charge of paid.filter(({ kind, state }) => ofTerm.includes(kind) && state === "paid")) {
    const said = scale(scaleOf(charge, type));
    amounts.set(said, (amounts.get(said) ?? 0) + charge.amount);
  }
  if (amounts.size === 0) return [scale(type.fee)];
  return [...amounts].map(([said, amount]) =>
    amounts.size === 1 ? said : m.card_says_of_paid({ amount: yuan(amount), said }),
  );
}

function scale({ basis, steps }: Scale): string {
  if (steps.length === 0) return m.card_says_no_refund();
  const said = steps.map(({ until, percent }) => {
    if (basis === "days") return m.card_says_days_step({ until, percent });
    return until === 0 ? m.card_says_before_step({ percent }) : m.card_says_share_step({ until, percent });
  });
  return m.card_says_refund({ steps: said.join(m.card_says_comma()) });
}
