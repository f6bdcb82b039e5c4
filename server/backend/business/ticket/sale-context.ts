/** All that a sale's rules look at, read in one statement: types, prices, quotas and the day. */
import { type SQL, sql } from "drizzle-orm";
import type { DocumentKind } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import { type Closed, closedBy } from "~/contract/ticket/gate-rules/closed";
import type { TicketRules } from "~/contract/ticket/gate-rules/facts";
import type { RefundBand } from "~/contract/ticket/ticket-terms";
import { preparedRowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { closedJson, closingStates } from "./closed-sql";
import type { CapacityOfDay } from "./rules/capacity";
import { weekdayOf } from "./rules/days";
import { type PolicyTerms, type PriceQuestion, resolvePrice } from "./rules/price";
import type { SellableTerms } from "./rules/sellable";
import { bandsOf, rulesOfType, slotsOf } from "./type-lines";

/** The counter sells on this channel, at the prices for this group. */
export const counterChannel = "window";
const counterGroup = "retail";

export interface SoldType extends SellableTerms {
  id: number;
  code: string;
  kind: string;
  parkId: number;
  facePrice: number;
  listPrice: number;
  realName: "none" | "perOrder" | "perTicket";
  /** Kinds of documents that it takes; none: every kind. */
  documents: DocumentKind[];
  admissions: number;
  passInterval: number | null;
  gateGroupId: number | null;
  entryFrom: string | null;
  rules: TicketRules;
  refundRule: string;
  refundBands: RefundBand[];
  minPerOrder: number;
  maxPerOrder: number;
  perIdentityDay: number | null;
}

export interface Pool {
  id: number;
  name: string;
  bySlot: boolean;
  dailyTotal: number;
  ticketTypeIds: number[];
  days: { slot: string; left: number }[];
}

export interface SaleContext {
  visitDay: string;
  types: SoldType[];
  policies: (PolicyTerms & { ticketTypeId: number })[];
  pools: Pool[];
  holiday: { name: string; makeUp: boolean } | null;
  /** Of the day. */
  closures: Closed[];
  /** Of the parks that have a limit. */
  capacities: CapacityOfDay[];
  /** Of the point of sale that was asked for; null where there is none, or none in use. */
  posName: string | null;
}

/** Ticket types by id, or all that the counter may offer. */
export async function readSaleContext(
  call: Call,
  visitDay: string,
  typeIds: number[] | "all",
  posId?: number,
): Promise<SaleContext> {
  const chosen =
    typeIds === "all"
      ? sql`t.status in ('onSale', 'suspended')`
      : sql`t.id in (select value::bigint from json_array_elements_text(${JSON.stringify(typeIds)}::json))`;
  const [row] = await preparedRowsOf<Omit<SaleContext, "visitDay">>(call.db, contextOf(chosen, visitDay, posId ?? 0));
  if (!row) throw new Error("a select of subselects answers one row");
  return { ...row, visitDay };
}

function contextOf(chosen: SQL, visitDay: string, posId: number): SQL {
  return sql`
    with chosen as (
      select t.id, t.code, t.name, t.kind, t.status, t.park_id as "parkId",
             p.name as "parkName", p.status as "parkStatus",
             t.face_price as "facePrice", t.list_price as "listPrice", t.real_name as "realName", t.documents,
             t.validity, t.valid_days as "validDays", t.admissions, t.pass_interval as "passInterval",
             t.gate_group_id as "gateGroupId", t.entry_from as "entryFrom", t.entry_to as "entryTo", ${rulesOfType} as rules,
             t.refund_rule as "refundRule", t.channels,
             t.min_per_order as "minPerOrder", t.max_per_order as "maxPerOrder",
             t.per_identity_day as "perIdentityDay", t.sort
      from ticket_type t
      join park p on p.corp_code = t.corp_code and p.id = t.park_id
      where ${chosen}
    ),
    bands as (${bandsOf(sql`select id from chosen`)}),
    slots as (${slotsOf(sql`select id from chosen`)}),
    types as (
      select c.*, coalesce(b.bands, '[]') as "refundBands", coalesce(s.slots, '[]') as slots
      from chosen c
      left join bands b on b.ticket_type_id = c.id
      left join slots s on s.ticket_type_id = c.id
    ),
    policies as (
      select id, name, ticket_type_id as "ticketTypeId", channel, customer_group as "customerGroup",
             start_day as "startDay", end_day as "endDay", weekdays, holidays, slot, price, priority
      from price_policy
      where ticket_type_id in (select id from chosen)
        and status = 'T'
        and ${visitDay} between start_day and end_day
        and channel in ('any', ${counterChannel})
        and customer_group in ('any', ${counterGroup})
    ),
    pools as (
      select q.id, q.name, q.by_slot as "bySlot", q.daily_total as "dailyTotal",
             (select json_agg(ticket_type_id) from quota_pool_type where pool_id = q.id) as "ticketTypeIds",
             coalesce((
               select json_agg(json_build_object('slot', d.slot, 'left', d.total - d.held - d.sold))
               from quota_day d
               where d.pool_id = q.id and d.day = ${visitDay}
             ), '[]') as days
      from quota_pool q
      where q.status = 'T'
        and q.id in (select pool_id from quota_pool_type where ticket_type_id in (select id from chosen))
    )
    select
      coalesce((select json_agg(t order by t.sort, t.id) from types t), '[]') as types,
      coalesce((select json_agg(p) from policies p), '[]') as policies,
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
          'parkId', c.park_id, 'parkName', k.name, 'dayMax', c.day_max, 'warnAt', c.warn_at, 'stops', c.stops,
          'people', coalesce(d.people, 0)
        ))
        from park_capacity c
        join park k on k.corp_code = c.corp_code and k.id = c.park_id
        left join park_day d on d.corp_code = c.corp_code and d.park_id = c.park_id and d.day = ${visitDay}
        where c.park_id in (select "parkId" from chosen)
          and c.status = 'T'
      ), '[]') as capacities,
      (select name from pos where id = ${posId} and status = 'T') as "posName"
  `;
}

/** The price of a type (and slot) on the day, and the policy that won. */
export function priceOf(context: SaleContext, type: SoldType, slot: string) {
  const { visitDay, holiday } = context;
  const question: PriceQuestion = {
    day: visitDay,
    weekday: weekdayOf(visitDay),
    holiday: holiday !== null && !holiday.makeUp,
    makeUp: holiday?.makeUp ?? false,
    slot,
    channel: counterChannel,
    group: counterGroup,
  };
  const own = context.policies.filter(({ ticketTypeId }) => ticketTypeId === type.id);
  return resolvePrice(own, type.listPrice, question);
}

/** Why the type (and slot) is closed on the day; "" when it is open. */
export function closedWhyNot(
  { closures, visitDay }: SaleContext,
  { id, name, parkId }: SoldType,
  slot: string,
): string {
  const closed = closedBy(closures, { parkId, ticketTypeId: id, slot }, visitDay);
  return closed ? m.closure_at_sale({ name, day: visitDay, reason: closed.reason }) : "";
}

export function poolsOf(context: SaleContext, typeId: number): Pool[] {
  return context.pools.filter(({ ticketTypeIds }) => ticketTypeIds.includes(typeId));
}

export function leftIn({ days, dailyTotal, bySlot }: Pool, slot: string): number {
  return days.find((day) => day.slot === (bySlot ? slot : ""))?.left ?? dailyTotal;
}

/** Places left for a type (and slot): of the scarcest pool; null where none limits it. */
export function leftOf(context: SaleContext, typeId: number, slot: string): number | null {
  const lefts = poolsOf(context, typeId).map((pool) => leftIn(pool, slot));
  return lefts.length > 0 ? Math.min(...lefts) : null;
}
