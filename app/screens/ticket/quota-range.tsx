/** Sets the total of several days at once: first what it would change, then the setting. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { weekdayNames } from "~/contract/ticket/weekdays";
import { DayInput } from "~/form/day-input";
import type { ImpactView } from "./change-impact.server";
import { Labelled } from "./labelled";
import { OpenOrders } from "./open-orders";
import "./quota-range.css";

/** The days are ticked in the heat map, outside of the form. */
export const rangeForm = "quota-range";

interface Props {
  address: string;
  from: string;
  /** Of the pool; none where it counts whole days. */
  slots: string[];
  errors: FieldErrors;
  typed: Record<string, string> | null;
  impact: ({ looked: string; text: string; ordersSay: string; below: string } & Pick<ImpactView, "orders">) | null;
}

export function QuotaRange({ address, from, slots, errors, typed, impact }: Props) {
  const asked = typed?.intent === "look" || typed?.intent === "range";
  const read = (name: string) => (asked ? (typed[name] ?? "") : "");
  const common = (name: string, start = "") => ({
    ...{ className: "input", id: name, name, defaultValue: read(name) || start },
    "aria-invalid": asked && errors[name] ? true : undefined,
  });
  const labelled = (name: string, label: string, input: ReactNode) => (
    <Labelled name={name} label={label} errors={asked ? errors : {}}>
      {input}
    </Labelled>
  );
  return (
    <details className="panel" open={asked} id="quota-range-panel">
      <summary>{m.quota_range()}</summary>
      <Form method="post" action={address} id={rangeForm} className="quota-range" noValidate>
        <div className="quota-range-fields">
          {labelled("rangeFrom", m.quota_range_from(), <DayInput {...common("rangeFrom", from)} />)}
          {labelled("rangeTo", m.quota_range_to(), <DayInput {...common("rangeTo")} />)}
          {labelled(
            "rangeTotal",
            m.quota_range_total(),
            <input {...common("rangeTotal")} inputMode="numeric" maxLength={8} autoComplete="off" />,
          )}
        </div>
        <p className="dim">{m.quota_range_ticks_help()}</p>
        <fieldset>
          <legend>{m.quota_range_weekdays()}</legend>
          {weekdayNames().map((name, weekday) => (
            <label key={name}>
              <input
                type="checkbox"
                name={`weekday.${weekday}`}
                defaultChecked={!asked || read(`weekday.${weekday}`) !== ""}
              />{" "}
              {name}
            </label>
          ))}
          {asked && errors.weekdays && <p className="field-error">{errors.weekdays[0]}</p>}
        </fieldset>
        {slots.length > 0 && (
          <fieldset aria-describedby="range-slots">
            <legend>{m.quota_range_slots()}</legend>
            {slots.map((slot) => (
              <label key={slot}>
                <input type="checkbox" name={`slot.${slot}`} defaultChecked={read(`slot.${slot}`) !== ""} /> {slot}
              </label>
            ))}
            <p className="dim" id="range-slots">
              {m.quota_range_slots_help()}
            </p>
          </fieldset>
        )}
        {impact && (
          <div className={impact.below ? "notice notice-bad" : "notice notice-warn"} role="status">
            <p>{impact.text}</p>
            <p>{impact.ordersSay}</p>
            <OpenOrders orders={impact.orders} />
            {impact.below && <p>{impact.below}</p>}
          </div>
        )}
        {impact && <input type="hidden" name="looked" value={impact.looked} />}
        <div className="toolbar">
          <button className="button" name="intent" value="look">
            {m.quota_range_look()}
          </button>{" "}
          {impact && impact.below === "" && (
            <button className="button button-primary" name="intent" value="range">
              {m.quota_range_save()}
            </button>
          )}
        </div>
      </Form>
    </details>
  );
}
