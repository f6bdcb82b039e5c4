/** A person's limit of reservations in a period, and how long no-shows keep them from reserving. */
import { sql } from "drizzle-orm";
import type { IdentityDocument } from "~/contract/identity-document";
import { m } from "~/contract/messages";
import { reservationKind } from "~/contract/ticket/reservation-kind";
import { businessDay } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { parameterValue } from "../../kernel/parameters";
import { Invalid } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { personOf } from "./restricted-visitor";
import { addDays } from "./rules/days";
import { barOf, fullPeriod, type Had, type ReservationRules } from "./rules/reservation";
import type { Cart } from "./sale-cart";

type Visitors = readonly ((IdentityDocument & { name: string }) | null)[];
/** What is reserved for a day; or for several, each of which is asked about with the number of all. */
type Reserving = Pick<Cart, "visitDay"> &
  Partial<Pick<Cart, "days">> & { lines: readonly { type: { kind: string } }[] };

export interface KeptOut {
  /** Among the visitors. */
  place: number;
  message: string;
}

/** Refuses those who may not reserve, each beside their number. Nothing is asked where nothing is reserved. */
export type CheckReservations = (call: Call, cart: Reserving, visitors: Visitors) => Promise<void>;

export const checkReservations: CheckReservations = async (call, cart, visitors) => {
  if (reservedLines(cart) === 0) return;
  const people = [...new Set(visitors.flatMap((one) => (one ? [personOf(one)] : [])))].sort();
  // One after the other for the same person: or two desks would each see room for one more.
  for (const person of people) {
    const key = `${call.caller.corpCode}/reserve/${person}`;
    await call.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }
  await refuseReservations(call, cart, visitors);
};

/** As {@link checkReservations}, holding nobody up. */
export async function refuseReservations(call: Call, cart: Reserving, visitors: Visitors): Promise<void> {
  const out = await reservationsKeptOut(call, cart, visitors);
  if (out.length === 0) return;
  throw new Invalid(Object.fromEntries(out.map(({ place, message }) => [`visitors.${place}.identity`, [message]])));
}

const reservedLines = ({ lines }: Reserving) => lines.filter(({ type }) => type.kind === reservationKind).length;

/** Who may not reserve, and why: for a quotation. */
export async function reservationsKeptOut(call: Call, cart: Reserving, visitors: Visitors): Promise<KeptOut[]> {
  const wanted = reservedLines(cart);
  if (wanted === 0) return [];
  const rules = await rulesOf(call);
  const today = businessDay(call.now);
  const had = await hadBy(call, visitors, firstDay(cart.visitDay, today, rules));
  const told = new Set<string>();
  const { days = [cart.visitDay] } = cart;
  return visitors.flatMap((visitor, place): KeptOut[] => {
    if (!visitor || told.has(personOf(visitor))) return [];
    told.add(personOf(visitor));
    const own = had.filter(({ person }) => person === personOf(visitor));
    const whys = days.map((day) => whyNot(visitor, own, day, today, wanted, rules));
    const message = whys.find((why) => why !== "") ?? "";
    return message === "" ? [] : [{ place, message }];
  });
}

function whyNot(
  { name, identity: number }: { name: string; identity: string },
  had: readonly Had[],
  visitDay: string,
  today: string,
  wanted: number,
  rules: ReservationRules,
): string {
  const identity = maskIdentity(number);
  const missed = had.filter((one) => one.missed).map(({ day }) => day);
  const bar = barOf(missed, today, rules);
  if (bar) {
    const { until, last, times } = bar;
    return m.reservation_barred({ name, identity, days: rules.missPeriod, times, last, until });
  }
  const days = had.map(({ day }) => day);
  const full = fullPeriod(days, visitDay, wanted, rules);
  return full ? m.reservation_limit({ name, identity, ...full, limit: rules.limit, days: rules.period }) : "";
}

const firstDay = (visitDay: string, today: string, { period, missPeriod, bar }: ReservationRules) =>
  [addDays(visitDay, -period), addDays(today, -missPeriod - bar)].sort()[0] ?? today;

async function rulesOf({ db }: Call): Promise<ReservationRules> {
  const kept = await firstOf<Record<keyof ReservationRules, string>>(
    db,
    sql`
      select ${parameterValue("reservationLimit")} as "limit", ${parameterValue("reservationPeriod")} as period,
             ${parameterValue("noShowLimit")} as misses, ${parameterValue("noShowPeriod")} as "missPeriod",
             ${parameterValue("noShowBar")} as bar
    `,
  );
  const whole = (text: string | undefined, least: number) => Math.max(least, Math.trunc(Number(text)) || 0);
  return {
    limit: whole(kept?.limit, 0),
    period: whole(kept?.period, 1),
    misses: whole(kept?.misses, 0),
    missPeriod: whole(kept?.missPeriod, 1),
    bar: whole(kept?.bar, 1),
  };
}

/** By ticket holder: of a party that names each, who stayed away missed it and the others did not. */
function hadBy({ db }: Call, visitors: Visitors, from: string): Promise<(Had & { person: string })[]> {
  const people = visitors.flatMap((one) => (one ? [{ ...one, person: personOf(one) }] : []));
  return rowsOf(
    db,
    sql`
      select w.person, r.visit_day as day, bool_and(t.state = 'expired') and not r.excused as missed
      from (
        select distinct person, document, country, identity
        from json_to_recordset(${JSON.stringify(people)}::json)
          as p (person text, document text, country text, identity text)
      ) w
      join ticket t
        on t.holder_identity = w.identity
       and t.holder_identity <> ''
       and t.holder_document = w.document
       and t.holder_country = w.country
       and t.visit_day >= ${from}::date
       and t.state not in ('refunded', 'changed', 'voided')
      join reservation r on r.corp_code = t.corp_code and r.line_id = t.line_id
      group by w.person, r.id, r.visit_day, r.excused
    `,
  );
}
