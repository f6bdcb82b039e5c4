/** Price policies: which price holds for a ticket type, channel, group, day and slot. */

import { eq, type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import type { Option } from "~/contract/resource";
import {
  anyChannel,
  type PricePolicy,
  pricePolicyGet,
  pricePolicyList,
  pricePolicyRemove,
  pricePolicySave,
  pricePolicySetStatus,
} from "~/contract/ticket/price";
import { lastWriter, nothingChanged } from "../../kernel/audit";
import { changesNothing } from "../../kernel/bulk-changes";
import { dictionariesOf } from "../../kernel/dictionaries";
import { checkDictionaryValues } from "../../kernel/dictionary-values";
import { betweenDays, conditionsOf, equals, equalsId, listPage } from "../../kernel/list-page";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { contains } from "./filter-contains";
import { addDays, weekdayOf } from "./rules/days";
import { listOf } from "./rules/ticket-terms";
import { pricePolicy } from "./schema";

const policyColumns = sql`
  p.id, p.row_version as "rowVersion", p.name, p.ticket_type_id as "ticketTypeId", t.name as "ticketTypeName",
  p.channel, p.customer_group as "customerGroup", p.start_day as "startDay", p.end_day as "endDay", p.weekdays,
  p.holidays, p.slot, p.price, p.priority, p.status
`;
const withType = sql`join ticket_type t on t.corp_code = p.corp_code and t.id = p.ticket_type_id`;

const filters = {
  name: contains(sql`p.name`),
  ticketTypeId: equalsId(sql`p.ticket_type_id`),
  channel: equals(sql`p.channel`),
  customerGroup: equals(sql`p.customer_group`),
  holidays: equals(sql`p.holidays`),
  status: equals(sql`p.status`),
  startDay: betweenDays(sql`p.start_day`),
  endDay: betweenDays(sql`p.end_day`),
};
const sorts: Record<string, SQL> = {
  id: sql`p.id`,
  name: sql`p.name`,
  startDay: sql`p.start_day`,
  price: sql`p.price`,
  priority: sql`p.priority`,
};

const list = serve(pricePolicyList, async (call, payload) => {
  const page = await listPage<PricePolicy>(call, payload, {
    from: sql`price_policy p`,
    id: sql`p.id`,
    conditions: conditionsOf(payload.filters, filters),
    sorts,
    rows: (ids) => sql`
      select ${policyColumns}
      from (${ids}) page
      join price_policy p on p.corp_code = current_setting('app.corp_code') and p.id = page.id
      ${withType}
      order by page.place
    `,
  });
  const { saleChannel, customerGroup, holidayRule, enableStatus } = await dictionariesOf(
    call.db,
    ["saleChannel", "customerGroup", "holidayRule", "enableStatus"],
    call.locale,
  );
  const { capped, ...reply } = page;
  const options: Record<string, Option[]> = {
    ticketTypeId: await pricedTypes(call),
    channel: saleChannel ?? [],
    customerGroup: customerGroup ?? [],
    holidays: holidayRule ?? [],
    status: enableStatus ?? [],
  };
  return { ...reply, otherData: { options, capped } };
});

const get = serve(pricePolicyGet, async (call, { id }) => ({
  record: id === undefined ? null : await policyById(call, id),
  ticketTypes: await pricedTypes(call),
}));

/** Types that prices may be set for: all but retired ones. */
export function pricedTypes(call: Call): Promise<Option[]> {
  return rowsOf<Option>(
    call.db,
    sql`select id::text as value, name as label from ticket_type where status <> 'retired' order by sort, id limit 500`,
  );
}

async function policyById(call: Call, id: number, lock = false): Promise<PricePolicy> {
  const policy = await firstOf<PricePolicy>(
    call.db,
    sql`select ${policyColumns} from price_policy p ${withType} where p.id = ${id} ${lock ? sql`for update of p` : sql``}`,
  );
  if (!policy) throw new NotFound();
  return policy;
}

type Draft = ParsedPayloadOf<typeof pricePolicySave>;

const save = serve(pricePolicySave, async (call, { id, rowVersion, ...draft }) => {
  const before = id === undefined ? null : await policyById(call, id, true);
  if (before && rowVersion !== undefined && rowVersion !== before.rowVersion) {
    throw new Refusal(m.r_changed_meanwhile({ who: await lastEditor(call, before.id), name: before.name }));
  }
  await checkDraft(call, draft);
  await checkAudience(call, draft, before);
  if (before && changesNothing(draft, before)) {
    call.audit(nothingChanged);
    return { id: before.id };
  }
  const [saved] = before
    ? await call.db
        .update(pricePolicy)
        .set({ ...draft, rowVersion: sql`row_version + 1`, updatedAt: call.now })
        .where(eq(pricePolicy.id, before.id))
        .returning({ id: pricePolicy.id })
    : await call.db.insert(pricePolicy).values(draft).returning({ id: pricePolicy.id });
  if (!saved) throw new NotFound();
  call.audit({ thing: "pricePolicy", thingId: saved.id, label: draft.name, before: before ?? undefined, after: draft });
  return { id: saved.id };
});

async function checkDraft(call: Call, draft: Draft): Promise<void> {
  const { startDay, endDay, weekdays, slot } = draft;
  if (endDay < startDay) throw new Invalid({ endDay: [m.r_policy_days()] });
  if (!weekdays.includes("T")) throw new Invalid({ weekdays: [m.r_policy_no_weekday()] });
  if (!hasDay(draft)) throw new Invalid({ weekdays: [m.r_policy_no_day()] });
  await checkType(call, draft.ticketTypeId, slot);
}

interface PriceAudience {
  channel: string;
  customerGroup: string;
}

/** Channel and group are the corp's; `before` may have some that are suspended since. */
export async function checkAudience(
  call: Call,
  { channel, customerGroup }: PriceAudience,
  before: PriceAudience | null = null,
  options: { anyState?: boolean } = {},
): Promise<void> {
  const group = { dictionary: "customerGroup", value: customerGroup, before: before?.customerGroup };
  const sold = { dictionary: "saleChannel", value: channel, before: before?.channel };
  await checkDictionaryValues(
    call,
    { customerGroup: group, ...(channel !== anyChannel && { channel: sold }) },
    options,
  );
}

/** The type is there, not retired, and has the slot. */
export async function checkType(call: Call, ticketTypeId: number, slot: string): Promise<{ name: string }> {
  const type = await firstOf<{ name: string; status: string; slots: string | null }>(
    call.db,
    sql`select name, status, slots from ticket_type where id = ${ticketTypeId}`,
  );
  if (!type) throw new Invalid({ ticketTypeId: [m.r_no_ticket_type()] });
  const { name } = type;
  if (type.status === "retired") throw new Invalid({ ticketTypeId: [m.r_policy_retired({ name })] });
  if (slot !== "" && !listOf(type.slots).includes(slot)) throw new Invalid({ slot: [m.r_policy_slot({ name, slot })] });
  return type;
}

/** Whether any day of the range meets the weekdays; from a week on one always does. Make-up days count as Monday to Friday. */
function hasDay({ startDay, endDay, weekdays }: Draft): boolean {
  if (weekdays.startsWith("TTTTT")) return true;
  for (let day = startDay, n = 0; day <= endDay && n < 7; day = addDays(day, 1), n += 1) {
    if (weekdays[weekdayOf(day)] === "T") return true;
  }
  return false;
}

async function lastEditor(call: Call, id: number): Promise<string> {
  return (await lastWriter(call.db, "pricePolicy", id)) ?? m.r_somebody();
}

const setStatus = serve(pricePolicySetStatus, async (call, { id, status }) => {
  const before = await policyById(call, id, true);
  if (before.status === status) return { id };
  await call.db
    .update(pricePolicy)
    .set({ status, rowVersion: sql`row_version + 1`, updatedAt: call.now })
    .where(eq(pricePolicy.id, id));
  call.audit({
    thing: "pricePolicy",
    thingId: id,
    label: before.name,
    before: { status: before.status },
    after: { status },
  });
  return { id };
});

/** What was sold under it keeps its price and its name. */
const remove = serve(pricePolicyRemove, async (call, { id }) => {
  const before = await policyById(call, id, true);
  await call.db.delete(pricePolicy).where(eq(pricePolicy.id, id));
  call.audit({ thing: "pricePolicy", thingId: id, label: before.name, before });
  return { id };
});

export const served = [list, get, save, setStatus, remove];
