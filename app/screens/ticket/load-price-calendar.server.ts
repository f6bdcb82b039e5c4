/** The price calendar: a month from the address, why a day has its price, and one price set on many days. */
import { type AppLoadContext, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import dayjs from "dayjs";
import { z } from "zod";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { PayloadOf } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { priceCalendarLook } from "~/contract/ticket/change-impact";
import {
  channel,
  customerGroup,
  pricePolicy as policyView,
  priceCalendar,
  priceCalendarSave,
  slot,
} from "~/contract/ticket/price";
import { pricePolicy } from "~/contract/ticket/price-policy-list";
import { weekdaysText } from "~/contract/ticket/weekdays";
import { typedDay } from "~/contract/typed-day";
import { isDay } from "~/contract/validators";
import { chosenId, yuanOf } from "~/form/form-values.server";
import { attempt, done, readForm, type Typed, typedOf } from "~/form/submission.server";
import { businessDay } from "~/screens/business-day";
import { mayOpen, mayPress } from "~/screens/rights.server";
import type { CalendarDay, CalendarView, WhyView } from "./calendar-view";
import { type ImpactView, policyImpact } from "./change-impact.server";
import { labelIn, loadPolicyChoices, type PolicyChoices } from "./policy-choices.server";

const path = "/ticket/priceCalendar";
const monthForm = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;

interface Asked {
  type: number | undefined;
  channel: z.output<typeof channel>;
  group: z.output<typeof customerGroup>;
  slot: string;
  month: string;
  /** The day whose price is explained. */
  win: string;
}

/** Nonsense in the address counts as not asked for. */
function askedOf(request: Request): Asked {
  const query = new URL(request.url).searchParams;
  const text = (name: string) => query.get(name) ?? "";
  const month = text("month");
  return {
    type: /^[1-9]\d{0,14}$/.test(text("type")) ? Number(text("type")) : undefined,
    channel: channel.catch("window").parse(text("channel")),
    group: customerGroup.catch("retail").parse(text("group")),
    slot: slot.catch("").parse(text("slot")),
    month: monthForm.test(month) ? month : businessDay().slice(0, 7),
    win: isDay(text("win")) ? text("win") : "",
  };
}

/** What is not offered any more, or never was, counts as not asked for. */
function offeredOf(options: Option[], asked: string, usual: string): string {
  const offered = [asked, usual].find((one) => options.some(({ value }) => value === one));
  return offered ?? options[0]?.value ?? usual;
}

function addressOf({ type, channel, group, slot, month }: Asked, changes: Partial<Asked> = {}): string {
  const all = { type, channel, group, slot, month, ...changes };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value) query.set(name, String(value));
  return `${path}?${query}`;
}

export async function loadCalendar({ request, context }: LoaderFunctionArgs): Promise<CalendarView> {
  return viewOf(context, askedOf(request));
}

