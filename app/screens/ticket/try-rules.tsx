/** The rules of a ticket type in words, and tried out: "what would happen on Sunday at 9 at gate A2?" */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { tryTicketType } from "~/contract/ticket/try-rules";
import { typedDay } from "~/contract/typed-day";
import { isDay } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { attempt } from "~/form/submission.server";
import { businessDay } from "~/screens/business-day";
import { Link } from "~/widgets/link";
import { earlierAsked, earlierTyped, wrongEarlier } from "./earlier-typed";
import { TryEarlier } from "./try-earlier";

export const handle = { menu: "/ticket/ticketList" };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const id = Number(params.id);
  const query = new URL(request.url).searchParams;
  const typed = (name: string) => (query.get(name) ?? "").trim().slice(0, 12);
  const dayOf = (name: string) => typedDay(typed(name), businessDay());
  const direction = ways.find((way) => way === typed("direction"));
  const asked = {
    ...{ visitDay: dayOf("visitDay"), day: dayOf("day"), time: typed("time"), gateId: typed("gateId") },
    ...{ people: typed("people") || "1", entered: typed("entered"), left: typed("left"), slot: typed("slot") },
    direction: direction ?? "",
  };
  const earlier = earlierTyped(query, businessDay());
  const errors = query.has("time") ? { ...wrongIn(asked), ...wrongEarlier(earlier, asked.day) } : {};
  const complete = query.has("time") && Object.keys(errors).length === 0;
  const trial = {
    ...{ visitDay: asked.visitDay, day: asked.day, time: asked.time, gateId: Number(asked.gateId) },
    people: Number(asked.people),
    ...(asked.entered && { entered: asked.entered }),
    ...(asked.left && { left: asked.left }),
    ...(asked.slot && { slot: asked.slot }),
    ...(direction && { direction }),
    earlier: earlierAsked(earlier),
  };
  const tried = complete ? await attempt(context, () => context.dispatch.call(tryTicketType, { id, trial })) : null;
  if (tried?.ok) return { ...tried.value, id, asked, earlier, errors };
  // What the rules of the type refuse (a slot that it has no more) stands beside its field, and the form is there still.
  const answer = await context.dispatch.call(tryTicketType, { id });
  return { ...answer, id, asked, earlier, errors: { ...errors, ...tried?.refusal.errors } };
}

const ways = ["in", "out"] as const;

type Asked = "visitDay" | "day" | "time" | "people" | "entered" | "left";

const time = /^([01]\d|2[0-3]):[0-5]\d$/;

function wrongIn(asked: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of ["visitDay", "day"]) if (!isDay(asked[name] ?? "")) errors[name] = [m.v_invalid()];
  if (!time.test(asked.time ?? "")) errors.time = [m.v_invalid()];
  for (const name of ["entered", "left"]) if (asked[name] && !time.test(asked[name])) errors[name] = [m.v_invalid()];
  if (!/^[1-9]\d{0,9}$/.test(asked.gateId ?? "")) errors.gateId = [m.check_choose_gate()];
  if (!/^[1-9]\d{0,2}$/.test(asked.people ?? "")) errors.people = [m.v_integer()];
  return errors;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: m.try_of({ type: data?.name ?? "" }) }];

export default function TryRules() {
  const { id, name, sentences, today, gates, slots, asked, earlier, errors, verdict } = useLoaderData<typeof loader>();
  const inputOf = (of: Asked, type: string) => {
    const common = {
      ...{ className: "input", id: of, name: of, "aria-invalid": errors[of] ? true : undefined },
      defaultValue: asked[of] || (type === "date" ? today : ""),
    };
    if (type === "date") return <DayInput {...common} />;
    return <input {...common} type={type} {...(type === "number" && { min: 1, max: 999 })} />;
  };
  const field = (of: Asked, label: string, type: string) => (
    <div className="field">
      <label htmlFor={of}>{label}</label>
      {inputOf(of, type)}
      {errors[of] && <small className="field-error">{errors[of][0]}</small>}
    </div>
  );
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.try_of({ type: name })}</h1>
        <div className="toolbar">
          <Link className="button" to={`/ticket/ticketList/${id}`}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section className="panel" aria-label={m.try_title()}>
        <h2>{m.try_title()}</h2>
        <p className="dim">{m.try_help()}</p>
        <form method="get" className="form-grid" noValidate>
          {field("visitDay", m.try_visit_day(), "date")}
          {field("day", m.try_day(), "date")}
          {field("time", m.try_time(), "time")}
          <div className="field">
            <label htmlFor="gateId">{m.check_gate()}</label>
            <select className="input" id="gateId" name="gateId" defaultValue={asked.gateId}>
              {gates.map((gate) => (
                <option key={gate.value} value={gate.value}>
                  {gate.label}
                </option>
              ))}
            </select>
            {errors.gateId && <small className="field-error">{errors.gateId[0]}</small>}
          </div>
          {slots.length > 0 && (
            <div className="field">
              <label htmlFor="slot">{m.try_slot()}</label>
              <select className="input" id="slot" name="slot" defaultValue={asked.slot}>
                <option value="">{m.try_slot_fitting()}</option>
                {slots.map((slot) => (
                  <option key={slot} value={slot}>
                    {slot}
                  </option>
                ))}
              </select>
              {errors.slot && <small className="field-error">{errors.slot[0]}</small>}
            </div>
          )}
          {field("people", m.check_people(), "number")}
          <div className="field">
            <label htmlFor="direction">{m.try_lane()}</label>
            <select className="input" id="direction" name="direction" defaultValue={asked.direction}>
              <option value="">{m.try_lane_none()}</option>
              <option value="in">{m.try_way_in()}</option>
              <option value="out">{m.try_way_out()}</option>
            </select>
          </div>
          {field("entered", m.try_entered(), "time")}
          {field("left", m.try_left(), "time")}
          <TryEarlier rows={earlier} gates={gates} errors={errors} />
          <div className="toolbar wide">
            <button className="button button-primary">{m.try_submit()}</button>
          </div>
        </form>
        {verdict && (
          <div className={`verdict verdict-${verdict.reason === "ok" ? "admitted" : "refused"}`} role="status">
            <h3>{headingOf(verdict)}</h3>
            <p className="verdict-why">{verdict.message}</p>
            {verdict.slot !== "" && <p>{m.try_slot_judged({ slot: verdict.slot })}</p>}
            {verdict.reason === "ok" && verdict.direction === "in" && <p>{m.try_takes({ n: verdict.entries })}</p>}
          </div>
        )}
      </section>
    </div>
  );
}

function headingOf({ reason, direction }: { reason: string; direction: "in" | "out" }): string {
  if (reason !== "ok") return m.try_would_not();
  return direction === "out" ? m.try_would_leave() : m.try_would_pass();
}
