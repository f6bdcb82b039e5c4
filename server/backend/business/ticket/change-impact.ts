/** What a price policy or a quota pool would change before it is saved. Reads only. */
import { sql } from "drizzle-orm";
import { namedRuns, priceCalendarLook, pricePolicyLook, quotaPoolLook } from "~/contract/ticket/change-impact";
import { anyChannel } from "~/contract/ticket/price";
import { businessDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { openOrders } from "./open-orders";
import { holidaysBetween, planOf, policiesBetween, readRuns } from "./price-calendar";
import { checkPolicy, type PolicyDraft, policyById } from "./price-policy";
import { daysOfParts, follows, partRows, partsText, tooFew } from "./quota-day";
import { checkParts, checkPool, poolById } from "./quota-pool";
import { addDays, weekdayOf } from "./rules/days";
import { type PolicyTerms, resolvePrice } from "./rules/price";
import { saleHorizon } from "./rules/sellable";
import { counterChannel } from "./sale-context";
import { slotNames } from "./type-lines";

const lookPolicy = serve(pricePolicyLook, async (call, { id, rowVersion: _, ...draft }) => {
  const before = id === undefined ? null : await policyById(call, id);
  await checkPolicy(call, draft, before);
  const changed = await changedDays(call, draft, before);
  return told(call, [...new Set([draft.ticketTypeId, ...(before ? [before.ticketTypeId] : [])])], changed);
});

async function told(call: Call, types: readonly number[], changed: readonly ChangedDay[]) {
  const days = [...new Set(changed.map(({ day }) => day))];
  const open = await openOrders(call, sql`t.ticket_type_id = any (${sql.param(types)}::bigint[])`, {
    days: sql`t.visit_day = any (${sql.param(days)}::date[])`,
  });
  return { days: days.length, runs: runsOf(changed).slice(0, namedRuns), ...open };
}

const lookCalendar = serve(priceCalendarLook, async (call, wish) => {
  const runs = await readRuns(call, wish);
  const { days: _, range: __, ...edit } = wish;
  const planned = await planOf(call, edit, runs);
  const drafts = planned.map(({ run, same, priority }, place) => ({
    ...{ ...edit, ...run, priority, startDay: run.first, endDay: run.last },
    ...{ name: same?.name ?? "", id: same?.id ?? Number.MAX_SAFE_INTEGER - place },
  }));
  const changed = await movedDays(call, edit.ticketTypeId, drafts, (now) => [
    ...now.filter(({ id }) => !planned.some(({ same }) => same?.id === id)),
    ...drafts,
  ]);
  return told(call, [edit.ticketTypeId], changed);
});

interface ChangedDay {
  day: string;
  before: number;
  after: number;
}

/** Days on which another price wins than does now, for any slot and any channel that the policy speaks of. */
async function changedDays(
  call: Call,
  draft: PolicyDraft,
  before: Awaited<ReturnType<typeof policyById>> | null,
): Promise<ChangedDay[]> {
  // One that is suspended sets no price, whatever it says.
  if (before?.status === "F") return [];
  const terms = { ...draft, id: before?.id ?? Number.MAX_SAFE_INTEGER };
  const both = [terms, ...(before ? [before] : [])];
  const found: ChangedDay[] = [];
  for (const typeId of new Set(both.map(({ ticketTypeId }) => ticketTypeId))) {
    const moved = await movedDays(call, typeId, both, (now) => {
      const others = now.filter((one) => one.id !== before?.id);
      return typeId === draft.ticketTypeId ? [...others, terms] : others;
    });
    found.push(...moved);
  }
  return found.sort((one, other) => one.day.localeCompare(other.day));
}

type Touching = Pick<PolicyDraft, "startDay" | "endDay" | "channel" | "customerGroup">;

/** Of one type, among the days of the policies that are `touched`, as far ahead as tickets are sold. */
async function movedDays(
  call: Call,
  typeId: number,
  touched: readonly Touching[],
  thenOf: (now: readonly PolicyTerms[]) => PolicyTerms[],
): Promise<ChangedDay[]> {
  const today = businessDay(call.now);
  const starts = touched.map(({ startDay }) => startDay).sort();
  const ends = touched.map(({ endDay }) => endDay).sort();
  const from = [today, starts[0] ?? today].sort()[1] ?? today;
  const to = [addDays(today, saleHorizon), ends.at(-1) ?? today].sort()[0] ?? today;
  if (from > to) return [];
  const holidays = await holidaysBetween(call, from, to);
  const type = await typeOf(call, typeId);
  const now = await policiesBetween(call, typeId, from, to);
  const then = thenOf(now);
  const found: ChangedDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const official = holidays.get(day);
    const asked = {
      ...{ day, weekday: weekdayOf(day), makeUp: official?.makeUp ?? false },
      holiday: official !== undefined && !official.makeUp,
    };
    const moved = audiencesOf(touched, type).flatMap((audience) => {
      const [old, next] = [now, then].map((all) => resolvePrice(all, type.listPrice, { ...asked, ...audience }).price);
      return old === undefined || next === undefined || old === next ? [] : [{ day, before: old, after: next }];
    })[0];
    if (moved) found.push(moved);
  }
  return found;
}

