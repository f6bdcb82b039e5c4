/**
 * What was put onto cards, top-up by top-up, and what of it went back. Others may hold some of it: what is invoiced goes back
 * once its invoice is reversed. They register themselves; stored value knows none of them.
 */
import { sql } from "drizzle-orm";
import { Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface TopUp {
  id: number;
  cardId: number;
  /** Of the card now: a replacement has taken it over. */
  number: string;
  slipNo: string;
  paymentType: string;
  at: string;
  amount: number;
  returned: number;
}

/** Fen of a top-up. */
export interface TopUpPart {
  id: number;
  amount: number;
}

interface HoldsTopUps {
  /** Fen of each that do not go back now. */
  held(call: Call, ids: readonly number[]): Promise<Map<number, number>>;
  /** Why `need` fen of them do not. */
  says(call: Call, ids: readonly number[], need: number): Promise<string>;
  /** Why what is held may not go back even by a second person's word; "" where it may. */
  whyNotFirst(call: Call, ids: readonly number[]): Promise<string>;
  /** What was held went back all the same. */
  paidFirst(call: Call, parts: readonly TopUpPart[]): Promise<void>;
}

const holders = new Map<string, HoldsTopUps>();

/** One of a business: a second takes the place of the first. */
export function holdsTopUps(business: string, holder: HoldsTopUps): void {
  holders.set(business, holder);
}

const own = sql`t.corp_code = current_setting('app.corp_code')`;
const ids = (all: readonly number[]) => sql`any (${`{${all.join(",")}}`}::bigint[])`;

const read = sql`
  select t.id::float8 as id, t.card_id::float8 as "cardId", t.number, t.slip_no as "slipNo",
         t.payment_type as "paymentType", t.at::text as at, t.amount::float8 as amount, t.returned::float8 as returned
  from stored_top_up_told t
`;

/** In their order, as everybody locks them. */
export async function lockTopUps({ db }: Call, topUpIds: readonly number[]): Promise<void> {
  await db.execute(sql`select from stored_top_up t where ${own} and t.id = ${ids(topUpIds)} order by t.id for update`);
}

export const readTopUps = ({ db }: Call, topUpIds: readonly number[]): Promise<TopUp[]> =>
  rowsOf<TopUp>(db, sql`${read} where ${own} and t.id = ${ids(topUpIds)} order by t.id`);

/** The latest first; null where there is no such card. */
export async function topUpsOfCard({ db }: Call, cardId: number): Promise<{ number: string; all: TopUp[] } | null> {
  const card = await firstOf<{ number: string }>(
    db,
    sql`select c.number from stored_card c where c.corp_code = current_setting('app.corp_code') and c.id = ${cardId}`,
  );
  if (!card) return null;
  const all = await rowsOf<TopUp>(db, sql`${read} where ${own} and t.card_id = ${cardId} order by t.id desc limit 200`);
  return { number: card.number, all };
}

/** What was topped up and went back in a period, as of the ledger. */
export async function toppedUpBetween(
  { db }: Call,
  { from, until }: { from: Date | null; until: Date },
): Promise<{ paid: number; refunded: number }> {
  const found = await firstOf<{ paid: number; refunded: number }>(
    db,
    sql`
      select coalesce(sum(principal_change) filter (where kind = 'topUp'), 0)::float8 as paid,
             coalesce(-sum(principal_change) filter (where kind = 'refund'), 0)::float8 as refunded
      from stored_ledger
      where corp_code = current_setting('app.corp_code') and kind in ('topUp', 'refund')
        and at < ${until.toISOString()}::timestamptz
        ${from ? sql`and at >= ${from.toISOString()}::timestamptz` : sql``}
    `,
  );
  return found ?? { paid: 0, refunded: 0 };
}

export async function noteTopUp(
  { db, now }: Call,
  {
    cardId,
    slipNo,
    paymentType,
    amount,
    tierFrom,
  }: Pick<TopUp, "cardId" | "slipNo" | "paymentType" | "amount"> & { tierFrom: number | null },
): Promise<void> {
  if (amount === 0) return;
  await db.execute(sql`
    insert into stored_top_up (card_id, slip_no, payment_type, amount, tier_from, at)
    values (${cardId}, ${slipNo}, ${paymentType}, ${amount}, ${tierFrom}, ${now.toISOString()}::timestamptz)
  `);
}

/**
 * Before somebody is asked to approve: refuses what could not be done. True where some of it is held and goes back by the word
 * of a second person alone.
 */
export async function isHeldBack(call: Call, cardId: number, amount: number): Promise<boolean> {
  const { first } = await partsOf(call, cardId, amount);
  return first.length > 0;
}

/** Of the latest first, of what nobody holds; then, as {@link isHeldBack} had somebody decide, of what is held. The card is locked. */
export async function returnOfTopUps(call: Call, cardId: number, amount: number): Promise<void> {
  if (amount === 0) return;
  const { parts, first } = await partsOf(call, cardId, amount);
  await call.db.execute(sql`
    update stored_top_up t
    set returned = t.returned + p.amount
    from (
      select id, sum(amount)::bigint as amount
      from jsonb_to_recordset(${JSON.stringify([...parts, ...first])}::jsonb) as p (id bigint, amount bigint)
      group by id
    ) p
    where ${own} and t.id = p.id
  `);
  if (first.length === 0) return;
  for (const holder of holders.values()) await holder.paidFirst(call, first);
}

/** They stay locked: nobody else holds any of them until this has come to its end. */
async function partsOf(
  call: Call,
  cardId: number,
  amount: number,
): Promise<{ parts: TopUpPart[]; first: TopUpPart[] }> {
  const { db } = call;
  const all = await rowsOf<{ id: number; left: number }>(
    db,
    sql`
      select t.id::float8 as id, (t.amount - t.returned)::float8 as left
      from stored_top_up t
      where ${own} and t.card_id = ${cardId} and t.returned < t.amount
      order by t.id
      for update
    `,
  );
  const topUpIds = all.map(({ id }) => id);
  const free = new Map(all.map(({ id, left }) => [id, left]));
  for (const holder of holders.values())
    for (const [id, held] of await holder.held(call, topUpIds)) free.set(id, (free.get(id) ?? 0) - held);
  let rest = amount;
  const latestFirst = [...all].reverse();
  const take = (most: (one: (typeof all)[number]) => number): TopUpPart[] =>
    latestFirst.flatMap((one) => {
      const part = Math.min(rest, Math.max(0, most(one)));
      rest -= part;
      return part > 0 ? [{ id: one.id, amount: part }] : [];
    });
  const parts = take(({ id }) => free.get(id) ?? 0);
  if (rest === 0) return { parts, first: [] };
  for (const holder of holders.values()) {
    const why = await holder.says(call, topUpIds, rest);
    if (why && (await holder.whyNotFirst(call, topUpIds)) !== "") throw new Refusal(why);
  }
  const first = take(({ id, left }) => left - Math.max(0, free.get(id) ?? 0));
  if (rest > 0) throw new Error(`card ${cardId}: ${rest} fen of its principal are no top-up's`);
  return { parts, first };
}
