/** Group bookings: written down, confirmed with their places, cancelled with them. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { groupBooking as resource } from "~/contract/ticket/group-booking";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import type { ListRow } from "../../kernel/list-source";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type CommandsBackend, isRows, type Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call, Served } from "../../kernel/served";
import { groupAgreementOf } from "../travel/free-per";
import { activeAgencyReference, guideReference } from "../travel/references";
import { closedAgencies, pricesOfAgency } from "../travel/sale-agency";
import { holderOf } from "../travel/shared-agency";
import { namesOfTrade } from "../travel/trade-order";
import { claimCapacity } from "./capacity";
import { minuteOf, namesDueOf } from "./group-due";
import { forgetNames } from "./group-names-gone";
import { freePlaces, holdPlaces } from "./group-places";
import { endPrepaid, prepaidOf, sayCancelled, sayPrepaid } from "./group-prepaid";
import { groupBookingLine, groupBooking as table } from "./group-schema";
import { parkReference } from "./park";
import { promisePlaces } from "./park-promise";
import { type Cart, peopleOf, priceCart } from "./sale-cart";
import { ticketType } from "./schema";

export type GroupBooking = ResourceRow<typeof resource>;

dependsOn("park", { table, by: table.parkId, name: table.organisation, words: m.group_dep });
dependsOn("ticketType", {
  table,
  by: (id) => sql`${table.id} in (select group_booking_id from group_booking_line where ticket_type_id = ${id})`,
  name: table.organisation,
  words: m.group_dep,
});

dependsOn("agency", { table, by: table.agencyId, name: table.organisation, words: m.trade_has_bookings });
dependsOn("guide", { table, by: table.guideId, name: table.organisation, words: m.trade_has_bookings });

const commands: CommandsBackend<typeof resource> = {
  confirm: {
    async mayNot(call, rows) {
      const closed = await closedAgencies(
        call,
        rows.flatMap(({ agencyId }) => agencyId ?? []),
      );
      return rows.map(({ visitDay, agencyId }) =>
        visitDay < businessDay(call.now) ? m.group_day_past() : (closed.get(Number(agencyId)) ?? null),
      );
    },
    async run(call, row) {
      const cart = await groupCart(call, row, await bookedOf(call, row.id));
      if (cart.whyNot) throw new Refusal(cart.whyNot);
      await claimCapacity(call, cart.capacities, peopleOf(cart.lines));
      await promisePlaces(call, promisedTo(row, cart.lines));
      await holdPlaces(call, row, cart.takings);
      const prepayAsked = askedAhead(row, cart);
      return { set: { prepayAsked }, notice: m.group_confirmed({ n: row.persons ?? 0 }) };
    },
  },
  async cancel(call, row, { reason, giveBack }) {
    await freePlaces(call, row);
    await forgetNames(call, row.id);
    const prepaid = await endPrepaid(call, row, { reason, giveBack: giveBack === true });
    return { notice: prepaid ? m.group_cancelled_prepaid({ prepaid }) : m.group_cancelled() };
  },
};

/** Fen that are to be paid ahead, of the price of those who were booked; null: nothing is said of it. */
function askedAhead({ prepayPercent, prepayAmount }: GroupBooking, { lines }: Cart): number | null {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (prepayPercent) return Math.floor((total * prepayPercent + 50) / 100);
  return prepayAmount ? Math.min(prepayAmount, total) : null;
}

function promisedTo({ id, visitDay: day }: Pick<GroupBooking, "id" | "visitDay">, lines: Cart["lines"]) {
  const people = peopleOf(lines);
  const parks = [...new Set(lines.map(({ type }) => type.parkId))];
  return parks.map((parkId) => ({ source: "group" as const, id, parkId, day, people: people({ parkId, day }) }));
}

export interface GroupLine {
  ticketTypeId: number;
  quantity: number;
}

/** By ticket type, as it was booked. */
export const bookedOf = (call: Call, id: number): Promise<GroupLine[]> =>
  rowsOf<GroupLine>(
    call.db,
    sql`
      select ticket_type_id as "ticketTypeId", quantity
      from group_booking_line
      where group_booking_id = ${id}
      order by position
    `,
  );

/**
 * Priced for the group's customers, whatever a single buyer may have; an agency's as the agency, whatever customers were typed.
 * Types without slots have none. `anyTime`: its places are its own already.
 */
