/** Purchases that tills without a line bring: each once, judged by its own moment, booked or left for somebody to decide. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { storedCard as byCard } from "~/contract/order/cash";
import { storedOffline as resource, storedOfflineTerms, storedOfflineUpload } from "~/contract/stored/offline";
import { offlineMostAt, type Place } from "~/contract/stored/spend-rules";
import { businessDay, stamp } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { parameterOf } from "../../kernel/parameters";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { readType } from "../card/read-type";
import { posReference } from "../order/payment/pos-reference";
import { offlineCardsServed, tillsSeen } from "./offline-cards";
import { lineOf, sellAt } from "./pay";
import { type ReadCard, readCard, rulesOf } from "./read-card";
import { storedCard, storedOffline as table } from "./schema";
import { quoteSpend } from "./spending";

type Entry = ParsedPayloadOf<typeof storedOfflineUpload>["entries"][number];

dependsOn("pos", { table, by: table.posId, name: table.number, words: m.stored_offline_dep });
dependsOn("smartCard", { table, by: table.cardId, name: table.number, words: m.stored_offline_dep });

const own = sql`current_setting('app.corp_code')`;
/** A till's clock may run ahead so far; what is older than this is asked about. */
const ahead = 5 * 60_000;
const oldest = 7 * 86_400_000;

const listServed = serveResource(resource, {
  table,
  references: { posId: posReference, cardId: { table: storedCard, name: storedCard.number } },
  commands: {
    book: {
      async run(call, row) {
        const card = await lockedCard(call, row.number);
        if (!card) throw new Refusal(m.card_none_found());
        const place = await placeOfTill(call, Number(row.posId));
        const orderNo = await book(call, { card, place, amount: Number(row.amount), what: row.what, at: call.now });
        return { set: { ...decided(call), orderNo, cardId: card.id } };
      },
    },
    drop: { run: (call) => ({ set: decided(call) }) },
  },
});

const decided = ({ now, caller }: Call) => ({ decidedAt: stamp(now), decidedBy: caller.name });

const terms = serve(storedOfflineTerms, async (call) => {
  const tills = (await tillsSeen(call)).map(({ posId, name }) => ({ value: String(posId), label: name }));
  return { tills, ...(await mostOf(call)) };
});

async function mostOf({ db }: Call) {
  return {
    cardMost: Number(await parameterOf(db, "storedOfflineCard")),
    batchMost: Number(await parameterOf(db, "storedOfflineBatch")),
  };
}

/** Cards are locked in one order before any is charged: two batches with the same cards wait for one another, not in turn. */
const upload = serve(storedOfflineUpload, async (call, { posId, entries }) => {
  const place = await placeOfTill(call, posId);
  const { cardMost, batchMost } = await mostOf(call);
  const numbers = JSON.stringify(entries.map(({ number }) => number.toLowerCase()));
  await call.db.execute(sql`
    select 1 from stored_card
    where corp_code = ${own} and number_key in (select value from jsonb_array_elements_text(${numbers}::jsonb))
    order by id
    for update
  `);
  const inOrder = [...entries].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const answer = { booked: 0, repeated: 0, open: [] as { entryKey: string; number: string; message: string }[] };
  let taken = 0;
  for (const entry of inOrder) {
    const kept = await keep(call, posId, entry);
    if (kept.before) {
      answer.repeated += 1;
      // An answer may have been lost: what waits for somebody is told again.
      if (kept.open) answer.open.push({ entryKey: entry.entryKey, number: entry.number, message: kept.open });
      continue;
    }
    const { id } = kept;
    const { orderNo, message, cardId } = await settle(call, entry, { place, cardMost, left: batchMost - taken });
    const state = message === "" ? "booked" : "open";
    await call.db.execute(sql`
      update stored_offline
      set state = ${state}, message = ${message || null}, order_no = ${orderNo}, card_id = ${cardId}
      where corp_code = ${own} and id = ${id}
    `);
    if (state === "booked") {
      answer.booked += 1;
      taken += entry.amount;
    } else answer.open.push({ entryKey: entry.entryKey, number: entry.number, message });
    const after = { number: entry.number, amount: entry.amount, orderNo, ...(message && { message }) };
    call.audit({ thing: "storedOffline", thingId: id, label: entry.number, after });
  }
  return answer;
});

type Kept = { before: false; id: number } | { before: true; open: string };

