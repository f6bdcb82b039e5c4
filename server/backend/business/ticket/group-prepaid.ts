/** What groups have paid ahead, and what becomes of it: credited to their order, given back, or forfeited with its reason. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { groupPrepaidLedger as declared } from "~/contract/ticket/group-prepay";
import type { Invariants } from "../../kernel/invariant";
import { fen, said } from "../../kernel/invariant";
import { keepLedger, move } from "../../kernel/ledger";
import { type LedgerBackend, tellLedger } from "../../kernel/ledger-look";
import { yuan } from "../../kernel/money";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { paidOfOrderNo } from "../order/query-parts";
import type { Tender } from "../order/settlement";
import { hoursBefore, minuteOf, type Times } from "./group-due";
import { groupBooking, groupPrepaid, groupPrepaidLedger as rows } from "./group-schema";

export const prepaidLedger = keepLedger(declared, { rows, accounts: groupPrepaid });

export const prepaidBackend: LedgerBackend = {
  ledger: prepaidLedger,
  references: { bookingId: { table: groupBooking, name: groupBooking.bookingNo } },
  query: {
    from: "group_prepaid_ledger l",
    columns: {
      reason: sql`
        case when l.kind = 'forfeit' then (
          select p.forfeit_reason from group_prepaid p where p.corp_code = l.corp_code and p.id = l.group_prepaid_id
        ) end`,
    },
  },
};

tellLedger(prepaidLedger, "groupBooking", "bookingId");

type Kind = keyof (typeof declared)["kinds"];

/** Amounts in fen. */
export interface Prepaid {
  id: number;
  bookingNo: string;
  organisation: string;
  state: string;
  /** 0: nothing is to be paid ahead. */
  asked: number;
  held: number;
  kept: number;
  /** Of what is asked, still to come; 0 of a booking that is over. */
  owed: number;
  ways: { paymentType: string; held: number }[];
  /** Until when it is due; null: until it is settled. */
  due: Date | null;
  /** Until when a cancellation gives it back; null: whenever it is cancelled. */
  backUntil: Date | null;
}

type Found = Omit<Prepaid, "owed" | "due" | "backUntil"> &
  Times & { dueHours: number | null; backHours: number | null };

/** By booking. */
export async function prepaidOf({ db }: Pick<Call, "db">, ids: readonly number[]): Promise<Map<number, Prepaid>> {
  const found = await rowsOf<Found>(
    db,
    sql`
      select b.id::float8 as id, b.booking_no as "bookingNo", b.organisation, b.state,
             coalesce(b.prepay_asked, 0)::float8 as asked, coalesce(p.held, 0)::float8 as held,
             coalesce(p.kept, 0)::float8 as kept, coalesce(p.ways, '[]') as ways,
             b.visit_day::text as "visitDay", b.slot, left(b.arrival::text, 5) as arrival,
             b.prepay_hours as "dueHours", b.prepay_back_hours as "backHours"
      from group_booking b
      left join lateral (
        select sum(p.held) as held, sum(p.kept) as kept,
               json_agg(json_build_object('paymentType', p.payment_type, 'held', p.held) order by p.id)
                 filter (where p.held > 0) as ways
        from group_prepaid p
        where p.corp_code = b.corp_code and p.booking_id = b.id
      ) p on true
      where b.id = any (${sql.param([...ids])}::bigint[])
    `,
  );
  return new Map(
    found.map(({ visitDay, slot, arrival, dueHours, backHours, ...one }) => {
      const times = { visitDay, slot, arrival };
      const owed = isExpected(one.state) ? Math.max(0, one.asked - one.held) : 0;
      return [
        one.id,
        { ...one, owed, due: hoursBefore(times, dueHours), backUntil: hoursBefore(times, backHours) },
      ] satisfies [number, Prepaid];
    }),
  );
}

const isExpected = (state: string) => state === "confirmed" || state === "arrived";

export const isLate = ({ owed, due }: Prepaid, now: Date): boolean => owed > 0 && due !== null && now >= due;

/** How a booking stands; "" where nothing is asked, or it is over. */
export function sayPrepaid(one: Prepaid, now: Date): string {
  if (one.kept > 0) return m.group_prepaid_was_kept({ amount: yuan(one.kept) });
  if (one.asked === 0 || !isExpected(one.state)) return "";
  if (one.owed === 0) return m.group_prepaid_all({ held: yuan(one.held) });
  const facts = { owed: yuan(one.owed), asked: yuan(one.asked) };
  if (one.due === null) return m.group_prepay_owed(facts);
  const when = minuteOf(one.due);
  return isLate(one, now) ? m.group_prepay_late({ ...facts, when }) : m.group_prepay_until({ ...facts, when });
}

/** What a cancellation now does with it; "" where nothing is held. */
export function sayCancelled({ held, backUntil }: Prepaid, now: Date): string {
  if (held === 0) return "";
  const amount = yuan(held);
  if (backUntil === null) return m.group_prepay_back_always({ amount });
  const when = minuteOf(backUntil);
  return now < backUntil ? m.group_prepay_back_now({ amount, when }) : m.group_prepay_forfeits({ amount, when });
}

