/** Cards at the gates: found by number or by a holder's document, judged by the type's rules, counted visit by visit. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Judgement } from "~/contract/ticket/gate-rules/reasons";
import { businessDay, stamp } from "../../kernel/business-time";
import { firstOf, preparedRowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { OtherAsked, OtherCode, OtherJudged } from "../ticket/other-codes";
import { restrictedAmong } from "../ticket/restricted-visitor";
import { photosOf } from "./card";
import { holdersOf } from "./keep-card";
import { type ReadType, readTypes } from "./read-type";

interface AtGate {
  id: number;
  number: string;
  cardTypeId: number;
  status: string;
  frozenFor: string | null;
  holderName: string | null;
  holders: number;
  validFrom: string | null;
  validTo: string | null;
  visits: number;
  photos: string | null;
  employeeId: number | null;
  /** People it let in today, and within the minutes that are to lie between. */
  today: number;
  lately: number;
  lastAt: string | null;
  lastGate: string | null;
}

const locked = sql`for update of c`;

/** The row stays locked until the passage is written: a loss that is reported meanwhile comes before or after, never between. */
async function findCards(call: Call, { code }: OtherAsked, lock: SQL): Promise<AtGate[]> {
  const own = sql`current_setting('app.corp_code')`;
  const which =
    code.kind === "identity"
      ? sql`c.id in (select h.card_id from season_card_holder h
                     where h.corp_code = ${own} and h.identity = ${code.value} and h.identity <> '' and h.live)`
      : sql`c.corp_code = ${own} and c.number_key = ${code.value.toLowerCase()}`;
  return preparedRowsOf<AtGate>(
    call.db,
    sql`
      select c.id::float8 as id, c.number, c.card_type_id::float8 as "cardTypeId", c.status, c.frozen_for as "frozenFor",
             c.holder_name as "holderName", c.holders, c.valid_from::text as "validFrom", c.valid_to::text as "validTo",
             c.visits, c.photos, c.employee_id::float8 as "employeeId"
      from season_card c
      where c.corp_code = ${own} and ${which}
      order by c.id
      limit 20
      ${lock}
    `,
  );
}

/** Read once the card is locked: what another gate has let through before is there. */
async function countsOf({ db, now }: Call, cardId: number, minutes: number | null) {
  const [counts] = await preparedRowsOf<Pick<AtGate, "today" | "lately" | "lastAt" | "lastGate">>(
    db,
    sql`
      select coalesce(sum(p.people), 0)::int as today,
             coalesce(sum(p.people) filter (
               where p.at > ${now.toISOString()}::timestamptz - make_interval(mins => ${minutes ?? 0}::int)
             ), 0)::int as lately,
             max(last.at) as "lastAt", max(last.gate_name) as "lastGate"
      from (select 1) one
      left join season_card_pass p
        on p.corp_code = current_setting('app.corp_code') and p.card_id = ${cardId} and p.day = ${businessDay(now)}::date
      left join lateral (
        select l.at, l.gate_name
        from season_card_pass l
        where l.corp_code = current_setting('app.corp_code') and l.card_id = ${cardId}
        order by l.day desc, l.at desc
        limit 1
      ) last on true
    `,
  );
  return counts ?? { today: 0, lately: 0, lastAt: null, lastGate: null };
}

export function cardsAtGates(lock: SQL = locked): OtherCode {
  return {
    async judge(call, asked) {
      const cards = await findCards(call, asked, lock);
      if (cards.length === 0) return null;
      const types = await readTypes(call, [...new Set(cards.map(({ cardTypeId }) => cardTypeId))]);
      const judged: OtherJudged[] = [];
      for (const found of cards) {
        const type = types.find(({ id }) => id === found.cardTypeId);
        if (!type) continue;
        const card = { ...found, ...(await countsOf(call, found.id, type.minutesBetween)) };
        judged.push(await judgedCard(call, card, type, asked));
      }
      return judged.find(({ admitted }) => admitted) ?? judged[0] ?? null;
    },
    async reversed({ db }, passageId) {
      const taken = await firstOf<{ id: number; number: string }>(
        db,
        sql`
          with gone as (
            delete from season_card_pass
            where corp_code = current_setting('app.corp_code') and passage_id = ${passageId}
            returning card_id, people
          )
          update season_card c
          set visits = c.visits - gone.people
          from gone
          where c.corp_code = current_setting('app.corp_code') and c.id = gone.card_id
          returning c.id::float8 as id, c.number
        `,
      );
      return taken ? { thing: "seasonCard", thingId: taken.id, label: taken.number } : null;
    },
  };
}

async function judgedCard(call: Call, card: AtGate, type: ReadType, asked: OtherAsked): Promise<OtherJudged> {
  const { gate, people, direction } = asked;
  const limits = { today: timesHolders(type.perDay, card), inAll: timesHolders(type.inAll, card) };
  const refused = cardWhyNot(card, type, asked, call.now) ?? (await restricted(call, card));
  const entering = direction === "in" && !refused ? people : 0;
  const today = card.today + entering;
  const leftToday = limits.today === null ? null : Math.max(0, limits.today - today);
  const leftInAll = limits.inAll === null ? null : Math.max(0, limits.inAll - card.visits - entering);
  const message =
    direction === "out"
      ? m.card_verdict_exit({ type: type.name })
      : m.card_verdict_ok({ type: type.name, day: card.validTo ?? "", left: leftWords(leftToday, leftInAll) });
  return {
    ...(refused ?? { reason: "ok" as const, message }),
    ...{ no: card.number, name: type.name, admitted: refused === null, visitors: card.employeeId === null },
    card: {
      ...{ id: card.id, number: card.number, typeName: type.name, holderName: card.holderName ?? "" },
      ...{ photos: photosOf(card), validTo: card.validTo ?? "", today, leftToday, leftInAll },
      lastPass:
        card.lastAt === null
          ? null
          : {
              at: stamp(card.lastAt),
              gate: card.lastGate ?? "",
              minutesAgo: Math.max(0, Math.floor((call.now.getTime() - Date.parse(card.lastAt)) / 60_000)),
            },
    },
    passed: (passageId) =>
      direction === "in" ? count(call, card.id, { passageId, people, gateName: gate.name }) : Promise.resolve(),
  };
}