async function viewOf(context: AppLoadContext, asked: Asked): Promise<CalendarView> {
  const { type, slot, month } = asked;
  const pricesOf = (channel: string, customerGroup: string, silent: boolean) =>
    context.dispatch.call(
      priceCalendar,
      { ...(type !== undefined && { ticketTypeId: type }), channel, customerGroup, month, slot },
      { silent },
    );
  // Asked beside the choices, as they usually are; anew where these do not offer it.
  const guess = { channel: asked.channel || "window", group: asked.group || "retail" };
  const [choices, guessed] = await Promise.all([
    loadPolicyChoices(context),
    pricesOf(guess.channel, guess.group, true),
  ]);
  const channel = offeredOf(choices.channels, asked.channel, "window");
  const group = offeredOf(choices.groups, asked.group, "retail");
  const isRight = channel === guess.channel && group === guess.group;
  const calendar = (isRight && guessed) || (await pricesOf(channel, group, false));
  if (slot !== "" && !calendar.slots.includes(slot)) throw redirect(addressOf(asked, { slot: "" }));
  const shown = { ...asked, channel, group, type: calendar.ticketTypeId ?? undefined };
  const today = businessDay();
  const policies = legendOf(calendar.days);
  const won = asked.win.startsWith(month) ? calendar.days.find(({ day }) => day === asked.win) : undefined;
  return {
    path,
    address: addressOf(shown),
    month,
    previous: addressOf(shown, { month: dayjs(`${month}-01`).subtract(1, "month").format("YYYY-MM") }),
    next: addressOf(shown, { month: dayjs(`${month}-01`).add(1, "month").format("YYYY-MM") }),
    now: month === today.slice(0, 7) ? null : addressOf(shown, { month: today.slice(0, 7) }),
    type: String(shown.type ?? ""),
    channel,
    group,
    slot,
    ticketTypes: calendar.ticketTypes,
    slots: calendar.slots,
    channels: choices.channels,
    anyChannels: choices.anyChannels,
    groups: choices.groups,
    holidays: [
      { value: "any", label: m.policy_every_day() },
      ...choices.holidays.filter(({ value }) => value !== "any"),
    ],
    missingYear: calendar.missingYear ?? null,
    holidayList: mayOpen(context, "holidayList") ? "/ticket/holidayList" : null,
    listPrice: formatYuan(calendar.listPrice),
    blanks: (dayjs(`${month}-01`).day() + 6) % 7,
    days: calendar.days.map(
      (day): CalendarDay => ({
        day: day.day,
        price: formatYuan(day.price),
        mark: policies.findIndex(({ id }) => id === day.policyId),
        holiday: day.makeUp ? m.policy_make_up() : day.holiday,
        makeUp: day.makeUp,
        when: day.day < today ? "past" : day.day === today ? "today" : "",
      }),
    ),
    legend: policies.map(({ id, name }) => ({
      name,
      to: mayOpen(context, "pricePolicyList") ? `/pricePolicyAdd?id=${id}` : null,
    })),
    why: won ? await whyOf(context, shown, won, choices) : null,
    mayEdit: calendar.ticketTypeId !== null && mayPress(context, "pricePolicy:add"),
    list: mayOpen(context, "pricePolicyList"),
  };
}

type Days = z.output<typeof priceCalendar.answer>["days"];

/** The policies that win a day of the month, by first appearance. */
function legendOf(days: Days): { id: number; name: string }[] {
  const found = new Map<number, string>();
  for (const { policyId, policyName } of days) if (policyId !== null) found.set(policyId, policyName);
  return [...found].map(([id, name]) => ({ id, name }));
}

/** All active policies whose range holds the day, highest first: the winner stands among those it beat or that do not fit. */
async function whyOf(
  context: AppLoadContext,
  { type }: Asked,
  won: Days[number],
  { anyChannels, groups, holidays }: PolicyChoices,
): Promise<WhyView> {
  const rivals = mayOpen(context, "pricePolicyList") ? await policiesOn(context, type, won.day) : [];
  return {
    day: won.day,
    price: formatYuan(won.price),
    winner: won.policyName,
    rivals: rivals.map((policy) => ({
      id: policy.id,
      won: policy.id === won.policyId,
      name: policy.name,
      price: formatYuan(policy.price),
      priority: policy.priority,
      days: `${policy.startDay} – ${policy.endDay}`,
      terms: [
        labelIn(anyChannels, policy.channel),
        labelIn(groups, policy.customerGroup),
        weekdaysText(policy.weekdays),
        policy.holidays === "any" ? "" : labelIn(holidays, policy.holidays),
        policy.slot,
      ]
        .filter(Boolean)
        .join(" · "),
    })),
  };
}

const rival = policyView.omit({ rowVersion: true, status: true });

