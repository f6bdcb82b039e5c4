/** The rules of a type of stored value in sentences. */
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { parameterOf } from "../../kernel/parameters";
import type { Call } from "../../kernel/served";
import type { ReadType } from "./read-type";

const listed = (parts: readonly string[]) => parts.join(m.card_says_and());

export async function storedSentences({ db }: Pick<Call, "db">, type: ReadType): Promise<string[]> {
  const { price, tiers, giftOrder, refundRule, onePerPerson } = type;
  const brought = tiers.map(({ from, gift }) => m.stored_tier_said({ from: yuan(from), gift: yuan(gift) }));
  return [
    ...(price > 0 ? [m.card_says_price({ price: yuan(price) })] : []),
    ...term(type),
    asked(type),
    await limits(db, type),
    ...(onePerPerson ? [m.stored_says_one_per_person()] : []),
    tiers.length > 0 ? m.stored_says_tiers({ tiers: listed(brought) }) : m.stored_says_no_gift(),
    giftOrder === "first" ? m.stored_says_gift_first() : m.stored_says_gift_last(),
    ...fees(type),
    refundRule === "anytime" ? m.stored_says_anytime() : m.stored_says_seven(),
  ];
}

function asked({ asksIdentity, asksMobile }: ReadType): string {
  const data = [
    ...(asksIdentity ? [m.stored_says_name_and_identity()] : []),
    ...(asksMobile ? [m.card_says_mobile()] : []),
  ];
  return data.length > 0 ? m.stored_says_asked({ data: listed(data) }) : m.stored_says_nothing_asked();
}

/** Fen of principal, by the parameters. */
async function limits(db: Call["db"], { asksIdentity }: ReadType): Promise<string> {
  const named = yuan(Number(await parameterOf(db, "storedMostNamed")));
  if (asksIdentity) return m.stored_says_named({ named });
  return m.stored_says_named_or_not({ named, unnamed: yuan(Number(await parameterOf(db, "storedMostUnnamed"))) });
}

/** How long it is good, and what becomes of it afterwards. */
function term({ validity, months, days, fixedFrom, fixedTo }: ReadType): string[] {
  if (validity === "fixed")
    return [m.card_says_fixed({ from: fixedFrom ?? "", to: fixedTo ?? "" }), m.stored_says_prolong_fixed()];
  if ((months ?? 0) + (days ?? 0) === 0) return [m.stored_says_no_end()];
  const length = [
    ...(months ? [m.card_says_months({ n: months })] : []),
    ...(days ? [m.card_says_days({ n: days })] : []),
  ].join(m.card_says_plus());
  return [m.card_says_from_sale({ length }), m.stored_says_prolong()];
}

function fees({ fee: { issue, deposit, replacement } }: ReadType): string[] {
  const parts = [
    ...(issue > 0 ? [m.card_says_issue({ amount: yuan(issue) })] : []),
    ...(deposit > 0 ? [m.card_says_deposit({ amount: yuan(deposit) })] : []),
    ...(replacement > 0 ? [m.card_says_replacement({ amount: yuan(replacement) })] : []),
  ];
  return parts.length > 0 ? [m.card_says_fees({ fees: parts.join(m.card_says_comma()) })] : [];
}
