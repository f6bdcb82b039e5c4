/** What each step of a card costs, and why it cannot be done: for the counter's page and for the step itself. */
import { sql } from "drizzle-orm";
import type { CardPrice } from "~/contract/card/counter";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import { addDays, businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Holder } from "./keep-card";
import type { ReadType } from "./read-type";
import { amountBack, firstTerm, nextTerm, type Scale, type Term } from "./rules";

export type ChargeKind = "card" | "issue" | "renewal" | "renewalFee" | "upgrade" | "replacement";

/** Kinds that pay for a term: of them a part goes back. */
export const ofTerm: readonly string[] = ["card", "renewal", "upgrade"];

export interface Charge {
  id: number;
  orderId: number;
  lineId: number;
  kind: ChargeKind;
  amount: number;
  term: Term | null;
  /** The one in force when it was paid. */
  scale: Scale | null;
  state: string;
  paidOn: string;
}

export interface Priced {
  lines: { kind: ChargeKind; name: string; amount: number }[];
  deposit: number;
  term: Term | null;
  whyNot: string;
}

/** Of a card as the step finds it. */
export interface PricedCard {
  id: number;
  status: string;
  validFrom: string | null;
  validTo: string | null;
  /** Fen that are held for it. */
  deposit?: number | null;
  mobile?: string | null;
  photos?: string | null;
}

export function priceOfSale(type: ReadType, now: Date): Priced {
  const today = businessDay(now);
  const { fee, name, price } = type;
  const lines = [
    { kind: "card" as const, name, amount: price },
    ...(fee.issue > 0 ? [{ kind: "issue" as const, name: m.card_line_issue({ type: name }), amount: fee.issue }] : []),
  ];
  const over = type.validity === "fixed" && (type.fixedTo ?? "") < today;
  const whyNot =
    type.kind === "employee"
      ? m.card_staff_only({ type: name })
      : type.status !== "T"
        ? m.card_type_off({ type: name })
        : over
          ? m.card_type_over({ type: name, day: type.fixedTo ?? "" })
          : "";
  return { lines, deposit: fee.deposit, term: firstTerm(type, today), whyNot };
}

export function priceOfRenewal(type: ReadType, card: PricedCard, now: Date): Priced {
  const today = businessDay(now);
  const { fee, name } = type;
  const lines = [
    { kind: "renewal" as const, name: m.card_line_renewal({ type: name }), amount: type.renewalPrice ?? type.price },
    ...(fee.renewal > 0 && type.kind !== "employee"
      ? [{ kind: "renewalFee" as const, name: m.card_line_renewal_fee({ type: name }), amount: fee.renewal }]
      : []),
  ];
  const to = card.validTo ?? today;
  const term = nextTerm(type, to, today);
  const opens = addDays(to, -(type.renewBefore ?? 0));
  const closes = addDays(to, type.renewAfter ?? 0);
  const whyNot = !type.renewable
    ? m.card_not_renewable({ type: name })
    : term === null
      ? m.card_no_next_term({ type: name, day: to })
      : today < opens
        ? m.card_renew_early({ day: opens })
        : today > closes
          ? m.card_renew_late({ day: closes })
          : "";
  return { lines, deposit: 0, term, whyNot };
}

