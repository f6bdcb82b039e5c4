/** Promotion codes at the counter: what each is good for, which ticket it makes cheaper, and that it is used once. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { codesIn, isCode, maskedCode } from "~/contract/ticket/activity-code";
import { discountOf } from "~/contract/ticket/discount-amount";
import { businessDay, stamp } from "../../../kernel/business-time";
import { Refusal } from "../../../kernel/refusal";
import { firstOf, rowsOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";
import type { AskedLine, Cart } from "../sale-cart";
import { marksOf } from "./card-codes";
import type { Unit } from "./off";
import type { Found, Problem, ReductionWish } from "./wish";

/** A code that a sale uses. */
export interface CardTaking {
  codeId: number;
  cardId: number;
  name: string;
  masked: string;
  perPerson: number | null;
  /** What the person may be found by, the newest first; none where nobody asks. */
  person: string[];
}

export interface CardsFound extends Found {
  takings: CardTaking[];
}

/** Codes that one sale takes at most. */
const most = 20;

interface Known {
  id: number;
  mark: string;
  state: "free" | "used" | "voided";
  usedAt: string | null;
  orderNo: string | null;
  cardId: number;
  name: string;
  status: "T" | "F";
  rule: "rate" | "amount" | "price";
  rate: number | null;
  amount: number | null;
  price: number | null;
  startDay: string;
  endDay: string;
  perPerson: number | null;
  typeIds: number[];
}

/** `taken`: units that something else has made cheaper: one ticket is one at most. */
export async function cardsOff(
  call: Call,
  { asked }: Pick<Cart, "asked">,
  left: readonly number[][],
  wish: ReductionWish,
  taken: readonly Unit[],
): Promise<CardsFound> {
  const codes = codesIn(wish.card ?? "");
  const found: CardsFound = { offs: [], problems: [], takings: [] };
  const refuse = (message: string, field = "card") => found.problems.push({ field, message });
  if (codes.length > most) refuse(m.card_too_many({ n: most }));
  if (codes.length === 0 || codes.length > most) return found;
  const known = await knownCodes(call, codes);
  const busy = new Set(taken.map(keyOf));
  for (const [place, code] of codes.entries()) {
    const masked = maskedCode(code.slice(-4));
    const own = known.get(code);
    const twice = codes.indexOf(code) < place;
    const why = twice ? m.card_twice({ code: masked }) : whyNot(call, code, masked, own);
    if (why || !own) {
      refuse(why || m.card_unknown({ code: masked }));
      continue;
    }
    const units = unitsFor(asked, left, own).filter((unit) => !busy.has(keyOf(unit)));
    const [best] = units.sort((one, other) => other.amount - one.amount);
    if (!best) {
      refuse(m.card_not_for({ code: masked, name: own.name }));
      continue;
    }
    if (best.amount <= 0) {
      refuse(m.card_no_cheaper({ code: masked, name: own.name }));
      continue;
    }
    const person = own.perPerson === null ? [] : personOf(call, asked, best, wish);
    if (person === null) {
      refuse(m.card_needs_mobile({ name: own.name }), "contactMobile");
      continue;
    }
    const taking = { codeId: own.id, cardId: own.cardId, name: own.name, masked, perPerson: own.perPerson, person };
    const beyond = await personWhyNot(call, taking, found.takings);
    if (beyond) {
      refuse(beyond);
      continue;
    }
    busy.add(keyOf(best));
    const name = m.card_reduced({ name: own.name, code: masked });
    found.offs.push({ kind: "card", reason: "", name, words: "", subjectId: own.id, units: [best] });
    found.takings.push(taking);
  }
  return { ...found, problems: firstByField(found.problems) };
}

const keyOf = ({ line, unit }: Unit) => `${line}/${unit}`;

/** A field says one thing at a time. */
const firstByField = (problems: readonly Problem[]) =>
  problems.filter(({ field }, place) => problems.findIndex((one) => one.field === field) === place);

