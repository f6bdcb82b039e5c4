/**
 * A quota pool with its days (`/ticket/quotaList/7`): how full each is; `?set=<day>~<slot>` sets that day's total, `?at=`
 * shows how full each was at a moment.
 */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import dayjs from "dayjs";
import { z } from "zod";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { slot } from "~/contract/ticket/price";
import { quotaDaySave, quotaPoolGet } from "~/contract/ticket/quota";
import { quotaLedger } from "~/contract/ticket/quota-ledger";
import { day, momentText } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { FormNotice } from "~/form/form-notice";
import { typedNumber } from "~/form/form-values.server";
import { attempt, done, readForm, typedOf } from "~/form/submission.server";
import { businessDay } from "~/screens/business-day";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { dayFrom } from "../query.server";
import { QuotaDays } from "./quota-days";
import { QuotaHeat } from "./quota-heat";
import { readParts } from "./quota-parts.server";
import { QuotaRange } from "./quota-range";
import { setRange } from "./quota-range.server";
import { QuotaTransfer } from "./quota-transfer";
import { transferPlaces } from "./quota-transfer.server";

const list = "/ticket/quotaList";
const shownDays = 31;

export const handle = { menu: list };

function idOf({ params }: LoaderFunctionArgs): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return Number(params.id);
}

/** What a browser's input for a moment sends, to the second; "" for now. */
function momentIn(request: Request): string {
  const text = (new URL(request.url).searchParams.get("at") ?? "").replace("T", " ");
  const whole = text.length === 16 ? `${text}:00` : text;
  return momentText.safeParse(whole).success ? whole : "";
}

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const id = idOf(args);
  const from = dayFrom(request, "from", businessDay());
  const at = momentIn(request);
  const [{ record, days }, labels] = await Promise.all([
    context.dispatch.call(quotaPoolGet, { id, from, ...(at && { at }) }),
    loadLabels(context, "saleChannel"),
  ]);
  if (!record) throw new Response(null, { status: 404 });
  const today = businessDay();
  const edits = mayPress(context, "quota:edit") && at === "";
  const kept = at && `&at=${encodeURIComponent(at.replace(" ", "T"))}`;
  const moved = (by: number) => `${list}/${id}?from=${dayjs(from).add(by, "day").format("YYYY-MM-DD")}${kept}`;
  return {
    title: record.name,
    path: `${list}/${id}`,
    edit: mayPress(context, "quota:edit") ? `${list}/${id}/edit` : null,
    facts: [
      { label: m.quota_types(), text: record.ticketTypeNames },
      { label: m.quota_daily_total(), text: String(record.dailyTotal) },
      ...record.parts.map(({ channel, places }) => ({
        label: `${m.quota_set_aside()} · ${labelOf(labels, "saleChannel", channel)}`,
        text: String(places),
      })),
      { label: m.quota_by_slot(), text: record.bySlot ? m.engine_yes() : m.engine_no() },
    ],
    bySlot: record.bySlot,
    channels: Object.entries(labels.saleChannel ?? {}).map(([value, label]) => ({ value, label })),
    slots: [...new Set(days.map((one) => one.slot))].filter((one) => one !== ""),
    edits,
    transferKey: crypto.randomUUID(),
    from,
    at: at.replace(" ", "T"),
    heading: at ? m.quota_as_of({ at }) : m.quota_days(),
    ledger: `${quotaLedger.path}?poolId=${id}`,
    earlier: moved(-shownDays),
    later: moved(shownDays),
    /** `<day>~<slot>` of the day whose total is being set. */
    setting: edits ? (new URL(request.url).searchParams.get("set") ?? "") : "",
    days: days.map((one) => ({
      ...one,
      parts: one.parts.map((part) => ({ ...part, label: labelOf(labels, "saleChannel", part.channel) })),
      open: edits && one.day >= today,
      ledger: `${quotaLedger.path}?poolId=${id}&day.from=${one.day}&day.to=${one.day}`,
    })),
  };
}

