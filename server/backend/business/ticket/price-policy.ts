/** Price policies: which price holds for a ticket type, channel, group, day and slot. */

import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import type { Option } from "~/contract/resource";
import {
  anyChannel,
  type PricePolicy,
  pricePolicyGet,
  pricePolicyRemove,
  pricePolicySave,
} from "~/contract/ticket/price";
import { pricePolicy as resource } from "~/contract/ticket/price-policy-list";
import { reservationKind } from "~/contract/ticket/reservation-kind";
import { lastWriter, nothingChanged } from "../../kernel/audit";
import { changesNothing } from "../../kernel/bulk-changes";
import { checkDictionaryValues } from "../../kernel/dictionary-values";
import { yuan } from "../../kernel/money";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { type Approved, aboveCeiling, singlyOf } from "./price-limits";
import { addDays, weekdayOf } from "./rules/days";
import { pricePolicy, ticketType } from "./schema";
import { slotNames } from "./type-lines";

const policyColumns = sql`
  p.id, p.row_version as "rowVersion", p.name, p.ticket_type_id as "ticketTypeId", t.name as "ticketTypeName",
  p.channel, p.customer_group as "customerGroup", p.start_day as "startDay", p.end_day as "endDay", p.weekdays,
  p.holidays, p.slot, p.price, p.priority, p.status
`;
const withType = sql`join ticket_type t on t.corp_code = p.corp_code and t.id = p.ticket_type_id`;

/** Types that prices may be set for. */
export const typeReference = { table: ticketType, name: ticketType.name, only: sql`${ticketType.status} <> 'retired'` };

const list = serveResource(resource, {
  table: pricePolicy,
  indexed: true,
  query: { from: "price_policy p", joins: withType, columns: { ticketTypeName: sql`t.name` } },
  references: {
    ticketTypeId: typeReference,
  },
  choices: () => ({ channel: [{ value: anyChannel, label: m.policy_any_channel() }] }),
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

export async function policyById(call: Call, id: number, lock = false): Promise<PricePolicy> {
  const policy = await firstOf<PricePolicy>(
    call.db,
    sql`select ${policyColumns} from price_policy p ${withType} where p.id = ${id} ${lock ? sql`for update of p` : sql``}`,
  );
  if (!policy) throw new NotFound();
  return policy;
}

export type PolicyDraft = Omit<ParsedPayloadOf<typeof pricePolicySave>, "id" | "rowVersion">;

const save = serve(pricePolicySave, async (call, { id, rowVersion, ...draft }) => {
  const before = id === undefined ? null : await policyById(call, id, true);
  if (before && rowVersion !== undefined && rowVersion !== before.rowVersion) {
    throw new Refusal(m.r_changed_meanwhile({ who: await lastEditor(call, before.id), name: before.name }));
  }
  await checkPolicy(call, draft, before);
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

export async function checkPolicy(call: Call, draft: PolicyDraft, before: PricePolicy | null): Promise<void> {
  await checkDraft(call, draft);
  await checkAudience(call, draft, before);
}

async function checkDraft(call: Call, draft: PolicyDraft): Promise<void> {
  const { startDay, endDay, weekdays, slot } = draft;
  if (endDay < startDay) throw new Invalid({ endDay: [m.r_policy_days()] });
  if (!weekdays.includes("T")) throw new Invalid({ weekdays: [m.r_policy_no_weekday()] });
  if (!hasDay(draft)) throw new Invalid({ weekdays: [m.r_policy_no_day()] });
  await checkType(call, draft.ticketTypeId, slot, draft.price);
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

/** The type is there, not retired, has the slot and may have the price. */
export async function checkType(
  call: Call,
  ticketTypeId: number,
  slot: string,
  price: number,
): Promise<{ name: string }> {
  const type = await firstOf<Approved & { name: string; kind: string; status: string; slots: string[] }>(
    call.db,
    sql`
      select t.name, t.kind, t.status, ${slotNames} as slots, t.price_ceiling as "priceCeiling", t.approved_by as "approvedBy"
      from ticket_type t
      where t.id = ${ticketTypeId}
    `,
  );
  if (!type) throw new Invalid({ ticketTypeId: [m.r_no_ticket_type()] });
  const { name } = type;
  if (type.status === "retired") throw new Invalid({ ticketTypeId: [m.r_policy_retired({ name })] });
  if (slot !== "" && !type.slots.includes(slot)) throw new Invalid({ slot: [m.r_policy_slot({ name, slot })] });
  if (type.kind === reservationKind && price > 0) throw new Invalid({ price: [m.reservation_type_free()] });
  const above = aboveCeiling(type, price);
  if (above) throw new Invalid({ price: [above] });
  const singly = type.kind === "combo" ? await singlyOf(call, ticketTypeId) : null;
  if (singly !== null && price > singly)
    throw new Invalid({ price: [m.combo_policy_too_dear({ singly: yuan(singly) })] });
  return type;
}

/** Whether any day of the range meets the weekdays; from a week on one always does. Make-up days count as Monday to Friday. */
function hasDay({ startDay, endDay, weekdays }: PolicyDraft): boolean {
  if (weekdays.startsWith("TTTTT")) return true;
  for (let day = startDay, n = 0; day <= endDay && n < 7; day = addDays(day, 1), n += 1) {
    if (weekdays[weekdayOf(day)] === "T") return true;
  }
  return false;
}

async function lastEditor(call: Call, id: number): Promise<string> {
  return (await lastWriter(call.db, "pricePolicy", id)) ?? m.r_somebody();
}

/** What was sold under it keeps its price and its name. */
const remove = serve(pricePolicyRemove, async (call, { id }) => {
  const before = await policyById(call, id, true);
  await call.db.delete(pricePolicy).where(eq(pricePolicy.id, id));
  call.audit({ thing: "pricePolicy", thingId: id, label: before.name, before });
  return { id };
});

export const served = [...list, get, save, remove];