/** The difference to what was paid for the term, and beside it that of the deposits; the card goes on from where its term began. */
export function priceOfUpgrade(
  {
    from,
    to,
    charges,
    holders,
  }: { from: ReadType; to: ReadType; charges: readonly Charge[]; holders: readonly Held[] },
  card: PricedCard,
  now: Date,
): Priced {
  const today = businessDay(now);
  const running = charges.filter(
    ({ kind, state, term }) => ofTerm.includes(kind) && state === "paid" && !isOver(term, today),
  );
  const paid = running.reduce((sum, { amount }) => sum + amount, 0);
  const ahead = running.some(({ kind, term }) => kind === "renewal" && term !== null && term.from > today);
  const difference = to.price - paid;
  const term =
    firstTerm(to, card.validFrom ?? today) ??
    (card.validFrom ? firstTerm({ ...to, validity: "sale" }, card.validFrom) : null);
  // Employees' cards are given and not sold, and stored-value cards are rows of another kind.
  const other = [from.kind, to.kind].some((kind) => kind === "employee" || kind === "stored");
  const whyNot =
    other || !from.upgrades.some(({ id }) => id === to.id)
      ? m.card_no_upgrade({ from: from.name, to: to.name })
      : to.status !== "T"
        ? m.card_type_off({ type: to.name })
        : ahead
          ? m.card_upgrade_ahead()
          : difference < 0
            ? m.card_upgrade_cheaper({ to: to.name })
            : term !== null && term.to < today
              ? m.card_type_over({ type: to.name, day: term.to })
              : dataWhyNot(to, card, holders);
  const lines = [
    {
      kind: "upgrade" as const,
      name: m.card_line_upgrade({ from: from.name, to: to.name }),
      amount: Math.max(0, difference),
    },
  ];
  // What is held already counts; of a lower deposit nothing goes back before the card ends.
  return { lines, deposit: Math.max(0, to.fee.deposit - (card.deposit ?? 0)), term, whyNot };
}

type Held = Pick<Holder, "identity">;

/** What the new type asks of its holders as a sale does, and the card has not; photographs once it is active: activation asks for them. */
function dataWhyNot(to: ReadType, { status, mobile, photos }: PricedCard, holders: readonly Held[]): string {
  const unnamed = holders.filter(({ identity }) => identity === "").length;
  if (holders.length > to.holdersMost) return m.card_too_many_holders({ n: to.holdersMost });
  if (to.asksIdentity && unnamed > 0) return m.card_upgrade_no_identity({ to: to.name, n: unnamed });
  if (to.asksMobile && !mobile) return m.card_upgrade_no_mobile({ to: to.name });
  const wanted = to.asksPhoto && status !== "sold" ? holders.length : 0;
  return pathsOf(photos ?? null).length < wanted ? m.card_photo_wanted({ n: wanted }) : "";
}

const isOver = (term: Term | null, today: string) => term !== null && term.to < today;

export function priceOfReplacement({ fee, name }: ReadType, card: PricedCard): Priced {
  const lines = [
    { kind: "replacement" as const, name: m.card_line_replacement({ type: name }), amount: fee.replacement },
  ];
  const term = card.validFrom && card.validTo ? { from: card.validFrom, to: card.validTo } : null;
  return { lines, deposit: 0, term, whyNot: "" };
}

export const payableOf = ({ lines }: Pick<Priced, "lines">): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

export function shownPrice(priced: Priced): CardPrice {
  const { lines, deposit, term, whyNot } = priced;
  return { lines, payable: payableOf(priced), deposit, validTo: term?.to ?? "", whyNot };
}

/** What was paid for a card, oldest first. */
export async function chargesOf({ db }: Pick<Call, "db">, cardId: number): Promise<Charge[]> {
  const rows = await rowsOf<
    Omit<Charge, "term" | "paidOn"> & { termFrom: string | null; termTo: string | null; paidAt: string }
  >(
    db,
    sql`
      select id::float8 as id, order_id::float8 as "orderId", line_id::float8 as "lineId", kind, amount::float8 as amount,
             scale, state, term_from::text as "termFrom", term_to::text as "termTo", paid_at as "paidAt"
      from season_card_charge
      where corp_code = current_setting('app.corp_code') and card_id = ${cardId}
      order by id
    `,
  );
  return rows.map(({ termFrom, termTo, paidAt, ...charge }) => ({
    ...charge,
    term: termFrom && termTo ? { from: termFrom, to: termTo } : null,
    paidOn: businessDay(new Date(paidAt)),
  }));
}

/** The scale that a charge was sold under; without one kept, that of the card's type. */
export const scaleOf = ({ scale }: Pick<Charge, "scale">, { fee }: Pick<ReadType, "fee">): Scale => scale ?? fee;

/** Fen of a charge that go back on a day. */
export function backOf(charge: Charge, type: Pick<ReadType, "fee">, today: string): number {
  return ofTerm.includes(charge.kind) && charge.state === "paid" ? amountBack(scaleOf(charge, type), charge, today) : 0;
}
