/** Staff tickets: whose they are, oneself or another employee, and how they stand in this month once it was worked out. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Labelled } from "./labelled";

interface Props {
  /** Account name of whoever sells. */
  own: string;
  typed: Record<string, string>;
  errors: FieldErrors;
  standing: readonly string[];
}

export function CounterStaff({ own, typed, errors, standing }: Props) {
  return (
    <details className="counter-contact" open={Boolean(typed.staff || typed.staffOwn || errors.staff)}>
      <summary>{m.sale_staff_more()}</summary>
      <label className="choice">
        <input type="checkbox" name="staffOwn" value={own} defaultChecked={typed.staffOwn === own} />
        <span>{m.sale_staff_own({ accName: own })}</span>
      </label>
      <Labelled name="staff" label={m.sale_staff()} errors={errors}>
        <input
          className="input"
          id="staff"
          name="staff"
          maxLength={40}
          autoComplete="off"
          defaultValue={typed.staff ?? ""}
          aria-invalid={errors.staff ? true : undefined}
          aria-describedby={errors.staff ? "staff-error" : undefined}
        />
      </Labelled>
      {!errors.staff &&
        standing.map((sentence) => (
          <p key={sentence} className="dim">
            {sentence}
          </p>
        ))}
    </details>
  );
}
