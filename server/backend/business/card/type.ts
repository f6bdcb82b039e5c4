/** Fees and types of cards: kept, said back in sentences, and what a change means for cards in people's hands. */
import { type SQL, sql } from "drizzle-orm";
import { cardFee as feeResource } from "~/contract/card/fee";
import { cardTypeSays, cardType as resource } from "~/contract/card/type";
import { m } from "~/contract/messages";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid, NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { gateGroupReference } from "../ticket/gate";
import { parkReference } from "../ticket/park";
import { cardBlankKeeper } from "./blanks";
import { othersInHands } from "./in-hands";
import { readTypes } from "./read-type";
import { sentencesOf } from "./says";
import {
  cardFee,
  cardFeeStep,
  cardTemplate,
  cardType,
  cardTypeOff,
  cardTypePlace,
  cardTypeTier,
  cardTypeUpgrade,
  seasonCard,
} from "./schema";
import { storedSentences } from "./stored-says";

export const typeReference = { table: cardType, name: cardType.name, status: cardType.status };
/** Of cards that open gates. */
export const gateTypeReference = { ...typeReference, only: sql`${cardType.kind} <> 'stored'` };
/** Of those, what is sold to people. */
export const seasonTypeReference = { ...typeReference, only: sql`${cardType.kind} in ('annual', 'season')` };
export const storedTypeReference = { ...typeReference, only: sql`${cardType.kind} = 'stored'` };

dependsOn("cardFee", { table: cardType, by: cardType.cardFeeId, name: cardType.name, words: m.card_fee_has_types });
dependsOn("cardType", {
  table: seasonCard,
  by: seasonCard.cardTypeId,
  name: seasonCard.number,
  words: m.card_type_has_cards,
});
dependsOn("cardType", { table: cardTypeUpgrade, by: (id) => sql`to_type_id = ${id}`, words: m.card_type_is_upgrade });
dependsOn("park", { table: cardTypePlace, by: (id) => sql`park_id = ${id}`, words: m.card_type_has_place });
dependsOn("gateGroup", { table: cardTypePlace, by: (id) => sql`gate_group_id = ${id}`, words: m.card_type_has_place });

export const typeServed = [
  ...serveResource(feeResource, {
    table: cardFee,
    lines: { refundScale: cardFeeStep },
    impact: (call, id) => impactOf(call, sql`card_fee_id = ${id}`, m.card_fee_impact),
  }),
  ...serveResource(resource, {
    table: cardType,
    lines: { places: cardTypePlace, blackouts: cardTypeOff, upgrades: cardTypeUpgrade, giftTiers: cardTypeTier },
    references: {
      cardTemplateId: { table: cardTemplate, name: cardTemplate.name, status: cardTemplate.status },
      cardFeeId: { table: cardFee, name: cardFee.name, status: cardFee.status },
      "places.parkId": parkReference,
      "places.gateGroupId": gateGroupReference,
      "upgrades.toTypeId": seasonTypeReference,
    },
    check,
    impact: async (call, id) => {
      const [type] = await readTypes(call, [id]);
      return impactOf(call, sql`id = ${id}`, type?.kind === "stored" ? m.stored_type_impact : m.card_type_impact);
    },
  }),
  serve(cardTypeSays, async (call, { id }) => {
    const [type] = await readTypes(call, [id]);
    if (!type) throw new NotFound();
    return { sentences: type.kind === "stored" ? await storedSentences(call, type) : sentencesOf(type) };
  }),
];

