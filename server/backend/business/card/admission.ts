/** Cards at the gates: found by number or by a holder's document, judged by the type's rules, counted visit by visit. */
import { type SQL, sql } from "drizzle-orm";
import { type CardSnapshot, planOfCards } from "~/contract/card/gate-card";
import { readWalletCode, type WalletCode } from "~/contract/card/wallet-code";
import { businessDay, stamp } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { prepared } from "../../kernel/prepared";
import { firstOf, preparedRowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { OtherAsked, OtherCode, OtherJudged } from "../ticket/other-codes";
import { type Restriction, restrictionOf } from "../ticket/restricted-visitor";
import { booksPassages, countPass } from "./book-passage";
import { photosOf } from "./card";
import { rulesOfCard } from "./gate-rules";
import { noteStep } from "./log";
import { packCards } from "./packed-cards";
import { cardOfWallet, useStep, walletStanding } from "./wallet-gate";

interface AtGate extends Omit<CardSnapshot, "restricted" | "passes"> {
  holderName: string | null;
  photos: string | null;
  people: { name: string; identity: string; restriction: Omit<Restriction, "identity"> | null }[];
}

type Found = CardSnapshot & Pick<AtGate, "holderName" | "photos">;

const locked = sql`for update of c`;
const restrictionOfPerson = sql.raw(restrictionOf("h.document || '/' || h.country || '/' || h.identity"));

/** The row stays locked until the passage is written: a loss that is reported meanwhile comes before or after, never between. */
async function findCards(db: Call["db"], which: SQL, lock: SQL): Promise<AtGate[]> {
  return preparedRowsOf<AtGate>(
    db,
    sql`
      select c.id::float8 as id, c.number, c.status, c.frozen_for as "frozenFor",
             c.frozen_at as "frozenAt", c.holder_name as "holderName", c.holders, c.valid_from::text as "validFrom",
             c.valid_to::text as "validTo", c.visits - c.visits_gone as visits, c.photos, c.employee_id is not null as staff,
             (select coalesce(jsonb_agg(jsonb_build_object(
                'name', h.name, 'identity', h.identity, 'restriction', ${restrictionOfPerson}) order by h.place), '[]')
              from season_card_holder h
              where h.corp_code = c.corp_code and h.card_id = c.id and h.identity <> '') as people,
             ${sql.raw(rulesOfCard)} as rules
      from season_card c
      where ${which}
      order by c.id
      limit 20
      ${lock}
    `,
  );
}

const own = sql`current_setting('app.corp_code')`;

function cardsOfCode({ code }: OtherAsked): SQL {
  const numbered = sql`c.corp_code = ${own} and c.number_key = ${code.value.toLowerCase()}`;
  // A card's number of eight digits looks like a document's.
  return code.kind === "identity"
    ? sql`c.corp_code = ${own} and c.id in (
        select h.card_id from season_card_holder h
        where h.corp_code = ${own} and h.identity = ${code.value} and h.identity <> '' and h.live
        union all
        select c.id from season_card c where ${numbered})`
    : numbered;
}

/** Read once the card is locked: what another gate has let through before is there. Of the days around, and the last of all. */
async function passesOf(db: Call["db"], cardId: number, now: Date): Promise<CardSnapshot["passes"]> {
  return prepared<CardSnapshot["passes"][number]>(db, passes, [cardId, businessDay(now)]);
}

/** $1 the card, $2 the day. */
const passes = `
  select at, direction, people, entries, park_id::float8 as "parkId", gate_name as gate
  from season_card_pass
  where corp_code = current_setting('app.corp_code')
    and card_id = $1::bigint
    and day between $2::date - 1 and $2::date + 1
  union all
  select last.at, last.direction, last.people, last.entries, last.park_id::float8, last.gate_name
  from (
    select at, direction, people, entries, park_id, gate_name, day
    from season_card_pass
    where corp_code = current_setting('app.corp_code') and card_id = $1::bigint and direction = 'in'
    order by day desc, at desc
    limit 1
  ) last
  where last.day not between $2::date - 1 and $2::date + 1
`;

export function cardsAtGates(lock: SQL = locked): OtherCode {
  return {
    async judge(call, asked) {
      const { db } = call;
      const wallet = readWalletCode(asked.code.value);
      const cards = await findCards(db, wallet ? cardOfWallet(wallet) : cardsOfCode(asked), lock);
      if (cards.length === 0) return null;
      const found: Found[] = [];
      for (const { people, ...card } of cards) {
        const restricted = people.flatMap(({ name, identity, restriction }) =>
          restriction ? [{ ...restriction, name, identity: maskIdentity(identity) }] : [],
        );
        found.push({ ...card, restricted, passes: await passesOf(db, card.id, asked.now) });
      }
      const plan = planOfCards(found, asked);
      if (!plan) return null;
      const judged = judgedOf(call, plan, asked);
      return wallet ? judgedByPhone(call, judged, wallet, asked.now) : judged;
    },
    async reversed({ db }, passageId) {
      const taken = await firstOf<{ id: number; number: string }>(
        db,
        sql`
          with gone as (
            delete from season_card_pass
            where corp_code = current_setting('app.corp_code') and passage_id = ${passageId}
            returning card_id, entries
          )
          update season_card c
          set visits = c.visits - gone.entries
          from gone
          where c.corp_code = current_setting('app.corp_code') and c.id = gone.card_id
          returning c.id::float8 as id, c.number
        `,
      );
      return taken ? { thing: "seasonCard", thingId: taken.id, label: taken.number } : null;
    },
    async stands(db, code) {
      const numbered = sql`corp_code = ${own} and number_key = ${code.toLowerCase()}`;
      return (await firstOf(db, sql`select id from season_card where ${numbered}`)) !== undefined;
    },
    packed: packCards,
    ...booksPassages(lock),
  };
}

/** A card on a phone whose code changes: the code first, then the card. */
async function judgedByPhone(
  call: Pick<Call, "db" | "secrets" | "caller">,
  judged: OtherJudged,
  code: WalletCode,
  now: Date,
): Promise<OtherJudged | null> {
  const standing = await walletStanding(call, code, now);
  if (!standing) return null;
  if (standing.no) return { ...judged, ...standing.no, admitted: false };
  const passed = async (passageId: number) => {
    await useStep(call, code);
    await judged.passed(passageId);
  };
  return { ...judged, passed };
}

/** Once for each time that it went in, however often it is held to the reader afterwards. */
async function notePassedBack(
  { db, caller }: Pick<Call, "db" | "caller">,
  cardId: number,
  { gate, last, now }: { gate: { name: string }; last: { at: string; gate: string }; now: Date },
): Promise<void> {
  const noted = await firstOf(
    db,
    sql`
      select id
      from season_card_log
      where corp_code = ${own}
        and card_id = ${cardId}
        and step = 'passedBack'
        and at >= ${last.at}::timestamptz
      limit 1
    `,
  );
  if (noted) return;
  const said = { said: "passedBack", gate: gate.name, before: last.gate, at: stamp(last.at) } as const;
  await noteStep({ db, caller, now }, { cardId, step: "passedBack", said });
}

function judgedOf(
  call: Pick<Call, "db" | "caller">,
  plan: NonNullable<ReturnType<typeof planOfCards<Found>>>,
  { people, now }: OtherAsked,
): OtherJudged {
  const { card, reason, message, admitted, gate, direction, today, leftToday, leftInAll, last, passedBack } = plan;
  const pass = { direction, people, parkId: gate.parkId, gateName: gate.name, now };
  return {
    ...{ reason, message, admitted, gate, direction, no: card.number, name: card.rules.name, visitors: !card.staff },
    card: {
      ...{ id: card.id, number: card.number, typeName: card.rules.name, holderName: card.holderName ?? "" },
      ...{ photos: photosOf(card), validTo: card.validTo ?? "", today, leftToday, leftInAll, passedBack },
      lastPass: last && {
        ...{ at: stamp(last.at), gate: last.gate },
        minutesAgo: Math.max(0, Math.floor((now.getTime() - Date.parse(last.at)) / 60_000)),
      },
    },
    passes: card.passes,
    passed: (passageId) =>
      countPass(call.db, card.id, { ...pass, passageId, entries: direction === "in" ? people : 0 }),
    walked: (passageId) => countPass(call.db, card.id, { ...pass, passageId, entries: 0 }),
    noted: () => (passedBack && last ? notePassedBack(call, card.id, { gate, last, now }) : Promise.resolve()),
  };
}