export type QuotaDayView = Awaited<ReturnType<typeof loader>>["days"][number];

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const id = idOf(args);
  const fields = await request.formData();
  if (fields.has("rangeFrom")) {
    return setRange(context, id, typedOf(fields), `${list}/${id}?from=${dayFrom(request, "from", businessDay())}`);
  }
  if (fields.has("transferKey")) {
    return transferPlaces(
      context,
      id,
      typedOf(fields),
      `${list}/${id}?from=${dayFrom(request, "from", businessDay())}`,
    );
  }
  const schema = z.object({ day, slot: slot.default(""), total: typedNumber(0, 10_000_000) });
  const form = readForm(fields, schema, { coerce: false });
  const { parts, errors: wrongParts } = readParts(form.typed);
  const wrong = { ...(form.ok ? {} : form.errors), ...wrongParts };
  if (!form.ok || Object.keys(wrong).length > 0)
    return data({ typed: form.typed, errors: wrong, notice: null, impact: null }, 422);
  const day_ = { poolId: id, ...form.value, parts };
  const saved = await attempt(context, () => context.dispatch.call(quotaDaySave, day_), m.error_save_title());
  if (!saved.ok) {
    const { errors, notice, status } = saved.refusal;
    return data({ typed: form.typed, errors, notice, impact: null }, status);
  }
  return done(context, `${list}/${id}?from=${dayFrom(request, "from", businessDay())}`, "saved");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function QuotaDetail() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const errors: FieldErrors = answered?.errors ?? {};
  const [wrong] = Object.values(errors);
  const ticked = Object.keys(answered?.typed ?? {}).flatMap((name) => (name.startsWith("on.") ? [name.slice(3)] : []));
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {view.title} <small className="dim">{m.quota_one()}</small>
        </h1>
        <div className="toolbar">
          {view.edit && (
            <Link className="button button-primary" to={view.edit}>
              {m.engine_edit()}
            </Link>
          )}
          <Link className="button" to={view.ledger}>
            {m.quota_ledger()}
          </Link>
          <Link className="button" to={list}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          {view.facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <FormNotice notice={answered?.notice} errors={wrong && !answered?.typed.intent ? { "": wrong } : undefined} />
      <section className="panel">
        <div className="panel-head">
          <h2>{view.heading}</h2>
          <Form method="get" action={view.path} className="toolbar" key={`${view.from} ${view.at}`}>
            <Link className="button" to={view.earlier} preventScrollReset>
              ‹ {m.quota_earlier()}
            </Link>
            <DayInput className="input" name="from" aria-label={m.quota_from()} defaultValue={view.from} />
            <label>
              {m.quota_at()} <input className="input" type="datetime-local" name="at" defaultValue={view.at} />
            </label>
            <button className="button">{m.engine_filter()}</button>
            {view.at && (
              <Link className="button" to={`${view.path}?from=${view.from}`} preventScrollReset>
                {m.quota_at_now()}
              </Link>
            )}
            <Link className="button" to={view.later} preventScrollReset>
              {m.quota_later()} ›
            </Link>
          </Form>
        </div>
        <QuotaHeat days={view.days} bySlot={view.bySlot} address={`${view.path}?from=${view.from}`} ticked={ticked} />
      </section>
      {view.edits && (
        <QuotaRange
          key={view.from}
          address={`${view.path}?from=${view.from}`}
          from={view.from}
          slots={view.slots}
          errors={errors}
          typed={answered?.typed ?? null}
          impact={answered?.impact ?? null}
        />
      )}
      {view.edits && (
        <QuotaTransfer
          key={`transfer ${view.from} ${view.transferKey}`}
          address={`${view.path}?from=${view.from}`}
          from={view.from}
          slots={view.slots}
          channels={view.channels}
          transferKey={view.transferKey}
          errors={errors}
          typed={answered?.typed ?? null}
        />
      )}
      <section className="panel">
        <details open={!view.bySlot || view.setting !== ""}>
          <summary>{m.quota_day_rows()}</summary>
          <QuotaDays
            days={view.days}
            bySlot={view.bySlot}
            channels={view.channels}
            address={`${view.path}?from=${view.from}`}
            setting={view.setting}
            typed={answered?.typed.intent ? null : (answered?.typed ?? null)}
          />
        </details>
      </section>
    </div>
  );
}