async function knownCodes(call: Call, codes: readonly string[]): Promise<Map<string, Known>> {
  const marks = codes.filter(isCode).flatMap((code) => marksOf(call, "code", code).map((mark) => ({ code, mark })));
  const rows = await rowsOf<Known>(
    call.db,
    sql`
      select c.id, c.mark, c.state, c.used_at as "usedAt", c.order_no as "orderNo", a.id as "cardId", a.name, a.status,
             a.rule, a.rate, a.amount, a.price, a.start_day::text as "startDay", a.end_day::text as "endDay",
             a.per_person as "perPerson",
             (select coalesce(json_agg(t.ticket_type_id), '[]')
              from activity_card_type t
              where t.corp_code = a.corp_code and t.activity_card_id = a.id) as "typeIds"
      from activity_code c
      join activity_card a on a.corp_code = c.corp_code and a.id = c.activity_card_id
      where c.mark = any (${sql.param(marks.map(({ mark }) => mark))}::text[])
    `,
  );
  return new Map(
    marks.flatMap(({ code, mark }) => rows.flatMap((row) => (row.mark === mark ? [[code, row] as const] : []))),
  );
}

function whyNot({ now }: Call, code: string, masked: string, known: Known | undefined): string {
  if (!isCode(code)) return m.card_mistyped({ code: masked });
  if (!known || known.state === "voided")
    return known ? m.card_voided({ code: masked }) : m.card_unknown({ code: masked });
  const { name, state, usedAt, orderNo, status, startDay, endDay } = known;
  if (state === "used") return m.card_used_before({ code: masked, at: stamp(usedAt), orderNo: orderNo ?? "" });
  if (status !== "T") return m.card_suspended({ name });
  const today = businessDay(now);
  if (today < startDay) return m.card_not_yet({ name, day: startDay });
  return today > endDay ? m.card_over({ name, day: endDay }) : "";
}

function unitsFor(asked: readonly AskedLine[], left: readonly number[][], { typeIds, ...card }: Known) {
  return asked.flatMap(({ type }, line) =>
    typeIds.includes(type.id)
      ? (left[line] ?? []).map((price, unit) => ({ line, unit, amount: amountOff(price, card) }))
      : [],
  );
}

function amountOff(price: number, { rule, rate, amount, price: fixed }: Omit<Known, "typeIds">): number {
  if (rule === "price") return price - (fixed ?? 0);
  return Math.min(price, discountOf(price, { amount: amount ?? 0, rate: rule === "rate" ? (rate ?? 0) : 0 }));
}

/** The holder of the ticket, or whoever left a mobile; null where nobody is told, [] where a visitor is still missing. */
function personOf(call: Call, asked: readonly AskedLine[], at: Unit, wish: ReductionWish): string[] | null {
  const type = asked[at.line]?.type;
  const rule = type?.realName ?? "none";
  if (rule === "none") return wish.contactMobile ? marksOf(call, "person", `mobile/${wish.contactMobile}`) : null;
  const before = asked
    .slice(0, at.line)
    .filter((line) => line.type.realName === "perTicket")
    .reduce((sum, line) => sum + line.quantity * (line.type.combo?.people ?? 1), 0);
  const place = rule === "perOrder" ? 0 : before + at.unit * (type?.combo?.people ?? 1);
  const visitor = wish.visitors?.[place];
  if (!visitor) return [];
  return marksOf(call, "person", `${visitor.document}/${visitor.country}/${visitor.identity}`);
}

/** Why the person has had theirs, codes of this very sale included; "" when they have not. */
async function personWhyNot(call: Call, taking: CardTaking, others: readonly CardTaking[]): Promise<string> {
  const { perPerson, person, cardId, name } = taking;
  if (perPerson === null || person.length === 0) return "";
  const row = await firstOf<{ n: number }>(
    call.db,
    sql`
      select count(*)::int as n
      from activity_code
      where activity_card_id = ${cardId} and state = 'used' and person = any (${sql.param(person)}::text[])
    `,
  );
  const here = others.filter((one) => one.cardId === cardId && one.person[0] === person[0]).length;
  const had = (row?.n ?? 0) + here;
  return had < perPerson ? "" : m.card_person_limit({ name, n: perPerson, had });
}

