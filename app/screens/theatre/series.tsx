/** A series of sessions (`/theatre/sessionList/series`): weekdays, times and exceptions. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { theatreSeries, theatreSeriesForm } from "~/contract/theatre/session";
import { typedDay } from "~/contract/typed-day";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { TickBoxes } from "~/form/tick-boxes";
import { Link } from "~/widgets/link";
import { keyOf } from "../card/counter-form.server";
import { idOf } from "./sale-press.server";
import "./seats.css";

const list = "/theatre/sessionList";

export const handle = { menu: list };
export const meta: MetaFunction = () => [{ title: m.theatre_series() }];

export async function loader({ context }: LoaderFunctionArgs) {
  return { ...(await context.dispatch.call(theatreSeriesForm, {})), today: today(), key: crypto.randomUUID() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const typed = typedOf(form);
  const words = (name: string) => (typed[name] ?? "").split(/[\s,，、]+/).filter(Boolean);
  const dayOf = (name: string) => typedDay(typed[name] ?? "", today());
  const [templateTicketId, areaTicketId] = [idOf(form.get("templateTicketId")), idOf(form.get("areaTicketId"))];
  const wish = {
    ...{
      idempotencyKey: keyOf(typed),
      showId: idOf(form.get("showId")) ?? 0,
      templateId: idOf(form.get("templateId")) ?? 0,
    },
    ...(templateTicketId !== undefined && { templateTicketId }),
    ...(areaTicketId !== undefined && { areaTicketId }),
    ...{ from: dayOf("from"), to: dayOf("to"), weekdays: form.getAll("weekday").map(Number) },
    ...{ times: words("times"), except: words("except"), noGaps: typed.noGaps === "T" },
    splitPairs: typed.splitPairs === "T",
    ...optional(typed),
  };
  const tried = await attempt(context, () => context.dispatch.call(theatreSeries, wish));
  if (!tried.ok) {
    const { notice, errors, status } = tried.refusal;
    return data({ notice, errors, typed, weekdays: wish.weekdays }, status);
  }
  return done(context, list, { text: m.theatre_did_series({ n: tried.value.sessions }) });
}

/** The sale window: what is left empty is not asked for; what is no number is refused by the method, at its field. */
function optional({ opensDays = "", opensAt = "", closesMinutes = "" }: Typed) {
  return {
    ...(opensDays !== "" && { opensDays: Number(opensDays) }),
    ...(opensDays !== "" && opensAt !== "" && { opensAt }),
    ...(closesMinutes !== "" && { closesMinutes: Number(closesMinutes) }),
  };
}

const weekdays = [
  ...[m.theatre_wd_1, m.theatre_wd_2, m.theatre_wd_3, m.theatre_wd_4, m.theatre_wd_5, m.theatre_wd_6, m.theatre_wd_7],
];

export default function Series() {
  const page = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const typed: Typed = answered?.typed ?? {};
  const errors: Record<string, string[]> = answered?.errors ?? {};
  const errorOf = (name: string) =>
    Object.entries(errors).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];
  const choice = (name: string, label: string, options: { value: string; label: string }[], none: boolean) => (
    <Field name={name} label={label} errors={errorOf(name)}>
      <select className="input" defaultValue={typed[name]}>
        {none && <option value="">{m.theatre_none()}</option>}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </Field>
  );
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.theatre_series()}</h1>
        <div className="toolbar">
          <Link className="button" to={list}>
            {m.fun_session_list()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} />
      <Form method="post" className="panel">
        <input type="hidden" name="idempotencyKey" value={page.key} />
        <div className="form-grid">
          {choice("showId", m.theatre_show(), page.shows, false)}
          {choice("templateId", m.theatre_template(), page.templates, false)}
          {choice("templateTicketId", m.theatre_template_ticket(), page.templateTickets, true)}
          {choice("areaTicketId", m.theatre_area_ticket(), page.areaTickets, true)}
          <Field name="from" label={m.theatre_series_from()} errors={errorOf("from")}>
            <DayInput className="input" defaultValue={typed.from ?? page.today} required />
          </Field>
          <Field name="to" label={m.theatre_series_to()} errors={errorOf("to")}>
            <DayInput className="input" defaultValue={typed.to ?? page.today} required />
          </Field>
          <TickBoxes
            label={m.theatre_weekdays()}
            options={weekdays.map((word, place) => ({ value: String(place + 1), label: word() }))}
            nameOf={() => "weekday"}
            posts={(value) => value}
            isTicked={(value) => !answered || answered.weekdays.includes(Number(value))}
            error={errorOf("weekdays")?.[0]}
            required
          />
          <Field name="times" label={m.theatre_times()} help={m.theatre_times_help()} errors={errorOf("times")}>
            <input className="input" maxLength={200} defaultValue={typed.times} required />
          </Field>
          <Field name="except" label={m.theatre_except()} help={m.theatre_except_help()} errors={errorOf("except")}>
            <input className="input" maxLength={600} defaultValue={typed.except} />
          </Field>
          <Field
            name="opensDays"
            label={m.theatre_opens_days()}
            help={m.theatre_opens_days_help()}
            errors={errorOf("opensDays")}
          >
            <input className="input" type="number" min={0} max={365} defaultValue={typed.opensDays} />
          </Field>
          <Field name="opensAt" label={m.theatre_opens_at()} errors={errorOf("opensAt")}>
            <input className="input" type="time" defaultValue={typed.opensAt} />
          </Field>
          <Field
            name="closesMinutes"
            label={m.theatre_closes_minutes()}
            help={m.theatre_closes_minutes_help()}
            errors={errorOf("closesMinutes")}
          >
            <input className="input" type="number" min={0} max={1440} defaultValue={typed.closesMinutes} />
          </Field>
        </div>
        <p>
          <label className="choice">
            <input type="checkbox" name="noGaps" value="T" defaultChecked={typed.noGaps === "T"} />
            {m.theatre_no_gaps()}
          </label>{" "}
          <label className="choice">
            <input type="checkbox" name="splitPairs" value="T" defaultChecked={typed.splitPairs === "T"} />
            {m.theatre_split_pairs()}
          </label>
        </p>
        <div className="actions">
          <button className="button button-primary">{m.theatre_series_make()}</button>
        </div>
      </Form>
    </div>
  );
}
