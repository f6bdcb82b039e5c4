/** Days of the price calendar by range, weekday and holiday, in the place of ticking them. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { weekdayNames } from "~/contract/ticket/weekdays";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { TickBoxes } from "~/form/tick-boxes";
import type { CalendarView } from "./calendar-view";

interface Props {
  holidays: CalendarView["holidays"];
  errors: FieldErrors;
  typed: Record<string, string> | null;
}

export function CalendarRange({ holidays, errors, typed }: Props) {
  const asked = Boolean(typed?.rangeFrom || typed?.rangeTo);
  return (
    <details className="panel" open={asked}>
      <summary>{m.calendar_range()}</summary>
      <p className="dim">{m.calendar_range_help()}</p>
      <div className="calendar-range">
        <Field name="rangeFrom" label={m.policy_start_day()} errors={errors.rangeFrom}>
          <DayInput className="input" defaultValue={typed?.rangeFrom} />
        </Field>
        <Field name="rangeTo" label={m.policy_end_day()} errors={errors.rangeTo}>
          <DayInput className="input" defaultValue={typed?.rangeTo} />
        </Field>
        <Field name="holidays" label={m.policy_holidays()}>
          <select defaultValue={typed?.holidays ?? "any"}>
            {holidays.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <TickBoxes
        label={m.policy_weekdays()}
        options={weekdayNames().map((label, index) => ({ value: String(index), label }))}
        nameOf={(index) => `weekday${index}`}
        isTicked={(index) => !asked || typed?.[`weekday${index}`] === "T"}
        error={errors.weekdays?.[0]}
      />
    </details>
  );
}