export async function groupCart(
  call: Call,
  { visitDay, slot, customerGroup, agencyId }: Pick<GroupBooking, "visitDay" | "slot" | "customerGroup" | "agencyId">,
  lines: readonly GroupLine[],
  { anyTime = false }: { anyTime?: boolean } = {},
): Promise<Cart> {
  const slotted = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select distinct ticket_type_id as id
      from ticket_type_slot
      where ticket_type_id = any (${sql.param(lines.map(({ ticketTypeId }) => ticketTypeId))}::bigint[])
    `,
  );
  const ids = slotted.map(({ id }) => id);
  return priceCart(call, {
    visitDay,
    lines: lines.map((line) => ({ ...line, slot: ids.includes(line.ticketTypeId) ? (slot ?? "") : "" })),
    ...(agencyId ? await pricesOfAgency(call, { id: agencyId }) : { group: customerGroup }),
    ...{ anyPage: true, anyNumber: true, anyTime },
  });
}

const prepay = ["prepayPercent", "prepayAmount", "prepayHours", "prepayBackHours"] as const;
const fixed = ["parkId", "visitDay", "slot", "customerGroup", "agencyId", "namesHours", ...prepay] as const;

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const { people } = values;
  await nameTrade(call, values, before);
  if (before && before.state !== "booked") {
    const had = await bookedOf(call, Number(before.id));
    const now = isRows(people) ? people.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]) : null;
    const same =
      now === null || JSON.stringify(now) === JSON.stringify(had.map((one) => [one.ticketTypeId, one.quantity]));
    const moved = fixed.some((name) => name in values && (values[name] ?? null) !== (before[name] ?? null));
    if (!same || moved) throw new Refusal(m.group_fixed());
    return;
  }
  const after: Values = { ...before, ...values };
  if (String(after.visitDay) < businessDay(call.now)) throw new Invalid({ visitDay: [m.group_day_past()] });
  if (!before) {
    values.bookingNo = nextNumber(call, "GB");
    // The agreement's terms as they are when the group is booked.
    const agencyId = after.agencyId ? Number(after.agencyId) : null;
    const agreed = await groupAgreementOf(call, agencyId, String(after.visitDay));
    values.namesHours ??= agreed.namesHours;
    // What is typed, a part or an amount, takes the place of both.
    const typed = values.prepayPercent || values.prepayAmount;
    for (const name of prepay) if (!typed || name.endsWith("Hours")) values[name] ??= agreed[name];
  }
  const lines = isRows(people) ? people : before ? await bookedOf(call, Number(before.id)) : [];
  values.persons = lines.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  await checkTypes(
    call,
    Number(after.parkId),
    lines.map(({ ticketTypeId }) => Number(ticketTypeId)),
  );
}

/** The names of a chosen agency and guide stand where none was typed, as they are when it is booked. */
async function nameTrade(call: Call, values: Values, before: Values | null): Promise<void> {
  const after: Values = { ...before, ...values };
  const named = await namesOfTrade(call, after.agencyId, after.guideId);
  if (after.guideId && (!after.guide || (before && before.guideId !== after.guideId))) values.guide = named.guide;
  if (after.organisation) return;
  if (!named.agency) throw new Invalid({ organisation: [m.group_no_organisation()] });
  values.organisation = named.agency.slice(0, 80);
}

/** Real-name tickets have a list of names (`group-names.ts`). */
async function checkTypes(call: Call, parkId: number, typeIds: readonly number[]): Promise<void> {
  const wrong = await firstOf<{ name: string }>(
    call.db,
    sql`
      select name
      from ticket_type
      where id = any (${sql.param([...typeIds])}::bigint[]) and park_id <> ${parkId}
      order by id
      limit 1
    `,
  );
  if (wrong) throw new Invalid({ people: [m.group_other_park({ name: wrong.name })] });
}

async function stillNeeded(call: Call, id: number): Promise<string[]> {
  const kept = await firstOf(
    call.db,
    sql`
      select id from group_booking b
      where b.id = ${id}
        and (
          b.state in ('confirmed', 'arrived', 'settled')
          -- Its ledger says what was paid ahead, also where it was given back.
          or exists (select from group_prepaid p where p.corp_code = b.corp_code and p.booking_id = b.id)
        )
    `,
  );
  return kept ? [m.group_kept()] : [];
}

/** Beside an agency of another corp of the group stands that corp; names that are lacking, with their cut-off. */
async function withHolders(call: Call, rows: ListRow[]): Promise<ListRow[]> {
  const { db } = call;
  const ids = rows.map(({ id }) => Number(id));
  const found = await rowsOf<{ id: number; holder: string | null }>(
    db,
    sql`
      select b.id::float8 as id, ${holderOf(sql`b.agency_id`)} as holder
      from group_booking b
      where b.id = any (${`{${ids}}`}::bigint[]) and b.agency_id is not null
    `,
  );
  const holders = new Map(found.map(({ id, holder }) => [id, holder]));
  const names = await namesDueOf(call, ids);
  const prepaid = await prepaidOf(call, ids);
  return rows.map((row) => {
    const ahead = prepaid.get(Number(row.id));
    const { due = null, missing = 0 } = names.get(Number(row.id)) ?? {};
    const said = { namesDue: due && minuteOf(due), namesMissing: missing > 0 ? missing : null };
    const paid = ahead && {
      ...{ prepaid: ahead.held || null, prepaySays: sayPrepaid(ahead, call.now) || null },
      prepayCancelSays: sayCancelled(ahead, call.now) || null,
    };
    return { ...row, agencyHolder: holders.get(Number(row.id)) ?? null, ...said, ...paid };
  });
}

export const bookingServed: Served[] = serveResource(resource, {
  table,
  query: {
    from: "group_booking b",
    columns: {
      ...{ agencyHolder: sql`null::text`, namesDue: sql`null::text`, namesMissing: sql`null::int` },
      ...{ prepaid: sql`null::bigint`, prepaySays: sql`null::text`, prepayCancelSays: sql`null::text` },
    },
  },
  indexed: true,
  shown: withHolders,
  lines: { people: groupBookingLine },
  references: {
    parkId: parkReference,
    agencyId: activeAgencyReference,
    guideId: guideReference,
    "people.ticketTypeId": { table: ticketType, name: ticketType.name, status: ticketType.status },
  },
  check,
  dependents: stillNeeded,
  commands,
});
