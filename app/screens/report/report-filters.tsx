/** What a report is about: the period by name or by days, what it is narrowed to, and by what it is grouped. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { DayInput } from "~/form/day-input";
import { DayRangePicker } from "~/form/day-range-picker";
import { Link } from "~/widgets/link";
import type { ReportView } from "./load-report.server";

const [fromId, toId] = ["report-from", "report-to"];

export function ReportFilters({ view }: { view: ReportView }) {
  const { path, from, to, by, filters, narrowed } = view;
  return (
    <>
      <Choices label={m.report_periods()} options={view.periods} />
      <Form
        method="get"
        action={path}
        className="filters panel"
        role="search"
        key={[from, to, by, ...filters.map(({ value }) => value), ...narrowed.map(({ value }) => value)].join("|")}
      >
        {by && <input type="hidden" name="by" value={by} />}
        {narrowed.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="field">
          <label htmlFor={fromId}>{m.report_from()}</label>
          <DayInput id={fromId} name="from" defaultValue={from} picks={false} />
        </div>
        <div className="field">
          <label htmlFor={toId}>{m.report_to()}</label>
          <DayInput id={toId} name="to" defaultValue={to} picks={false} />
        </div>
        <DayRangePicker from={fromId} to={toId} />
        {filters.map(({ name, label, value, options }) => (
          <div key={name} className="field">
            <label htmlFor={`report-${name}`}>{label}</label>
            <select id={`report-${name}`} name={name} defaultValue={value}>
              <option value="">{m.report_any()}</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </div>
        ))}
        <button className="button button-primary">{m.engine_filter()}</button>
        {view.isFiltered && (
          <Link className="button" to={view.clear}>
            {m.report_clear()}
          </Link>
        )}
      </Form>
      {narrowed.length > 0 && (
        <p className="report-narrowed">
          {narrowed.map(({ name, text, remove }) => (
            <Link key={name} className="button" to={remove} aria-label={m.report_remove({ what: text })}>
              {text} ×
            </Link>
          ))}
        </p>
      )}
      <Choices label={m.report_groups()} options={view.groups} />
    </>
  );
}

function Choices({ label, options }: { label: string; options: { label: string; to: string; isHere: boolean }[] }) {
  return (
    <nav className="report-choices no-print" aria-label={label}>
      <span className="dim">{label}</span>
      <span className="state-tabs">
        {options.map(({ label: text, to, isHere }) => (
          <Link key={text} to={to} aria-current={isHere ? "true" : undefined}>
            {text}
          </Link>
        ))}
      </span>
    </nav>
  );
}
