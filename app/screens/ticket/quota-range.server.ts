/** Reads the form that sets several days of a quota, shows what that would change, and sets it. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { quotaRangeLook, quotaRangeSave } from "~/contract/ticket/quota";
import { typedDay } from "~/contract/typed-day";
import { isDay } from "~/contract/validators";
import { attempt, done, type Typed } from "~/form/submission.server";
import { businessDay } from "~/screens/business-day";
import { ordersLine, ordersOf } from "./change-impact.server";

/** Those that stand below the new total are named up to here. */
const namedMost = 10;

/** `intent=look` shows the impact, `intent=range` sets the totals: of nothing but what the impact was shown of. */
export async function setRange(context: AppLoadContext, poolId: number, typed: Typed, back: string) {
  const { range, errors } = readRange(poolId, typed);
  const answer = { typed, errors, notice: null, impact: null };
  if (Object.keys(errors).length > 0) return data(answer, 422);
  const looksAt = JSON.stringify(range);
  if (typed.intent === "range" && typed.looked === looksAt) {
    const saved = await attempt(context, () => context.dispatch.call(quotaRangeSave, range), m.error_save_title());
    if (saved.ok) return done(context, back, "saved");
    const { notice, status } = saved.refusal;
    return data({ ...answer, notice, errors: byField(saved.refusal.errors) }, status);
  }
  const looked = await attempt(context, () => context.dispatch.call(quotaRangeLook, range), m.error_save_title());
  if (!looked.ok) {
    const { notice, status } = looked.refusal;
    return data({ ...answer, notice, errors: byField(looked.refusal.errors) }, status);
  }
  const { below, ...figures } = looked.value;
  const { total } = range;
  const named = below
    .slice(0, namedMost)
    .map(({ day, slot, taken }) => m.quota_range_below_one({ day: `${day} ${slot}`.trim(), taken }));
  const list = named.join(m.quota_range_sep()) + (below.length > namedMost ? "…" : "");
  const say = below.some(({ aside }) => aside > 0) ? m.quota_range_below_aside : m.quota_range_below;
  return data({
    ...answer,
    impact: {
      looked: looksAt,
      text: m.quota_range_impact({ ...figures, total }),
      orders: ordersOf(figures),
      ordersSay: ordersLine(figures, m.impact_orders_keep_place)[0] ?? "",
      below: below.length > 0 ? say({ n: below.length, total, list }) : "",
    },
  });
}

/** Days that are ticked stand instead of the range. */
function readRange(poolId: number, typed: Typed) {
  const errors: FieldErrors = {};
  const days = Object.keys(typed).flatMap((name) => /^on\.(\d{4}-\d\d-\d\d)$/.exec(name)?.[1] ?? []);
  const chosen = days.filter(isDay).sort();
  const dayOf = (name: string, label: string, tick: string | undefined) => {
    const text = tick ?? typedDay((typed[name] ?? "").trim(), businessDay());
    if (!isDay(text)) errors[name] = [text === "" ? m.v_pick({ label: label }) : m.v_invalid()];
    return text;
  };
  const text = (typed.rangeTotal ?? "").trim();
  if (!/^\d{1,8}$/.test(text) || Number(text) > 10_000_000) {
    errors.rangeTotal = [text === "" ? m.v_enter({ label: m.quota_range_total() }) : m.v_integer()];
  }
  const weekdays = Array.from({ length: 7 }, (_, weekday) => (typed[`weekday.${weekday}`] ? "T" : "F")).join("");
  const slots = Object.keys(typed).flatMap((name) => /^slot\.(\d\d:\d\d-\d\d:\d\d)$/.exec(name)?.[1] ?? []);
  const ends = {
    from: dayOf("rangeFrom", m.quota_range_from(), chosen[0]),
    to: dayOf("rangeTo", m.quota_range_to(), chosen.at(-1)),
  };
  return { range: { poolId, ...ends, days: chosen, weekdays, slots, total: Number(text) }, errors };
}

const fields: Record<string, string> = { from: "rangeFrom", to: "rangeTo", days: "rangeTo", total: "rangeTotal" };

function byField(refused: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(refused).map(([name, messages]) => [fields[name] ?? name, messages]));
}