/** `part` tells movements of one kind and booking apart. */
export async function movePrepaid(
  call: Call,
  { id: bookingId, bookingNo }: { id: number; bookingNo: string },
  { kind, paymentType, amount, part }: { kind: Kind; paymentType: string; amount: number; part?: string },
): Promise<void> {
  const source = { business: "ticket", kind: `group-${kind}`, subject: bookingNo, ...(part !== undefined && { part }) };
  if (!(await move(call, prepaidLedger, { account: { bookingId, paymentType }, kind, amount, source })))
    throw new Refusal(m.refused_same_moment());
}

/** What it holds, by way, in the order in which the ways were first used; locked until the transaction ends. */
function heldBy({ db }: Call, bookingId: number): Promise<Tender[]> {
  return rowsOf<Tender>(
    db,
    sql`
      select payment_type as "paymentType", held::float8 as amount
      from group_prepaid
      where corp_code = current_setting('app.corp_code') and booking_id = ${bookingId} and held > 0
      order by id
      for update
    `,
  );
}

/**
 * Credits what is held to an order of `payable` fen; what is more than that goes back the way it came. Answers the payments of
 * the order that it makes; none: nothing was paid ahead.
 */
export async function creditPrepaid(
  call: Call,
  booking: { id: number; bookingNo: string },
  payable: number,
): Promise<Tender[]> {
  let open = payable;
  const payments: Tender[] = [];
  for (const { paymentType, amount } of await heldBy(call, booking.id)) {
    const credited = Math.min(open, amount);
    open -= credited;
    if (credited > 0) await movePrepaid(call, booking, { kind: "credit", paymentType, amount: credited });
    if (amount > credited)
      await movePrepaid(call, booking, { kind: "payBack", paymentType, amount: amount - credited });
    payments.push({ paymentType, amount: credited });
  }
  return payments;
}

/**
 * A booking is cancelled: in time what is held goes back the way it came, late it is forfeited for this reason. `giveBack`: it goes
 * back all the same, which takes a right of its own. Answers what is to be said of it; "" where nothing was held.
 */
export async function endPrepaid(
  call: Call,
  booking: { id: number; bookingNo: string },
  { reason, giveBack }: { reason: string; giveBack: boolean },
): Promise<string> {
  const ways = await heldBy(call, booking.id);
  if (ways.length === 0) return "";
  const backUntil = (await prepaidOf(call, [booking.id])).get(booking.id)?.backUntil ?? null;
  const late = backUntil !== null && call.now >= backUntil;
  if (late && giveBack && !(await call.may("groupBooking:prepayBackLate")))
    throw new Refusal(m.group_prepay_back_late_refused({ when: minuteOf(backUntil) }));
  const forfeits = late && !giveBack;
  if (forfeits)
    await call.db.execute(sql`
      update group_prepaid set forfeit_reason = ${reason}
      where corp_code = current_setting('app.corp_code') and booking_id = ${booking.id} and held > 0
    `);
  for (const { paymentType, amount } of ways)
    await movePrepaid(call, booking, { kind: forfeits ? "forfeit" : "payBack", paymentType, amount });
  const amount = yuan(ways.reduce((sum, one) => sum + one.amount, 0));
  return forfeits ? m.group_prepaid_forfeited({ amount }) : m.group_prepaid_given_back({ amount });
}

export const prepaidInvariants: Invariants = {
  "prepayments are held for groups that are confirmed or have arrived, and forfeited by cancelled ones alone": {
    says: m.rule_prepayments_are_held_for_groups,
    broken: `
      select b.booking_no as booking, p.held, p.kept
      from group_prepaid p
      join group_booking b on b.corp_code = p.corp_code and b.id = p.booking_id
      where p.held > 0 and b.state not in ('confirmed', 'arrived')
         or p.kept > 0 and b.state <> 'cancelled'`,
    found: (row, options) =>
      m.audit_group_prepaid({ booking: said(row.booking), held: fen(row.held), kept: fen(row.kept) }, options),
  },
  "what a group paid ahead and was credited is what its order was paid with by the same way": {
    says: m.rule_prepayments_credited_are_payments,
    broken: `
      select b.booking_no as booking, p.payment_type, c.credited, o.paid
      from group_prepaid p
      join group_booking b on b.corp_code = p.corp_code and b.id = p.booking_id
      join lateral (
        select -sum(l.held_change) as credited
        from group_prepaid_ledger l
        where l.corp_code = p.corp_code and l.group_prepaid_id = p.id and l.kind = 'credit'
      ) c on c.credited > 0
      join lateral (select ${paidOfOrderNo("b", "p.payment_type")} as paid) o on o.paid < c.credited`,
    found: (row, options) =>
      m.audit_group_prepaid_credited(
        { booking: said(row.booking), credited: fen(row.credited), paid: fen(row.paid) },
        options,
      ),
  },
};