/** How many cards in people's hands a change of these types reaches, and how many that are over may be renewed; "" where there is none. */
async function impactOf({ db, now }: Call, which: SQL, words: (inputs: { cards: number }) => string): Promise<string> {
  const types = sql`select id from card_type where corp_code = current_setting('app.corp_code') and ${which}`;
  const found = await firstOf<{ n: number; renewable: number }>(
    db,
    sql`
      select count(*) filter (where c.status <> 'expired')::int as n,
             count(*) filter (where c.status = 'expired')::int as renewable
      from season_card c
      join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id
      where c.corp_code = current_setting('app.corp_code')
        and c.card_type_id in (${types})
        and (
          c.status in ('sold', 'active', 'frozen')
          or c.status = 'expired' and t.renewable
            and c.valid_to + coalesce(t.renew_after, 0) >= ${businessDay(now)}::date
        )
    `,
  );
  const cards = (found?.n ?? 0) + (await othersInHands(db, types));
  const renewable = found?.renewable ?? 0;
  const over = renewable > 0 ? m.card_impact_renewable({ cards: renewable }) : "";
  if (cards === 0) return over;
  const reached = words({ cards });
  return over === "" ? reached : m.card_impact_both({ reached, over });
}

/** Whether anybody had a card of it: a card in stock has no kind yet. */
async function hasCards(db: Call["db"], id: number): Promise<boolean> {
  return (
    (await firstOf(
      db,
      sql`
        select id from season_card
        where corp_code = current_setting('app.corp_code') and card_type_id = ${id} and status <> 'stock'
        limit 1
      `,
    )) !== undefined
  );
}

/** Whether there is a card of it, sold or not: annual cards and cards of stored value are rows of tables of their own. */
async function hasNumbers(db: Call["db"], id: number): Promise<boolean> {
  return (
    (await firstOf(
      db,
      sql`
        select id from numbered_card
        where corp_code = current_setting('app.corp_code') and card_type_id = ${id}
        limit 1
      `,
    )) !== undefined
  );
}

/** A card goes on as what it is: none becomes an employee's, and none holds money from then on. */
async function refuseUpgrades(db: Call["db"], upgrades: readonly Values[], from: string): Promise<void> {
  const others = await rowsOf<{ id: number; name: string }>(
    db,
    sql`
      select id::float8 as id, name
      from card_type
      where corp_code = current_setting('app.corp_code')
        and id = any (${`{${upgrades.map(({ toTypeId }) => Number(toTypeId))}}`}::bigint[])
        and kind in ('stored', 'employee')
    `,
  );
  upgrades.forEach(({ toTypeId }, line) => {
    const to = others.find(({ id }) => id === Number(toTypeId));
    if (to) throw new Invalid({ [`upgrades.${line}.toTypeId`]: [m.card_no_upgrade({ from, to: to.name })] });
  });
}

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const { db } = call;
  const { id, places, upgrades } = { ...before, ...values };
  if (isRows(upgrades) && before && upgrades.some(({ toTypeId }) => Number(toTypeId) === Number(id)))
    throw new Invalid({ upgrades: [m.card_upgrade_self()] });
  const { kind } = { ...before, ...values };
  if (before && kind !== before.kind && [kind, before.kind].includes("employee") && (await hasCards(db, Number(id))))
    throw new Invalid({ kind: [m.card_staff_kind()] });
  if (before && kind !== before.kind && [kind, before.kind].includes("stored") && (await hasNumbers(db, Number(id))))
    throw new Invalid({ kind: [m.card_stored_kind()] });
  if (isRows(upgrades)) await refuseUpgrades(db, upgrades, String({ ...before, ...values }.name));
  if (before && values.fromStock === true && (await cardBlankKeeper().itemsOf(call, [Number(id)])).size > 0)
    throw new Invalid({ fromStock: [m.card_type_on_rolls()] });
  if (!isRows(places)) return;
  const groups = places.flatMap(({ gateGroupId }) => (gateGroupId === null ? [] : [Number(gateGroupId)]));
  if (groups.length === 0) return;
  const known = await rowsOf<{ id: number; parkId: number; name: string }>(
    db,
    sql`select id::float8 as id, park_id::float8 as "parkId", name from ${gateGroupReference.table} where id = any (${`{${groups}}`}::bigint[])`,
  );
  places.forEach(({ parkId, gateGroupId }, line) => {
    const group = known.find((one) => one.id === Number(gateGroupId));
    if (group && group.parkId !== Number(parkId))
      throw new Invalid({ [`places.${line}.gateGroupId`]: [m.card_group_elsewhere({ group: group.name })] });
  });
}
