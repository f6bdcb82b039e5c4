/** Rows of the trial of a type's rules: who went in or out on earlier days, with two blank rows to fill in. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { mostEarlier } from "~/contract/ticket/try-bounds";
import { DayInput } from "~/form/day-input";
import type { EarlierTyped } from "./earlier-typed";

interface Props {
  rows: readonly EarlierTyped[];
  gates: readonly { value: string; label: string }[];
  errors: FieldErrors;
}

const blank: EarlierTyped = { day: "", time: "", direction: "in", people: "1", gateId: "" };

export function TryEarlier({ rows, gates, errors }: Props) {
  const shown = [...rows, blank, blank].slice(0, mostEarlier);
  return (
    <details className="wide filters-more try-more" open={rows.length > 0}>
      <summary className="button">{m.try_earlier()}</summary>
      <p className="dim">{m.try_earlier_help()}</p>
      {shown.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone.
        <EarlierRow key={place} row={row} place={place} gates={gates} error={errors[`earlier.${place}`]?.[0]} />
      ))}
      {errors.earlier && <small className="field-error">{errors.earlier[0]}</small>}
    </details>
  );
}

interface RowProps {
  row: EarlierTyped;
  place: number;
  gates: Props["gates"];
  error: string | undefined;
}

function EarlierRow({ row, place, gates, error }: RowProps) {
  const idOf = (name: keyof EarlierTyped) => `earlier.${place}.${name}`;
  const common = (name: keyof EarlierTyped) => ({
    ...{ className: "input", id: idOf(name), name: `earlier.${name}`, defaultValue: row[name] },
    ...(error && { "aria-invalid": true, "aria-describedby": `earlier.${place}.error` }),
  });
  return (
    <fieldset className="form-grid try-earlier">
      <legend>{m.try_earlier_row({ n: place + 1 })}</legend>
      <div className="field">
        <label htmlFor={idOf("day")}>{m.try_day()}</label>
        <DayInput {...common("day")} />
      </div>
      <div className="field">
        <label htmlFor={idOf("time")}>{m.try_time()}</label>
        <input {...common("time")} type="time" />
      </div>
      <div className="field">
        <label htmlFor={idOf("direction")}>{m.issued_direction()}</label>
        <select {...common("direction")}>
          <option value="in">{m.try_way_in()}</option>
          <option value="out">{m.try_way_out()}</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor={idOf("people")}>{m.check_people()}</label>
        <input {...common("people")} type="number" min={1} max={999} />
      </div>
      <div className="field">
        <label htmlFor={idOf("gateId")}>{m.check_gate()}</label>
        <select {...common("gateId")}>
          <option value="">{m.try_same_gate()}</option>
          {gates.map((gate) => (
            <option key={gate.value} value={gate.value}>
              {gate.label}
            </option>
          ))}
        </select>
      </div>
      {error && (
        <small className="field-error wide" id={`earlier.${place}.error`}>
          {error}
        </small>
      )}
    </fieldset>
  );
}
