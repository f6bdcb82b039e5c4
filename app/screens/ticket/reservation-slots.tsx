/** What may be reserved on the day: each type with its slots and the places left. */
import { m } from "~/contract/messages";
import type { ReservationPage } from "./reservation-form.server";

interface Props {
  types: ReservationPage["types"];
  choice: string;
  onChoose: (choice: string) => void;
  error: string | undefined;
}

export function ReservationSlots({ types, choice, onChoose, error }: Props) {
  if (types.length === 0) {
    return (
      <div className="empty">
        <p>{m.reservation_none()}</p>
        <p>{m.reservation_none_help()}</p>
      </div>
    );
  }
  return (
    <fieldset className="reservation-types" aria-describedby={error ? "choice-error" : undefined}>
      <legend>{m.reservation_choose()}</legend>
      {error && (
        <p className="field-error" id="choice-error">
          {error}
        </p>
      )}
      {types.map(({ id, name, parkName, whyNot, choices }) => (
        <div key={id} className="reservation-type">
          <p>
            <strong>{name}</strong> <span className="dim">{parkName}</span>
          </p>
          {whyNot && <p className="dim">{whyNot}</p>}
          <div className="choices">
            {choices.map(({ value, label, left, full }) => (
              <label key={value} className="choice">
                <input
                  type="radio"
                  name="choice"
                  value={value}
                  checked={choice === value}
                  onChange={() => onChoose(value)}
                  disabled={full}
                  aria-invalid={error ? true : undefined}
                />
                {label} <span className="dim">{left}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
