/** All that a sale's rules look at, read in one statement: types, prices, quotas and the day. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type Closed, closedBy } from "~/contract/ticket/gate-rules/closed";
import { preparedRowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { closedJson, closingStates } from "./closed-sql";
import type { CapacityOfDay } from "./rules/capacity";
import { weekdayOf } from "./rules/days";
import { type PolicyTerms, type PriceQuestion, resolvePrice } from "./rules/price";
import { combosOf, comboType } from "./sale-combos";
import { pageOf, type SoldPage } from "./sales-page-sold";
import type { ComboRow, SoldType } from "./sold-type";
import { subPartsOf } from "./sub-ticket-moves";
import { bandsOf, changeOfType, clocksOf, concessionOfType, expiredOfType, rulesOfType, slotsOf } from "./type-lines";

export type { SoldType } from "./sold-type";

/** The counter sells on this channel; whoever has no contract buys at the prices for this group. */
export const counterChannel = "window";
const retailGroup = "retail";

interface PoolLeft {
  left: number;
  /** That are other channels' own. */
  others: number;
  /** Whether the channel that asks has places of its own. */
  own: boolean;
  /** Sold beyond the quota. */
  overbooked: number;
}

export interface Pool {
  id: number;
  name: string;
  bySlot: boolean;
  /** What may be sold beyond a day's total by who has the right. */
  overbook: number;
  /** Of a day that nothing is set for: for who asks, its own part and what all share. */
  daily: PoolLeft;
  ticketTypeIds: number[];
  days: (PoolLeft & { slot: string })[];
}

export interface SaleContext {
  visitDay: string;
  /** Whose rules and prices count. */
  channel: string;
  group: string;
  layers: readonly string[];
  types: SoldType[];
  policies: (PolicyTerms & { ticketTypeId: number })[];
  pools: Pool[];
  holiday: { name: string; makeUp: boolean } | null;
  /** Of the day. */
  closures: Closed[];
  /** Of the parks that have a limit. */
  capacities: CapacityOfDay[];
  /** What is sold there; null where everything is. */
  salesPage: SoldPage | null;
  /** Of the point of sale that was asked for; null where there is none, or none in use. */
  posName: string | null;
}

/** `channel`: default the counter's; `group`: whose prices, default those of whoever has no contract. */
export interface Place {
  posId?: number | undefined;
  channel?: string | undefined;
  group?: string | undefined;
  /** Whose own prices stand above the group's, the weakest first. */
  layers?: readonly string[] | undefined;
}

interface Asking {
  posId: number;
  channel: string;
  group: string;
  layers: readonly string[];
}

type Read = SaleContext & { combos: ComboRow[] };

/** Ticket types by id, or all that the counter may offer; of combos with all that their parts ask for. */
export async function readSaleContext(
  call: Call,
  visitDay: string,
  typeIds: number[] | "all",
  place: Place = {},
): Promise<SaleContext> {
  const context = await readTypes(call, visitDay, typeIds, place);
  return context.combos.length > 0 ? withParts(call, context) : context;
}

/** Parts of parks that the caller does not cover are not found: such a combo is refused by its number of pieces. */
async function withParts(call: Call, context: Read): Promise<SaleContext> {
  const { combos, visitDay, channel, group, layers } = context;
  const partIds = [...new Set(combos.flatMap(({ parts }) => parts.map(({ ticketTypeId }) => ticketTypeId)))];
  const others = await readTypes(call, visitDay, partIds, { channel, group, layers });
  const partTypes = new Map(others.types.map((type) => [type.id, type]));
  const rows = new Map(combos.map((row) => [row.ticketTypeId, row]));
  const both = <T>(of: (one: Read) => T[], key: (row: T) => unknown) => [
    ...new Map([...of(others), ...of(context)].map((row) => [key(row), row])).values(),
  ];
  return {
    ...context,
    types: context.types.map((type) => comboType(type, rows.get(type.id), partTypes)),
    pools: both(
      ({ pools }) => pools,
      ({ id }) => id,
    ).sort((one, other) => one.id - other.id),
    closures: [...context.closures, ...others.closures],
    capacities: both(
      ({ capacities }) => capacities,
      ({ parkId }) => parkId,
    ),
  };
}

async function readTypes(
  call: Call,
  visitDay: string,
  typeIds: number[] | "all",
  { posId = 0, channel = counterChannel, group = retailGroup, layers = [] }: Place,
): Promise<Read> {
  const chosen =
    typeIds === "all"
      ? sql`t.status in ('onSale', 'suspended')`
      : sql`t.id in (select value::bigint from json_array_elements_text(${JSON.stringify(typeIds)}::json))`;
  const [row] = await preparedRowsOf<Omit<Read, "visitDay" | "channel" | "group" | "layers">>(
    call.db,
    contextOf(chosen, visitDay, { posId, channel, group, layers }),
  );
  if (!row) throw new Error("a select of subselects answers one row");
  return { ...row, visitDay, channel, group, layers };
}