interface PricedType {
  listPrice: number;
  slots: string[];
  channels: string[];
}

async function typeOf(call: Call, id: number): Promise<PricedType> {
  const type = await firstOf<PricedType>(
    call.db,
    sql`
      select t.list_price as "listPrice", t.channels, ${slotNames} as slots
      from ticket_type t
      where t.id = ${id}
    `,
  );
  return type ?? { listPrice: 0, slots: [], channels: [] };
}

/** Whom the prices are asked for: each slot, the channels that are spoken of, and their groups. */
function audiencesOf(both: readonly Touching[], { slots, channels }: PricedType) {
  const spoken = new Set(
    both.flatMap(({ channel }) => (channel === anyChannel ? [counterChannel, ...channels] : [channel])),
  );
  const groups = new Set(both.map(({ customerGroup }) => (customerGroup === "any" ? "retail" : customerGroup)));
  return (slots.length > 0 ? slots : [""]).flatMap((slot) =>
    [...spoken].flatMap((channel) => [...groups].map((group) => ({ slot, channel, group }))),
  );
}

/** Days that follow one another with the same move. */
function runsOf(changed: readonly ChangedDay[]) {
  const runs: { first: string; last: string; before: number; after: number }[] = [];
  for (const { day, before, after } of changed) {
    const run = runs.at(-1);
    if (run && addDays(run.last, 1) === day && run.before === before && run.after === after) run.last = day;
    else runs.push({ first: day, last: day, before, after });
  }
  return runs;
}

const lookPool = serve(quotaPoolLook, async (call, { id, name, ticketTypeIds, dailyTotal, parts }) => {
  const before = id === undefined ? null : await poolById(call, id);
  const typeIds = [...new Set(ticketTypeIds)];
  await checkPool(call, { name, typeIds }, before);
  const had = before?.ticketTypeIds ?? [];
  const added = typeIds.filter((one) => !had.includes(one));
  const removed = had.filter((one) => !typeIds.includes(one));
  const today = businessDay(call.now);
  const wanted = parts ?? before?.parts ?? [];
  checkParts(dailyTotal, wanted);
  const moves = before !== null && (before.dailyTotal !== dailyTotal || partsText(before.parts) !== partsText(wanted));
  const rows = moves
    ? daysOfParts(await partRows(call, before.id, sql`d.day >= ${today}::date`)).filter((one) => follows(one, before))
    : [];
  // A new total touches what is sold of all its types; otherwise only types that come or go.
  const touched = moves ? [...new Set([...had, ...typeIds])] : [...added, ...removed];
  const open = await openOrders(call, sql`t.ticket_type_id = any (${sql.param(touched)}::bigint[])`, {
    days: sql`t.visit_day >= ${today}::date`,
  });
  return {
    days: rows.length,
    below: rows
      .filter((one) => tooFew(one, dailyTotal, wanted))
      .slice(0, namedRuns)
      .map(({ day, slot, held, sold }) => ({ day, slot, taken: held + sold })),
    added: await namesOf(call, added),
    removed: await namesOf(call, removed),
    ...open,
  };
});

async function namesOf({ db }: Call, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select name from ticket_type where id = any (${sql.param([...ids])}::bigint[]) order by sort, id`,
  );
  return rows.map(({ name }) => name);
}

export const impactServed: Served[] = [lookPolicy, lookCalendar, lookPool];