async function policiesOn(context: AppLoadContext, type: number | undefined, day: string) {
  const { records } = await context.dispatch.call(pricePolicy.methods.list, {
    pageSize: 50,
    sort: "priority",
    order: "desc",
    filters: { ticketTypeId: String(type ?? ""), status: "T", startDay: `~${day}`, endDay: `${day}~` },
  });
  return z.array(rival).parse(records);
}

const calendarForm = z.object({
  ticketTypeId: chosenId,
  channel,
  customerGroup,
  slot: slot.default(""),
  price: yuanOf(m.policy_price),
});

interface Answered {
  typed: Typed;
  errors: FieldErrors;
  notice: Notice | null;
  impact: ImpactView | null;
}

/** Sets the price on the days that were ticked (`day-2026-11-21`) or on a range of them, once their impact has been seen. */
export async function saveCalendar({ request, context }: LoaderFunctionArgs) {
  const fields = await request.formData();
  const typed = typedOf(fields);
  const form = readForm(fields, calendarForm, { coerce: false });
  const answer = { typed, errors: {}, notice: null, impact: null };
  const refuse = (errors: FieldErrors, notice: Notice | null, status: number) =>
    data<Answered>({ ...answer, errors: byField(errors), notice }, status);
  const chosen = chosenDays(typed);
  if (!form.ok) return refuse({ ...form.errors, ...("errors" in chosen && chosen.errors) }, null, 422);
  if ("errors" in chosen) return refuse(chosen.errors, null, 422);
  const wish = { ...form.value, ...chosen };
  const looked = await attempt(context, () => context.dispatch.call(priceCalendarLook, wish), m.error_save_title());
  if (!looked.ok) return refuse(looked.refusal.errors, looked.refusal.notice, looked.refusal.status);
  const impact = policyImpact(looked.value, wish);
  if (impact && typed.seen !== impact.seen) return data<Answered>({ ...answer, impact });
  const saved = await attempt(context, () => context.dispatch.call(priceCalendarSave, wish), m.error_save_title());
  if (!saved.ok) return refuse(saved.refusal.errors, saved.refusal.notice, saved.refusal.status);
  return done(context, addressOf({ ...askedOf(request), type: form.value.ticketTypeId }), "saved");
}

type Chosen = { days: string[] } | { range: NonNullable<PayloadOf<typeof priceCalendarSave>["range"]> };

/** Days that are ticked, or a range of which either end is given. */
function chosenDays(typed: Typed): Chosen | { errors: FieldErrors } {
  const days = daysOf(typed);
  const [from = "", to = ""] = [typed.rangeFrom, typed.rangeTo].map((text) =>
    typedDay((text ?? "").trim(), businessDay()),
  );
  if (from === "" && to === "") return days.length > 0 ? { days } : { errors: { days: [m.policy_choose_days()] } };
  if (days.length > 0) return { errors: { days: [m.calendar_either()] } };
  const errors: FieldErrors = {};
  for (const [name, day] of Object.entries({ rangeFrom: from, rangeTo: to }))
    if (!isDay(day))
      errors[name] = [
        day === ""
          ? m.v_pick({ label: name === "rangeTo" ? m.policy_end_day() : m.policy_start_day() })
          : m.v_invalid(),
      ];
  const weekdays = Array.from({ length: 7 }, (_, weekday) => (typed[`weekday${weekday}`] === "T" ? "T" : "F")).join("");
  if (Object.keys(errors).length > 0) return { errors };
  return { range: { from, to, weekdays, holidays: policyView.shape.holidays.catch("any").parse(typed.holidays) } };
}

const inputs: Readonly<Record<string, string>> = { from: "rangeFrom", to: "rangeTo" };

function byField(refused: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(refused).map(([name, messages]) => [inputs[name] ?? name, messages]));
}

function daysOf(typed: Typed): string[] {
  return Object.keys(typed)
    .filter((name) => name.startsWith("day-"))
    .map((name) => name.slice(4))
    .filter(isDay)
    .sort()
    .slice(0, 62);
}
