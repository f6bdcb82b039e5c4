/** The price calendar: a month at a glance, and one price set on many days. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { priceCalendar, priceCalendarSave } from "~/contract/ticket/price";
import { nothingChanged } from "../../kernel/audit";
import { businessDay } from "../../kernel/business-time";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { checkAudience, checkType, pricedTypes } from "./price-policy";
import { daysOfMonth, runsOf, weekdayOf } from "./rules/days";
import { type PolicyTerms, resolvePrice } from "./rules/price";
import { pricePolicy } from "./schema";
import { slotNames } from "./type-lines";

interface Holiday {
  day: string;
  name: string;
  makeUp: boolean;
}

const show = serve(priceCalendar, async (call, { ticketTypeId, channel, customerGroup, month, slot }) => {
  await checkAudience(call, { channel, customerGroup }, null, { anyState: true });
  const ticketTypes = await pricedTypes(call);
  const chosen = ticketTypeId ?? (ticketTypes[0] ? Number(ticketTypes[0].value) : null);
  if (chosen === null) return { ticketTypeId: null, ticketTypes, slots: [], listPrice: 0, days: [] };
  const type = await firstOf<{ listPrice: number; slots: string[] }>(
    call.db,
    sql`select t.list_price as "listPrice", ${slotNames} as slots from ticket_type t where t.id = ${chosen}`,
  );
  if (!type) throw new NotFound(m.r_no_ticket_type());
  const days = daysOfMonth(month);
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const policies = await policiesBetween(call, chosen, first, last);
  const holidays = await holidaysBetween(call, first, last);
  return {
    ticketTypeId: chosen,
    ticketTypes,
    slots: type.slots,
    listPrice: type.listPrice,
    days: days.map((day) => {
      const official = holidays.get(day);
      const { price, policy } = resolvePrice(policies, type.listPrice, {
        day,
        weekday: weekdayOf(day),
        holiday: official !== undefined && !official.makeUp,
        makeUp: official?.makeUp ?? false,
        slot,
        channel,
        group: customerGroup,
      });
      return {
        day,
        price,
        policyId: policy?.id ?? null,
        policyName: policy?.name ?? "",
        holiday: official?.name ?? "",
        makeUp: official?.makeUp ?? false,
      };
    }),
  };
});

export function policiesBetween(call: Call, ticketTypeId: number, first: string, last: string): Promise<PolicyTerms[]> {
  return rowsOf<PolicyTerms>(
    call.db,
    sql`
      select id, name, channel, customer_group as "customerGroup", start_day as "startDay", end_day as "endDay",
             weekdays, holidays, slot, price, priority
      from price_policy
      where ticket_type_id = ${ticketTypeId}
        and status = 'T'
        and end_day >= ${first}
        and start_day <= ${last}
    `,
  );
}

export async function holidaysBetween(call: Call, first: string, last: string): Promise<Map<string, Holiday>> {
  const rows = await rowsOf<Holiday>(
    call.db,
    sql`select day, name, make_up as "makeUp" from holiday where day between ${first} and ${last}`,
  );
  return new Map(rows.map((row) => [row.day, row]));
}

interface Edit {
  ticketTypeId: number;
  channel: string;
  customerGroup: string;
  slot: string;
  price: number;
}

const highest = 9999;

const save = serve(priceCalendarSave, async (call, { days, ...edit }) => {
  await checkType(call, edit.ticketTypeId, edit.slot, edit.price);
  await checkAudience(call, edit);
  const past = days.filter((day) => day < businessDay(call.now)).sort()[0];
  if (past) throw new Invalid({ days: [m.r_price_day_past({ day: past })] });
  // One edit of a type's calendar at a time: each must stand above what the other wrote.
  await call.db.execute(sql`select id from ticket_type where id = ${edit.ticketTypeId} for update`);
  const runs = runsOf(days);
  const policies = await policiesBetween(call, edit.ticketTypeId, runs[0]?.first ?? "", runs.at(-1)?.last ?? "");
  const written: number[] = [];
  for (const run of runs) written.push(await writeRun(call, edit, run, policies));
  return { policies: written };
});

/** One policy for the run, above every other that may hold on one of its days; a run set before gets its new price. */
async function writeRun(
  call: Call,
  edit: Edit,
  { first, last }: { first: string; last: string },
  policies: readonly PolicyTerms[],
): Promise<number> {
  const rivals = policies.filter(
    (policy) => policy.startDay <= last && policy.endDay >= first && mayMeet(policy, edit),
  );
  const top = Math.max(-1, ...rivals.map(({ priority }) => priority));
  const same = rivals.find((policy) => isSameRun(policy, edit, first, last) && policy.priority === top);
  if (same && rivals.filter(({ priority }) => priority === top).length === 1) return reprice(call, same, edit.price);
  if (top >= highest) throw new Refusal(m.r_policy_priority_full({ day: first }));
  const name = first === last ? m.r_calendar_policy({ first }) : m.r_calendar_policy_run({ first, last });
  const values = { ...edit, name, startDay: first, endDay: last, priority: top + 1 };
  const [created] = await call.db.insert(pricePolicy).values(values).returning({ id: pricePolicy.id });
  if (!created) throw new Error("an insert answers its row");
  call.audit({ thing: "pricePolicy", thingId: created.id, label: name, after: values });
  return created.id;
}

function mayMeet(policy: PolicyTerms, edit: Edit): boolean {
  const meets = (one: string, other: string, every: string) => one === every || other === every || one === other;
  return (
    meets(policy.channel, edit.channel, "any") &&
    meets(policy.customerGroup, edit.customerGroup, "any") &&
    meets(policy.slot, edit.slot, "")
  );
}

function isSameRun(policy: PolicyTerms, edit: Edit, first: string, last: string): boolean {
  return (
    policy.startDay === first &&
    policy.endDay === last &&
    policy.channel === edit.channel &&
    policy.customerGroup === edit.customerGroup &&
    policy.slot === edit.slot &&
    policy.weekdays === "TTTTTTT" &&
    policy.holidays === "any"
  );
}

async function reprice(call: Call, { id, name, price: before }: PolicyTerms, price: number): Promise<number> {
  if (price === before) {
    call.audit(nothingChanged);
    return id;
  }
  await call.db
    .update(pricePolicy)
    .set({ price, rowVersion: sql`row_version + 1`, updatedAt: call.now })
    .where(eq(pricePolicy.id, id));
  call.audit({ thing: "pricePolicy", thingId: id, label: name, before: { price: before }, after: { price } });
  return id;
}

export const served = [show, save];