/** Limits are each holder's: a family card of three lets three in where one visit a day is allowed. */
const timesHolders = (limit: number | null, { holders }: Pick<AtGate, "holders">) =>
  limit === null ? null : limit * Math.max(1, holders);

function leftWords(leftToday: number | null, leftInAll: number | null): string {
  const parts = [
    ...(leftToday === null ? [] : [m.card_verdict_left_today({ n: leftToday })]),
    ...(leftInAll === null ? [] : [m.card_verdict_left_all({ n: leftInAll })]),
  ];
  return parts.length > 0 ? parts.join(m.card_says_comma()) : m.card_verdict_any();
}

/** The first rule of the type, or state of the card, that says no. An exit asks for a card that is good alone. */
function cardWhyNot(
  card: AtGate,
  type: ReadType,
  { gate, people, direction }: OtherAsked,
  now: Date,
): Judgement | null {
  const { number, validFrom, validTo } = card;
  const today = businessDay(now);
  const state = stateWhyNot(card);
  if (state) return state;
  if (validTo !== null && validTo < today)
    return { reason: "tooLate", message: m.card_verdict_expired({ number, day: validTo }) };
  if (validFrom !== null && today < validFrom)
    return { reason: "tooEarly", message: m.card_verdict_early({ number, day: validFrom }) };
  const here = type.places.filter(({ parkId }) => parkId === gate.parkId);
  if (here.length === 0)
    return { reason: "wrongPark", message: m.card_verdict_park({ type: type.name, park: gate.parkName }) };
  if (!here.some(({ gateGroupId }) => gateGroupId === null || gateGroupId === gate.gateGroupId))
    return {
      reason: "wrongGate",
      message: m.card_verdict_gate({ type: type.name, gate: gate.gateGroupName || gate.name }),
    };
  if (direction === "out") return null;
  const off = type.offs.find(({ fromDay, toDay }) => fromDay <= today && today <= toDay);
  if (off)
    return { reason: "wrongDay", message: m.card_verdict_off({ type: type.name, from: off.fromDay, to: off.toDay }) };
  const holders = Math.max(1, card.holders);
  if (people > holders) return { reason: "usedUp", message: m.card_verdict_people({ n: holders }) };
  const inAll = timesHolders(type.inAll, card);
  if (inAll !== null && card.visits + people > inAll)
    return { reason: "usedUp", message: m.card_verdict_used_up({ n: inAll }) };
  const perDay = timesHolders(type.perDay, card);
  if (perDay !== null && card.today + people > perDay)
    return { reason: "dayLimit", message: m.card_verdict_day({ n: perDay }) };
  if (type.minutesBetween !== null && card.lately + people > holders)
    return { reason: "tooSoon", message: m.card_verdict_soon({ n: type.minutesBetween, gate: card.lastGate ?? "" }) };
  return null;
}

function stateWhyNot({ status, frozenFor, number, employeeId }: AtGate): Judgement | null {
  switch (status) {
    case "active":
      return null;
    case "frozen":
      return frozenFor === "loss"
        ? { reason: "blocked", message: m.card_verdict_lost({ number }) }
        : { reason: "blocked", message: m.card_verdict_refunding({ number }) };
    case "replaced":
      return { reason: "revoked", message: m.card_verdict_replaced({ number }) };
    case "spoiled":
      return { reason: "revoked", message: m.card_verdict_spoiled({ number }) };
    case "cancelled":
      return employeeId === null
        ? { reason: "refunded", message: m.card_verdict_cancelled({ number }) }
        : { reason: "revoked", message: m.card_verdict_staff_over({ number }) };
    case "expired":
      return { reason: "tooLate", message: m.card_verdict_over({ number }) };
    default:
      return { reason: "blocked", message: m.card_verdict_not_active({ number }) };
  }
}

/** Who may not enter the parks does not by a card either. */
async function restricted(call: Call, { id }: AtGate): Promise<Judgement | null> {
  const holders = (await holdersOf(call, id)).filter(({ identity }) => identity !== "");
  const [found] = await restrictedAmong(call, holders);
  return found ? { reason: "restricted", message: found.message } : null;
}

async function count(
  { db, now }: Call,
  cardId: number,
  { passageId, people, gateName }: { passageId: number; people: number; gateName: string },
): Promise<void> {
  await db.execute(sql`
    with counted as (
      insert into season_card_pass (card_id, passage_id, people, day, at, gate_name)
      values (${cardId}, ${passageId}, ${people}, ${businessDay(now)}, ${now.toISOString()}::timestamptz, ${gateName})
      returning card_id
    )
    update season_card c
    set visits = c.visits + ${people}
    from counted
    where c.corp_code = current_setting('app.corp_code') and c.id = counted.card_id
  `);
}