/** A key that was brought `before` and says something else now is refused, and nothing of the batch is kept. */
async function keep(call: Call, posId: number, { entryKey, number, amount, at, what }: Entry): Promise<Kept> {
  const moment = new Date(at);
  const made = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into stored_offline (entry_key, at, day, pos_id, number, amount, what, state, sent_by)
      values (${entryKey}, ${moment.toISOString()}::timestamptz, ${businessDay(moment)}, ${posId}, ${number}, ${amount},
              ${what || null}, 'open', ${call.caller.name})
      on conflict do nothing
      returning id::float8 as id
    `,
  );
  if (made) return { before: false, id: made.id };
  const before = await firstOf<{ number: string; amount: number; open: string }>(
    call.db,
    sql`
      select number, amount::float8 as amount, case when state = 'open' then coalesce(message, '') else '' end as open
      from stored_offline
      where corp_code = ${own} and lower(entry_key) = ${entryKey.toLowerCase()}
    `,
  );
  if (before?.number !== number || before.amount !== amount) throw new Refusal(m.ops_key_reused());
  return { before: true, open: before.open };
}

interface Terms {
  place: Place;
  cardMost: number;
  /** Of the batch, once what was booked before is off. */
  left: number;
}

interface Settled {
  orderNo: string | null;
  cardId: number | null;
  /** Why it is not booked; "" where it is. */
  message: string;
}

async function settle(call: Call, entry: Entry, { place, cardMost, left }: Terms): Promise<Settled> {
  const card = await lockedCard(call, entry.number);
  if (!card) return { orderNo: null, cardId: null, message: m.stored_offline_no_card({ number: entry.number }) };
  const at = new Date(entry.at);
  const no = (message: string) => ({ orderNo: null, cardId: card.id, message });
  if (at.getTime() > call.now.getTime() + ahead || at.getTime() < call.now.getTime() - oldest)
    return no(m.stored_offline_clock());
  const type = await readType(call, card.cardTypeId);
  const most = offlineMostAt(await rulesOf(call, type.id), place, cardMost);
  const before = await broughtOn(call, card.id, businessDay(at));
  if (before + entry.amount > most)
    return no(m.stored_offline_card({ most: yuan(most), sum: yuan(before + entry.amount) }));
  if (entry.amount > left) return no(m.stored_offline_batch());
  const { whyNot, payable } = await quoteSpend(call, { card, type, place, at }, entry.amount);
  if (whyNot) return no(whyNot);
  const told = entry.payable ?? payable;
  if (payable > told) return no(m.stored_offline_told({ told: yuan(told), payable: yuan(payable) }));
  const orderNo = await book(call, { card, place, amount: entry.amount, what: entry.what ?? null, at });
  return { orderNo, cardId: card.id, message: "" };
}

/** Of a card and a day, what was booked of what tills brought. */
async function broughtOn({ db }: Call, cardId: number, day: string): Promise<number> {
  const found = await firstOf<{ sum: number }>(
    db,
    sql`
      select coalesce(sum(amount), 0)::float8 as sum
      from stored_offline
      where corp_code = ${own} and card_id = ${cardId} and day = ${day} and state = 'booked'
    `,
  );
  return found?.sum ?? 0;
}

interface Booking {
  card: ReadCard;
  place: Place;
  amount: number;
  what: string | null;
  /** Its limits and the state of its card are those of this moment; the money moves now. */
  at: Date;
}

async function book(call: Call, { card, place, amount, what, at }: Booking): Promise<string> {
  const type = await readType(call, card.cardTypeId);
  const quote = await quoteSpend(call, { card, type, place, at }, amount);
  if (quote.whyNot) throw new Refusal(quote.whyNot);
  const { free, off, ruleName } = quote;
  const less = free + off;
  const reduced = { kind: "discount" as const, reason: "", name: ruleName, words: "", quantity: 1, amount: less };
  const line = lineOf(card, place, "spend", what || m.stored_line_spend(), amount);
  const spent = { kind: "spend" as const, free, line: { ...line, reductions: less > 0 ? [reduced] : [] } };
  const { orderNo } = await sellAt(call, card, [spent], { place, paymentType: byCard, at });
  return orderNo;
}

const lockedCard = (call: Call, number: string) =>
  readCard(call, sql`c.number_key = ${number.toLowerCase()}`, sql`for update of c`);

/** A till that the caller may not see is none. */
async function placeOfTill(call: Call, posId: number): Promise<Place> {
  const { scope, park } = call.caller;
  const till = await firstOf<{ parkId: number }>(
    call.db,
    sql`select park_id::float8 as "parkId" from named_pos where id = ${posId}`,
  );
  const seen = till && (!scope?.parks || scope.parks.includes(till.parkId)) && (!park || park.id === till.parkId);
  if (!till || !seen) throw new Invalid({ posId: [m.v_option()] });
  return { parkId: till.parkId, posId };
}

export const offlineServed: Served[] = [...listServed, ...offlineCardsServed, terms, upload];
