/** The price calendar (`/ticket/priceCalendar`): a month at a glance; one price set on many days at once. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useSubmit } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { FormNotice } from "~/form/form-notice";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { CalendarForm } from "./calendar-form";
import { type CalendarView, letterOf } from "./calendar-view";
import { CalendarWhy } from "./calendar-why";
import { loadCalendar, saveCalendar } from "./load-price-calendar.server";

export const loader = (args: LoaderFunctionArgs) => loadCalendar(args);
export const action = (args: ActionFunctionArgs) => saveCalendar(args);
export const meta: MetaFunction = () => [{ title: m.policy_calendar() }];

export default function PriceCalendar() {
  const view: CalendarView = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.policy_calendar()}</h1>
        {view.list && (
          <div className="toolbar">
            <Link className="button" to="/ticket/pricePolicyList">
              {m.policy_title()}
            </Link>
          </div>
        )}
      </header>
      {view.type === "" ? (
        <div className="empty panel">
          <strong>{m.policy_no_type()}</strong>
        </div>
      ) : (
        <>
          <FormNotice notice={answered?.notice} />
          {view.missingYear !== null && <HolidaysMissing year={view.missingYear} to={view.holidayList} />}
          <Choices view={view} />
          {view.why && <CalendarWhy why={view.why} listPrice={view.listPrice} close={view.address} />}
          <CalendarForm
            view={view}
            errors={answered?.errors ?? {}}
            typed={answered?.typed ?? null}
            impact={answered?.impact ?? null}
          />
          <Legend view={view} />
        </>
      )}
    </div>
  );
}

function HolidaysMissing({ year, to }: { year: number; to: string | null }) {
  return (
    <aside className="notice notice-warn">
      <p>
        <strong>{m.holiday_missing({ year })}</strong> {m.holiday_missing_text({ year })}
      </p>
      {to && (
        <Link className="button" to={to}>
          {m.holiday_enter()}
        </Link>
      )}
    </aside>
  );
}

/** Type, channel, group and slot as a GET form; a choice shows at once where scripts run. */
function Choices({ view }: { view: CalendarView }) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  return (
    <Form
      method="get"
      action={view.path}
      className="filters panel"
      key={view.address}
      onChange={(event) => submit(event.currentTarget)}
    >
      <Choice name="type" label={m.ticket_type()} value={view.type} options={view.ticketTypes} />
      <Choice name="channel" label={m.policy_channel()} value={view.channel} options={view.channels} />
      <Choice name="group" label={m.policy_group()} value={view.group} options={view.groups} />
      {view.slots.length > 0 && (
        <Choice
          name="slot"
          label={m.policy_slot()}
          value={view.slot}
          options={[
            { value: "", label: m.policy_every_slot() },
            ...view.slots.map((slot) => ({ value: slot, label: slot })),
          ]}
        />
      )}
      <input type="hidden" name="month" value={view.month} />
      {!hydrated && <button className="button button-primary">{m.policy_show()}</button>}
    </Form>
  );
}

function Choice({ name, label, value, options }: { name: string; label: string; value: string; options: Option[] }) {
  return (
    <div className="field">
      <label htmlFor={`show-${name}`}>{label}</label>
      <select id={`show-${name}`} name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Legend({ view }: { view: CalendarView }) {
  return (
    <ul className="calendar-legend" aria-label={m.policy_legend()}>
      <li className="dim">{m.policy_list_price({ price: view.listPrice })}</li>
      {view.legend.map(({ name, to }, index) => (
        <li key={name + letterOf(index)}>
          <span className="calendar-mark">{letterOf(index)}</span> {to ? <Link to={to}>{name}</Link> : name}
        </li>
      ))}
    </ul>
  );
}