/** Uses all or, by a refusal, none. */
export type TakeCards = (call: Call, takings: readonly CardTaking[], orderNo: string) => Promise<void>;

export const takeCards: TakeCards = async (call, takings, orderNo) => {
  const cards = [...new Set(takings.map(({ cardId }) => cardId))].sort((one, other) => one - other);
  // The batch is locked first, always in the same order: whoever counts what a person has had counts alone.
  for (const cardId of cards) {
    const own = takings.filter((one) => one.cardId === cardId);
    const batch = await firstOf(
      call.db,
      sql`
        update activity_card
        set used = used + ${own.length}
        where corp_code = current_setting('app.corp_code') and id = ${cardId} and status = 'T'
        returning id
      `,
    );
    if (!batch) throw new Refusal(m.card_suspended({ name: own[0]?.name ?? "" }));
    for (const taking of own) {
      const beyond = await personWhyNot(call, taking, []);
      if (beyond) throw new Refusal(beyond);
      await spendCode(call, taking, orderNo);
    }
  }
};

/** The statement carries its own condition: a code that another till has just used is not used again. */
async function spendCode(call: Call, { codeId, person, masked }: CardTaking, orderNo: string): Promise<void> {
  const { db, now, caller } = call;
  const used = await firstOf(
    db,
    sql`
      update activity_code
      set state = 'used', used_at = ${now.toISOString()}::timestamptz, order_no = ${orderNo}, used_by = ${caller.name},
          person = ${person[0] ?? ""}
      where corp_code = current_setting('app.corp_code') and id = ${codeId} and state = 'free'
      returning id
    `,
  );
  if (!used) throw new Refusal(m.card_just_used({ code: masked }));
}

/** Of codes whose ticket was refunded: those of batches that say so may be used again. */
export async function giveBackCards(call: Call, codeIds: readonly number[]): Promise<void> {
  if (codeIds.length === 0) return;
  // Batches before codes, as the sale locks them.
  await call.db.execute(sql`
    select from activity_card
    where id in (select activity_card_id from activity_code where id = any (${sql.param([...codeIds])}::bigint[]))
    order by id
    for update
  `);
  await call.db.execute(sql`
    with back as (
      update activity_code c
      set state = 'free', used_at = null, order_no = null, used_by = null, person = ''
      from activity_card a
      where c.corp_code = current_setting('app.corp_code')
        and c.id = any (${sql.param([...codeIds])}::bigint[])
        and c.state = 'used'
        and a.corp_code = c.corp_code
        and a.id = c.activity_card_id
        and a.gives_back
      returning c.activity_card_id
    )
    update activity_card a
    set used = used - b.n
    from (select activity_card_id as id, count(*)::int as n from back group by 1) b
    where a.corp_code = current_setting('app.corp_code') and a.id = b.id
  `);
}

/** Of a sale that came to nothing: its codes were never used, whatever their batch says of refunds. */
export async function freeCodes(call: Call, codeIds: readonly number[]): Promise<void> {
  if (codeIds.length === 0) return;
  const ids = sql`${sql.param([...codeIds])}::bigint[]`;
  await call.db.execute(sql`
    select from activity_card where id in (select activity_card_id from activity_code where id = any (${ids}))
    order by id
    for update
  `);
  await call.db.execute(sql`
    with back as (
      update activity_code
      set state = 'free', used_at = null, order_no = null, used_by = null, person = ''
      where corp_code = current_setting('app.corp_code') and id = any (${ids}) and state = 'used'
      returning activity_card_id
    )
    update activity_card a
    set used = used - b.n
    from (select activity_card_id as id, count(*)::int as n from back group by 1) b
    where a.corp_code = current_setting('app.corp_code') and a.id = b.id
  `);
}

/** Whether any activity takes codes today: without one the counter asks for none. */
export async function anyCard({ db, now }: Pick<Call, "db" | "now">): Promise<boolean> {
  const today = businessDay(now);
  const found = await firstOf(
    db,
    sql`
      select id
      from activity_card
      where status = 'T' and issued_at is not null and start_day <= ${today}::date and end_day >= ${today}::date
      limit 1
    `,
  );
  return found !== undefined;
}
