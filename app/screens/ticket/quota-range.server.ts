/** Reads the form that sets several days of a quota, shows what that would change, and sets it. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { quotaRangeLook, quotaRangeSave } from "~/contract/ticket/quota";
import { isDay } from "~/contract/validators";
import { attempt, done, type Typed } from "~/form/submission.server";

/** Those that stand below the new total are named up to here. */
const namedMost = 10;

/** `intent=look` shows the impact, `intent=range` sets the totals. */
export async function setRange(context: AppLoadContext, poolId: number, typed: Typed, back: string) {
  const { range, errors } = readRange(poolId, typed);
  const answer = { typed, errors, notice: null, impact: null };
  if (Object.keys(errors).length > 0) return data(answer, 422);
  if (typed.intent === "range") {
    const saved = await attempt(context, () => context.dispatch.call(quotaRangeSave, range));
    if (saved.ok) return done(context, back, "saved");
    const { notice, status } = saved.refusal;
    return data({ ...answer, notice, errors: byField(saved.refusal.errors) }, status);
  }
  const looked = await attempt(context, () => context.dispatch.call(quotaRangeLook, range));
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
  return data({
    ...answer,
    impact: {
      text: m.quota_range_impact({ ...figures, total }),
      below: below.length > 0 ? m.quota_range_below({ n: below.length, total, list }) : "",
    },
  });
}

function readRange(poolId: number, typed: Typed) {
  const errors: FieldErrors = {};
  const dayOf = (name: string) => {
    const text = typed[name] ?? "";
    if (!isDay(text)) errors[name] = [text === "" ? m.v_required() : m.v_invalid()];
    return text;
  };
  const text = (typed.rangeTotal ?? "").trim();
  if (!/^\d{1,8}$/.test(text) || Number(text) > 10_000_000) {
    errors.rangeTotal = [text === "" ? m.v_required() : m.v_integer()];
  }
  const weekdays = Array.from({ length: 7 }, (_, weekday) => (typed[`weekday.${weekday}`] ? "T" : "F")).join("");
  const slots = Object.keys(typed).flatMap((name) => /^slot\.(\d\d:\d\d-\d\d:\d\d)$/.exec(name)?.[1] ?? []);
  const range = { poolId, from: dayOf("rangeFrom"), to: dayOf("rangeTo"), weekdays, slots, total: Number(text) };
  return { range, errors };
}

const fields: Record<string, string> = { from: "rangeFrom", to: "rangeTo", total: "rangeTotal" };

function byField(refused: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(refused).map(([name, messages]) => [fields[name] ?? name, messages]));
}
