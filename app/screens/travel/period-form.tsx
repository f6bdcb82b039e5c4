/** What the month's and the year's pages of the trade have in common: the form that asks for the period, and a table that says its name. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import { TableFrame } from "~/widgets/table-frame";
import "./plan.css";

const asking = {
  month: {
    label: () => m.trade_month(),
    wrong: () => m.trade_month_wrong(),
    // Where the browser has no field for months, it says how one is written.
    input: () => ({ type: "month", placeholder: m.trade_month_help() }),
  },
  year: {
    label: () => m.reception_year(),
    wrong: () => m.reception_year_wrong(),
    input: () => ({ inputMode: "numeric" as const }),
  },
} as const;

interface Asked {
  by: keyof typeof asking;
  /** The period that is shown. */
  value: string | number;
  /** What was asked for is none. */
  wrong: boolean;
}

export function PeriodForm({ by, value, wrong }: Asked) {
  const { label, wrong: sentence, input } = asking[by];
  return (
    <Form method="get" className="filters panel no-print" role="search" key={value}>
      <div className="field">
        <label htmlFor={by}>{label()}</label>
        <input
          className="input"
          id={by}
          name={by}
          {...input()}
          defaultValue={value}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${by}-error` : undefined}
        />
        {wrong && (
          <p className="field-error" id={`${by}-error`}>
            {sentence()}
          </p>
        )}
      </div>
      <button className="button button-primary">{m.policy_show()}</button>
    </Form>
  );
}

interface Named {
  label: string;
  className?: string;
  /** Cells of its head. */
  head: ReactNode;
  /** Rows of its body. */
  children: ReactNode;
}

export function NamedTable({ label, className = "table", head, children }: Named) {
  return (
    <TableFrame label={label}>
      <table className={className}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableFrame>
  );
}