function contextOf(chosen: SQL, visitDay: string, { posId, channel, group, layers }: Asking): SQL {
  return sql`
    with chosen as (
      select t.id, t.code, t.name, t.kind, t.status, t.park_id as "parkId",
             p.name as "parkName", p.status as "parkStatus",
             t.face_price as "facePrice", t.list_price as "listPrice", t.price_ceiling as "priceCeiling",
             t.approved_by as "approvedBy", t.real_name as "realName", t.documents,
             t.validity, t.valid_days as "validDays", t.range_from as "rangeFrom", t.range_to as "rangeTo",
             t.sale_from as "saleFrom", t.sale_to as "saleTo", ${changeOfType} as change,
             case when t.select_policy_id is not null then t.use_days end as "visitDays", t.admissions,
             t.pass_interval as "passInterval",
             t.gate_group_id as "gateGroupId", t.entry_from as "entryFrom", t.entry_to as "entryTo", ${rulesOfType} as rules,
             t.refund_rule as "refundRule", coalesce(t.refund_from, 'day') as "refundFrom", ${expiredOfType} as expired, t.channels,
             t.min_per_order as "minPerOrder", t.max_per_order as "maxPerOrder",
             t.per_identity_day as "perIdentityDay", t.per_mobile_day as "perMobileDay", t.sort,
             ${concessionOfType} as concession, t.instead_of_id as "insteadOfId"
      from ticket_type t
      join park p on p.corp_code = t.corp_code and p.id = t.park_id
      where ${chosen}
    ),
    bands as (${bandsOf(sql`select id from chosen`)}),
    slots as (${slotsOf(sql`select id from chosen`)}),
    clocks as (${clocksOf(sql`select id from chosen`)}),
    shares as (${subPartsOf(sql`select id from chosen`)}),
    types as (
      select c.*, coalesce(b.bands, '[]') as "refundBands", coalesce(s.slots, '[]') as slots,
             coalesce(k.clocks, '[]') as clocks, coalesce(h.parts, '[]') as "subParts"
      from chosen c
      left join bands b on b.ticket_type_id = c.id
      left join slots s on s.ticket_type_id = c.id
      left join clocks k on k.ticket_type_id = c.id
      left join shares h on h.ticket_type_id = c.id
    ),
    policies as (
      select id, name, ticket_type_id as "ticketTypeId", channel, customer_group as "customerGroup",
             start_day as "startDay", end_day as "endDay", weekdays, holidays, slot, price, priority
      from price_policy
      where ticket_type_id in (select id from chosen)
        and status = 'T'
        and ${visitDay} between start_day and end_day
        and channel in ('any', ${channel})
        and customer_group in ('any', ${group})
      ${layers.length > 0 ? layered(visitDay, channel, layers) : sql``}
    ),
    pools as (
      select q.id, q.name, q.by_slot as "bySlot", q.overbook, ${dailyOf(channel)} as daily,
             (select json_agg(ticket_type_id) from quota_pool_type where pool_id = q.id) as "ticketTypeIds",
             coalesce((
               select json_agg(json_build_object('slot', p.slot, 'left', p.left, 'others', p.others, 'own', p.own, 'overbooked', p.overbooked))
               from (
                 select d.slot,
                        sum(d.total - d.held - d.sold) filter (where d.part in ('', ${channel})) as left,
                        coalesce(sum(d.total - d.held - d.sold) filter (where d.part not in ('', ${channel})), 0) as others,
                        bool_or(d.part = ${channel} and d.total > 0) as own,
                        sum(d.overbooked) as overbooked
                 from quota_day d
                 where d.pool_id = q.id and d.day = ${visitDay}
                 group by d.slot
               ) p
             ), '[]') as days
      from quota_pool q
      where q.status = 'T'
        and q.id in (select pool_id from quota_pool_type where ticket_type_id in (select id from chosen))
    )
    select
      coalesce((select json_agg(t order by t.sort, t.id) from types t), '[]') as types,
      coalesce((select json_agg(p) from policies p), '[]') as policies,
      (${combosOf(sql`select id from chosen`)}) as combos,
      coalesce((select json_agg(q order by q.id) from pools q), '[]') as pools,
      (select json_build_object('name', name, 'makeUp', make_up) from holiday where day = ${visitDay}) as holiday,
      coalesce((
        select json_agg(${sql.raw(closedJson)})
        from closure c
        where c.park_id in (select "parkId" from chosen)
          and c.status in ${sql.raw(closingStates)}
          and ${visitDay} between c.first_day and c.last_day
      ), '[]') as closures,
      coalesce((
        select json_agg(json_build_object(
          'day', ${visitDay}::text, 'parkId', c.park_id, 'parkName', k.name, 'dayMax', c.day_max, 'warnAt', c.warn_at, 'stops', c.stops,
          'people', coalesce(d.people, 0)
        ))
        from park_capacity c
        join park k on k.corp_code = c.corp_code and k.id = c.park_id
        left join park_day d on d.corp_code = c.corp_code and d.park_id = c.park_id and d.day = ${visitDay}
        where c.park_id in (select "parkId" from chosen)
          and c.status = 'T'
      ), '[]') as capacities,
      (${pageOf(channel, posId)}) as "salesPage",
      (select name from pos where id = ${posId} and status = 'T') as "posName"
  `;
}

