/** The price calendar: a month at a glance, and one price set on many days. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { priceCalendar, priceCalendarSave } from "~/contract/ticket/price";
import { nothingChanged } from "../../kernel/audit";
import { businessDay } from "../../kernel/business-time";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { missingYear } from "./holiday";
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
  const missing = await missingYear(call.db, businessDay(call.now));
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const policies = await policiesBetween(call, chosen, first, last);
  const holidays = await holidaysBetween(call, first, last);
  return {
    ticketTypeId: chosen,
    ticketTypes,
    slots: type.slots,
    listPrice: type.listPrice,
    missingYear: missing,
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

type Edit = Omit<ParsedPayloadOf<typeof priceCalendarSave>, "days" | "range">;
type Wish = ParsedPayloadOf<typeof priceCalendarSave>;

/** Days that get one policy. */
interface Run {
  first: string;
  last: string;
  weekdays: string;
  holidays: PolicyTerms["holidays"];
}

const highest = 9999;

const save = serve(priceCalendarSave, async (call, wish) => {
  const runs = await readRuns(call, wish);
  const { days: _, range: __, ...edit } = wish;
  // One edit of a type's calendar at a time: each must stand above what the other wrote.
  await call.db.execute(sql`select id from ticket_type where id = ${edit.ticketTypeId} for update`);
  const written: number[] = [];
  for (const { same, run, priority } of await planOf(call, edit, runs))
    written.push(same ? await reprice(call, same, edit.price) : await writeRun(call, edit, run, priority));
  return { policies: written };
});

/** What is asked for, as runs of days; throws where it cannot be. */
export async function readRuns(call: Call, { days, range, ...edit }: Wish): Promise<Run[]> {
  await checkType(call, edit.ticketTypeId, edit.slot, edit.price);
  await checkAudience(call, edit);
  if (days.length > 0 === (range !== undefined)) throw new Invalid({ days: [m.policy_choose_days()] });
  const today = businessDay(call.now);
  const past = days.filter((day) => day < today).sort()[0];
  if (past) throw new Invalid({ days: [m.r_price_day_past({ day: past })] });
  if (!range) return runsOf(days).map((run) => ({ ...run, weekdays: everyDay, holidays: "any" }));
  const { from, to, weekdays, holidays } = range;
  if (from < today) throw new Invalid({ from: [m.r_price_day_past({ day: from })] });
  if (to < from) throw new Invalid({ to: [m.r_quota_range_order()] });
  if (!weekdays.includes("T")) throw new Invalid({ weekdays: [m.calendar_choose_weekdays()] });
  return [{ first: from, last: to, weekdays, holidays }];
}

const everyDay = "TTTTTTT";

interface Planned {
  run: Run;
  /** The policy that this very run was given before: it gets the new price. */
  same: PolicyTerms | null;
  priority: number;
}

/** One policy a run, above every other that may hold on one of its days. */
export async function planOf(call: Call, edit: Edit, runs: readonly Run[]): Promise<Planned[]> {
  const policies = await policiesBetween(call, edit.ticketTypeId, runs[0]?.first ?? "", runs.at(-1)?.last ?? "");
  return runs.map((run) => {
    const rivals = policies.filter(
      (policy) => policy.startDay <= run.last && policy.endDay >= run.first && mayMeet(policy, edit),
    );
    const top = Math.max(-1, ...rivals.map(({ priority }) => priority));
    const same = rivals.find((policy) => isSameRun(policy, edit, run) && policy.priority === top);
    if (same && rivals.filter(({ priority }) => priority === top).length === 1) return { run, same, priority: top };
    if (top >= highest) throw new Refusal(m.r_policy_priority_full({ day: run.first }));
    return { run, same: null, priority: top + 1 };
  });
}

async function writeRun(call: Call, edit: Edit, run: Run, priority: number): Promise<number> {
  const { first, last, weekdays, holidays } = run;
  const name = first === last ? m.r_calendar_policy({ first }) : m.r_calendar_policy_run({ first, last });
  const values = { ...edit, name, startDay: first, endDay: last, weekdays, holidays, priority };
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

function isSameRun(policy: PolicyTerms, edit: Edit, { first, last, weekdays, holidays }: Run): boolean {
  return (
    policy.startDay === first &&
    policy.endDay === last &&
    policy.channel === edit.channel &&
    policy.customerGroup === edit.customerGroup &&
    policy.slot === edit.slot &&
    policy.weekdays === weekdays &&
    policy.holidays === holidays
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
