/** Reserving at the counter (`/ticket/reservationList/new`): day, slot, persons, and who they are; then the next one. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { reserve } from "~/contract/ticket/reservation";
import { isDay } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { dayFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { CounterVisitors } from "./counter-visitors";
import { byReservationField, madeNow, readReservation, reservationPage } from "./reservation-form.server";
import { ReservationMade } from "./reservation-made";
import { ReservationSlots } from "./reservation-slots";
import "./reservation.css";

const path = "/ticket/reservationList";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.reservation_new() }];

/** `visitDay`, `choice` and `made` stand in the address after one was made: the next visitor often wants the same. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const day = dayFrom(request, "visitDay", "");
  const [page, made] = await Promise.all([
    reservationPage(context, day === "" ? null : day),
    madeNow(context, asked.get("made")),
  ]);
  const choice = asked.get("choice")?.slice(0, 40) ?? "";
  return { page, made, typed: { visitDay: page.visitDay, persons: "1", choice }, key: crypto.randomUUID() };
}

/** `intent=look` shows another day, or as many names as persons; `intent=reserve` reserves. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const { wish, errors } = readReservation(typed);
  const sent = typed.idempotencyKey ?? "";
  const key = /^[A-Za-z0-9-]{8,64}$/.test(sent) ? sent : crypto.randomUUID();
  const back = async (wrong: FieldErrors, notice: Notice | null, status: number, next = key) => {
    const page = await reservationPage(context, isDay(wish.visitDay) ? wish.visitDay : null);
    return data({ page, made: null, typed, errors: wrong, notice, key: next }, status);
  };
  if (typed.intent !== "reserve") return back({}, null, 200);
  if (Object.keys(errors).length > 0) return back(errors, null, 422);
  const made = await attempt(
    context,
    () => context.dispatch.call(reserve, { ...wish, idempotencyKey: key }),
    m.error_reserve_title(),
  );
  if (!made.ok) {
    const { status, notice, kind } = made.refusal;
    // After a time-out it may have been made: the same key asks again without making it twice.
    const next = kind === "timeout" ? key : crypto.randomUUID();
    return back(byReservationField(made.refusal.errors), notice, status, next);
  }
  const again = new URLSearchParams({
    ...{ visitDay: wish.visitDay, choice: typed.choice ?? "", made: made.value.orderNo },
  });
  return redirect(`${path}/new?${again}`, 303);
}

export default function NewReservation() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { page, made, key } = answered ?? loaded;
  // After one is made the form is empty again.
  return <ReservationForm key={made?.orderNo ?? ""} page={page} made={made} idempotencyKey={key} />;
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type Props = Pick<Loaded, "page" | "made"> & { idempotencyKey: string };

function ReservationForm({ page, made, idempotencyKey }: Props) {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const typed: Typed = answered?.typed ?? loaded.typed;
  const errors: FieldErrors = answered?.errors ?? {};
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(typed.choice ?? "");
  const [persons, setPersons] = useState(typed.persons ?? "1");
  const busy = useNavigation().state !== "idle";
  useEffect(() => {
    if (answered) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answered]);
  const type = page.types.find(({ id }) => String(id) === choice.split("/")[0]) ?? page.types[0];
  const named = type?.eachNamed ? Math.min(Math.max(1, Number.parseInt(persons, 10) || 1), 200) : 1;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.reservation_new()}</h1>
        <div className="toolbar">
          <Link className="button" to={`${path}/day`}>
            {m.reservation_day_sheet()}
          </Link>
          <Link className="button" to={path}>
            {m.reservation_list()}
          </Link>
        </div>
      </header>
      {made && <ReservationMade made={made} />}
      <FormNotice
        notice={answered?.notice}
        errors={Object.keys(errors).length > 0 ? { "": [m.engine_check_errors()] } : undefined}
      />
      <Form method="post" action={`${path}/new`} className="panel" noValidate ref={form} aria-busy={busy}>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {/* The first button of the form: Enter in a field presses it, and makes nothing. */}
        <div className="reservation-day">
          <Field name="visitDay" label={m.reservation_visit_day()} errors={errors.visitDay} required>
            <DayInput
              className="input"
              min={page.today}
              defaultValue={typed.visitDay ?? page.visitDay}
              key={typed.visitDay}
            />
          </Field>
          <button className="button" name="intent" value="look" disabled={busy}>
            {m.reservation_see_day()}
          </button>
        </div>
        <ReservationSlots types={page.types} choice={choice} onChoose={setChoice} error={errors.choice?.[0]} />
        {page.types.length > 0 && (
          <>
            <div className="form-grid">
              <Field name="persons" label={m.reservation_persons()} errors={errors.persons} required>
                <input
                  inputMode="numeric"
                  maxLength={4}
                  autoComplete="off"
                  value={persons}
                  onChange={({ target }) => setPersons(target.value)}
                />
              </Field>
              <Field name="mobile" label={m.reservation_mobile()} errors={errors.mobile} required>
                <input inputMode="tel" maxLength={24} autoComplete="off" defaultValue={typed.mobile} />
              </Field>
              <Field name="remark" label={m.reservation_remark()} errors={errors.remark}>
                <input maxLength={200} autoComplete="off" defaultValue={typed.remark} />
              </Field>
            </div>
            <p className="dim">{type?.eachNamed ? m.reservation_names_help() : m.reservation_one_name_help()}</p>
            <CounterVisitors
              page={{ errors, typed, quote: null }}
              count={named}
              documents={type?.documents ?? []}
              pasted={false}
            />
            {errors.visitors && (
              <p className="field-error" role="alert">
                {errors.visitors[0]}
              </p>
            )}
            <div className="actions">
              <button className="button button-primary" name="intent" value="reserve" disabled={busy}>
                {m.reservation_submit()}
              </button>
            </div>
          </>
        )}
      </Form>
    </div>
  );
}
