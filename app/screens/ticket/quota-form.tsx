/** A quota pool, new or existing (`/ticket/quotaList/new`, `/ticket/quotaList/7/edit`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { FieldErrors, Notice } from "~/contract/errors";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { getTktDictDetailByCode } from "~/contract/platform/parameter";
import type { Option } from "~/contract/resource";
import { quotaPoolLook } from "~/contract/ticket/change-impact";
import { quotaPoolGet, quotaPoolSave } from "~/contract/ticket/quota";
import { requiredText } from "~/contract/validators";
import { Field } from "~/form/field";
import { rowVersion, typedNumber } from "~/form/form-values.server";
import { RecordForm } from "~/form/record-form";
import { attempt, done, readForm, type Typed } from "~/form/submission.server";
import { TickBoxes } from "~/form/tick-boxes";
import { ChangeImpact } from "./change-impact";
import { type ImpactView, poolImpact } from "./change-impact.server";
import { QuotaPartInputs } from "./quota-part-inputs";
import { readParts, typedParts } from "./quota-parts.server";

const list = "/ticket/quotaList";

function idOf({ params }: LoaderFunctionArgs): number | null {
  if (params.id === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw new Response(null, { status: 404 });
  return Number(params.id);
}

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const id = idOf(args);
  const [{ record, ticketTypes }, channels] = await Promise.all([
    context.dispatch.call(quotaPoolGet, id === null ? {} : { id }),
    context.dispatch.call(getTktDictDetailByCode, { dictType: "saleChannel" }),
  ]);
  const title = inSentence(m.quota_one());
  return {
    title: id === null ? m.engine_form_new({ title }) : m.engine_form_edit({ title }),
    back: id === null ? list : `${list}/${id}`,
    ticketTypes,
    channels: withOthers(channels, record?.parts ?? []),
    rowVersion: record ? String(record.rowVersion) : "",
    typed: context.takeDraft() ?? startValues(record),
  };
}

/** A channel that is used no more still has what was set aside for it. */
function withOthers(channels: Option[], parts: readonly { channel: string }[]): Option[] {
  const others = parts.filter(({ channel }) => channels.every(({ value }) => value !== channel));
  return [...channels, ...others.map(({ channel }) => ({ value: channel, label: channel }))];
}

function startValues(record: z.output<typeof quotaPoolGet.answer>["record"]): Typed {
  if (!record) return {};
  const types = record.ticketTypeIds.map((id) => [`type-${id}`, "T"] as const);
  const { name, dailyTotal, bySlot, parts, overbook } = record;
  return {
    name,
    dailyTotal: String(dailyTotal),
    ...(overbook > 0 && { overbook: String(overbook) }),
    ...typedParts(parts),
    ...(bySlot && { bySlot: "T" }),
    ...Object.fromEntries(types),
  };
}

/** Ticket types are ticked as `type-<id>`. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const id = idOf(args);
  const schema = z.object({
    name: requiredText(60, () => m.v_enter({ label: m.name() })),
    dailyTotal: typedNumber(0, 10_000_000, m.quota_daily_total),
    // Left empty for none.
    overbook: z.preprocess((text) => text || "0", typedNumber(0, 10_000_000)),
    bySlot: z.string().optional(),
    rowVersion,
  });
  const form = readForm(await request.formData(), schema, { coerce: false });
  const { typed } = form;
  const refuse = (errors: FieldErrors, notice: Notice | null, status: number, impact: ImpactView | null = null) =>
    data({ typed, errors, notice, impact }, status);
  const ticketTypeIds = Object.keys(typed)
    .filter((name) => /^type-[1-9]\d{0,14}$/.test(name))
    .map((name) => Number(name.slice(5)));
  const missing: FieldErrors = ticketTypeIds.length === 0 ? { ticketTypeIds: [m.quota_choose_types()] } : {};
  const { parts, errors: wrongParts } = readParts(typed);
  if (!form.ok) return refuse({ ...form.errors, ...missing, ...wrongParts }, null, 422);
  const wrong = { ...missing, ...wrongParts };
  if (Object.keys(wrong).length > 0) return refuse(wrong, null, 422);
  const { name, dailyTotal, overbook, bySlot, rowVersion: version } = form.value;
  const pool = {
    ...{ name, dailyTotal, overbook, bySlot: bySlot === "T", ticketTypeIds, parts },
    ...(id !== null && { id }),
    ...(id !== null && version !== undefined && { rowVersion: version }),
  };
  const looked = await attempt(context, () => context.dispatch.call(quotaPoolLook, pool), m.error_save_title());
  if (!looked.ok) return refuse(looked.refusal.errors, looked.refusal.notice, looked.refusal.status);
  const impact = poolImpact(looked.value, pool);
  if (impact && typed.seen !== impact.seen) return refuse({}, null, 200, impact);
  const saved = await attempt(context, () => context.dispatch.call(quotaPoolSave, pool), m.error_save_title());
  if (!saved.ok) return refuse(saved.refusal.errors, saved.refusal.notice, saved.refusal.status);
  return done(context, `${list}/${saved.value.id}`, "saved");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function QuotaForm() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { typed, errors }: { typed: Typed; errors: FieldErrors } = answered ?? { typed: view.typed, errors: {} };
  return (
    <RecordForm
      title={view.title}
      back={view.back}
      rowVersion={view.rowVersion && (typed.rowVersion ?? view.rowVersion)}
      errors={errors}
      notice={answered?.notice}
      answered={answered}
      first={answered?.impact ? { shown: <ChangeImpact impact={answered.impact} />, save: m.impact_confirm() } : null}
    >
      <Field name="name" label={m.name()} errors={errors.name} required>
        <input maxLength={60} autoComplete="off" defaultValue={typed.name} autoFocus />
      </Field>
      <Field
        name="dailyTotal"
        label={m.quota_daily_total()}
        help={m.quota_daily_total_help()}
        errors={errors.dailyTotal}
        required
      >
        <input inputMode="numeric" maxLength={8} autoComplete="off" defaultValue={typed.dailyTotal} />
      </Field>
      <Field name="overbook" label={m.quota_overbook()} help={m.quota_overbook_help()} errors={errors.overbook}>
        <input inputMode="numeric" maxLength={8} autoComplete="off" defaultValue={typed.overbook} />
      </Field>
      <QuotaPartInputs channels={view.channels} typed={typed} errors={errors} />
      <div className="field">
        <span className="label">{m.quota_slot()}</span>
        <label className="choice">
          <input type="checkbox" name="bySlot" value="T" defaultChecked={typed.bySlot === "T"} />
          {m.quota_by_slot()}
        </label>
        <p className="field-help">{m.quota_by_slot_help()}</p>
      </div>
      {view.ticketTypes.length === 0 && <p className="dim wide">{m.quota_no_types()}</p>}
      <TickBoxes
        label={m.quota_types()}
        options={view.ticketTypes}
        nameOf={(id) => `type-${id}`}
        isTicked={(id) => `type-${id}` in typed}
        error={errors.ticketTypeIds?.[0]}
        required
      />
    </RecordForm>
  );
}
