/** The form of a price policy: what it shows, and what it saves. */
import { type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { FieldErrors, Notice } from "~/contract/errors";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { pricePolicyLook } from "~/contract/ticket/change-impact";
import { channel, customerGroup, pricePolicyGet, pricePolicySave, slot } from "~/contract/ticket/price";
import { day, requiredText } from "~/contract/validators";
import { chosenId, rowVersion, typedNumber, yuanOf } from "~/form/form-values.server";
import { attempt, done, readForm, type Typed } from "~/form/submission.server";
import type { InputView } from "~/resource/load-form.server";
import { businessDay } from "~/screens/business-day";
import { withChosen } from "~/screens/dictionary-choices.server";
import { type ImpactView, policyImpact } from "./change-impact.server";
import { loadPolicyChoices } from "./policy-choices.server";

export interface PolicyFormView {
  title: string;
  inputs: InputView[];
  /** Seven characters T or F, Monday first. */
  weekdays: string;
  rowVersion: string;
  errors: FieldErrors;
  notice: Notice | null;
  /** What saving it would touch, once somebody has asked for it; null: nothing, or nobody asked. */
  impact: ImpactView | null;
}

const chosen = <const V extends readonly string[]>(values: V) => z.enum(values, { error: () => m.v_option() });
const ticked = z.string().optional();

const policyForm = z.object({
  ticketTypeId: chosenId,
  name: requiredText(60, () => m.v_enter({ label: m.name() })),
  channel,
  customerGroup,
  startDay: day,
  endDay: day,
  holidays: chosen(["any", "only", "never"]),
  slot: z
    .string()
    .default("")
    .transform((text) => text.normalize("NFKC").replace(/\s/g, ""))
    .refine((text) => slot.safeParse(text).success, { error: () => m.policy_slot_form() }),
  price: yuanOf(m.policy_price),
  priority: typedNumber(0, 9999),
  rowVersion,
  weekday0: ticked,
  weekday1: ticked,
  weekday2: ticked,
  weekday3: ticked,
  weekday4: ticked,
  weekday5: ticked,
  weekday6: ticked,
});

const weekdayFields = Array.from({ length: 7 }, (_, index) => `weekday${index}`);

function idOf(request: Request): number | null {
  const text = new URL(request.url).searchParams.get("id") ?? "";
  if (text !== "" && !/^[1-9]\d{0,14}$/.test(text)) throw new Response(null, { status: 404 });
  return text === "" ? null : Number(text);
}

export async function loadPolicyForm({ request, context }: LoaderFunctionArgs): Promise<PolicyFormView> {
  return viewOf(context, idOf(request), { typed: context.takeDraft(), errors: {}, notice: null });
}

interface Answered {
  typed: Typed | null;
  errors: FieldErrors;
  notice: Notice | null;
  impact?: ImpactView | null;
}

async function viewOf(
  context: AppLoadContext,
  id: number | null,
  { typed, errors, notice, impact = null }: Answered,
): Promise<PolicyFormView> {
  const [{ record, ticketTypes }, choices] = await Promise.all([
    context.dispatch.call(pricePolicyGet, id === null ? {} : { id }),
    loadPolicyChoices(context),
  ]);
  const kept: Typed = typed ?? startValues(record);
  const [channels, groups] = await Promise.all([
    withChosen(context, "saleChannel", choices.anyChannels, record ? [record.channel] : []),
    withChosen(context, "customerGroup", choices.groups, record ? [record.customerGroup] : []),
  ]);
  const title = inSentence(m.policy_one());
  const input = (
    name: string,
    label: string,
    more: { options?: Option[]; kind?: InputView["kind"]; help?: string; optional?: boolean; max?: number } = {},
  ): InputView => ({
    name,
    label,
    kind: more.kind ?? (more.options ? "dictionary" : "text"),
    help: more.help ?? "",
    required: more.optional !== true,
    value: kept[name] ?? "",
    html: htmlOf(more),
    multiline: false,
    options: more.options ?? null,
    disabled: false,
  });
  return {
    title: id === null ? m.engine_form_new({ title }) : m.engine_form_edit({ title }),
    inputs: [
      input("name", m.name(), { max: 60 }),
      input("ticketTypeId", m.ticket_type(), { options: withOwn(ticketTypes, record) }),
      input("price", m.policy_price() + m.engine_yuan(), { kind: "money" }),
      input("startDay", m.policy_start_day(), { kind: "date" }),
      input("endDay", m.policy_end_day(), { kind: "date" }),
      input("channel", m.policy_channel(), { options: channels }),
      input("customerGroup", m.policy_group(), { options: groups }),
      input("holidays", m.policy_holidays(), { options: choices.holidays }),
      input("slot", m.policy_slot(), { max: 20, optional: true, help: m.policy_slot_help() }),
      input("priority", m.policy_priority(), { kind: "number", help: m.policy_priority_help() }),
    ],
    weekdays: weekdaysOf(kept),
    rowVersion: record ? (typed?.rowVersion ?? String(record.rowVersion)) : "",
    errors,
    notice,
    impact,
  };
}

function htmlOf({ kind, max }: { kind?: InputView["kind"]; max?: number }): InputView["html"] {
  if (kind === "date") return { type: "date" };
  if (kind === "money") return { inputMode: "decimal" };
  if (kind === "number") return { inputMode: "numeric" };
  return max === undefined ? {} : { maxLength: max };
}

/** A retired type is not offered any more, but a policy of it still names it. */
function withOwn(types: Option[], record: { ticketTypeId: number; ticketTypeName: string } | null): Option[] {
  const own = record && { value: String(record.ticketTypeId), label: record.ticketTypeName };
  return own && !types.some(({ value }) => value === own.value) ? [...types, own] : types;
}

type Loaded = z.output<typeof pricePolicyGet.answer>["record"];

function startValues(record: Loaded): Typed {
  const today = businessDay();
  const start = record ?? {
    name: "",
    ticketTypeId: "",
    channel: "any",
    customerGroup: "any",
    startDay: today,
    endDay: `${today.slice(0, 4)}-12-31`,
    holidays: "any",
    slot: "",
    priority: 10,
    weekdays: "TTTTTTT",
  };
  const { weekdays, ...values } = start;
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  const days = weekdayFields.flatMap((name, index) => (weekdays[index] === "T" ? [[name, "T"] as const] : []));
  return { ...Object.fromEntries([...texts, ...days]), price: record ? plainYuan(record.price) : "" };
}

function weekdaysOf(typed: Typed): string {
  return weekdayFields.map((name) => (typed[name] === "T" ? "T" : "F")).join("");
}

export async function savePolicyForm({ request, context }: LoaderFunctionArgs) {
  const id = idOf(request);
  const form = readForm(await request.formData(), policyForm, { coerce: false });
  const refuse = async (errors: FieldErrors, notice: Notice | null, status: number) =>
    data(await viewOf(context, id, { typed: form.typed, errors, notice }), status);
  if (!form.ok) return refuse(form.errors, null, 422);
  const { name, ticketTypeId, channel, customerGroup, startDay, endDay, holidays, price, priority } = form.value;
  const policy = {
    ...{ name, ticketTypeId, channel, customerGroup, startDay, endDay, holidays, price, priority },
    ...{ slot: form.value.slot, weekdays: weekdaysOf(form.typed) },
    ...(id !== null && { id }),
    ...(id !== null && form.value.rowVersion !== undefined && { rowVersion: form.value.rowVersion }),
  };
  const looked = await attempt(context, () => context.dispatch.call(pricePolicyLook, policy), m.error_save_title());
  if (!looked.ok) return refuse(looked.refusal.errors, looked.refusal.notice, looked.refusal.status);
  const impact = policyImpact(looked.value, policy);
  if (impact && form.typed.seen !== impact.seen)
    return data(await viewOf(context, id, { typed: form.typed, errors: {}, notice: null, impact }));
  const saved = await attempt(context, () => context.dispatch.call(pricePolicySave, policy), m.error_save_title());
  if (!saved.ok) return refuse(saved.refusal.errors, saved.refusal.notice, saved.refusal.status);
  return done(context, "/ticket/pricePolicyList", "saved");
}