/** Of `quota_pool q`. */
const dailyOf = (channel: string): SQL => sql`(
  select json_build_object(
    'left', q.daily_total - coalesce(sum(value::int) filter (where key <> ${channel}), 0),
    'others', coalesce(sum(value::int) filter (where key <> ${channel}), 0),
    'own', coalesce(bool_or(key = ${channel}), false),
    'overbooked', 0
  )
  from jsonb_each_text(q.parts)
)`;

/** Prices of the trade, in the same columns; a statement without layers does not ask for them. */
const layered = (visitDay: string, channel: string, layers: readonly string[]): SQL => sql`
  union all
  select id, name, ticket_type_id, channel, customer_group, start_day, end_day, weekdays, holidays, slot, price, priority
  from trade_price_policy
  where ticket_type_id in (select id from chosen)
    and ${visitDay} between start_day and end_day
    and channel in ('any', ${channel})
    and customer_group in (select value from json_array_elements_text(${JSON.stringify(layers)}::json))
`;

/** The price of a type (and slot) on the day, and the policy that won. */
export function priceOf(context: SaleContext, type: SoldType, slot: string) {
  const question = questionOf(context, slot);
  const own = context.policies.filter(({ ticketTypeId }) => ticketTypeId === type.id);
  return resolvePrice(own, type.listPrice, question);
}

export function questionOf(context: SaleContext, slot: string): PriceQuestion {
  const { visitDay, holiday, channel, group, layers } = context;
  return {
    day: visitDay,
    weekday: weekdayOf(visitDay),
    holiday: holiday !== null && !holiday.makeUp,
    makeUp: holiday?.makeUp ?? false,
    slot,
    channel,
    group,
    layers,
  };
}

/** Why the type (and slot), or one of its parts, is closed on the day; "" when all are open. */
export function closedWhyNot(context: SaleContext, type: SoldType, slot: string): string {
  const { closures, visitDay } = context;
  const { id, name, parkId, combo } = type;
  const closed = closedBy(closures, { parkId, ticketTypeId: id, slot }, visitDay);
  if (closed) return m.closure_at_sale({ name, day: visitDay, reason: closed.reason });
  const parts = (combo?.parts ?? []).map((part) => closedWhyNot(context, part.type, slotOf(part.type, slot)));
  return parts.find((no) => no !== "") ?? "";
}

/** Of a combo's slot, what a part without slots knows: none. */
export const slotOf = ({ slots }: SoldType, slot: string): string => (slots.length > 0 ? slot : "");

/** What one of a type takes places for: itself, or each of its parts. */
export const needsOf = (type: SoldType): { type: SoldType; quantity: number }[] =>
  type.combo ? type.combo.parts : [{ type, quantity: 1 }];

export function poolsOf(context: SaleContext, typeId: number): Pool[] {
  return context.pools.filter(({ ticketTypeIds }) => ticketTypeIds.includes(typeId));
}

/** For the channel that asks: never another's own. */
export const leftIn = (pool: Pool, slot: string): number => placesIn(pool, slot).left;

export function placesIn({ days, daily, bySlot }: Pool, slot: string): PoolLeft {
  return days.find((day) => day.slot === (bySlot ? slot : "")) ?? daily;
}

/** How many more may be sold there by who has the right. */
export function roomBeyond(pool: Pool, slot: string): number {
  return Math.max(0, pool.overbook - placesIn(pool, slot).overbooked);
}

/**
 * Places left for a type in a slot, or in several together; the scarcest pool decides, and of a combo the scarcest part.
 * Parts that share a pool take from it together. Null where no pool limits it. `beyond`: with what may be overbooked.
 */
export function scarcestOf(
  context: SaleContext,
  type: SoldType,
  slots: readonly string[],
  { beyond = false }: { beyond?: boolean } = {},
): { pool: Pool; left: number } | null {
  const places = (pool: Pool, slot: string) => leftIn(pool, slot) + (beyond ? roomBeyond(pool, slot) : 0);
  const draws = new Map<string, { pool: Pool; slotted: boolean; each: number }>();
  for (const need of needsOf(type)) {
    for (const pool of poolsOf(context, need.type.id)) {
      const slotted = pool.bySlot && need.type.slots.length > 0;
      const draw = draws.get(`${pool.id}/${slotted}`) ?? { pool, slotted, each: 0 };
      draws.set(`${pool.id}/${slotted}`, { ...draw, each: draw.each + need.quantity });
    }
  }
  const lefts = [...draws.values()].map(({ pool, slotted, each }) => {
    const left = slotted ? slots.reduce((sum, slot) => sum + places(pool, slot), 0) : places(pool, "");
    return { pool, left: Math.floor(left / each) };
  });
  return lefts.sort((one, other) => one.left - other.left)[0] ?? null;
}
