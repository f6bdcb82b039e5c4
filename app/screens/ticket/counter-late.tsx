/** What the booking clock has closed: said before anything is paid, and sold with a reason by who has the right. */
import { m } from "~/contract/messages";
import "./counter-concessions.css";

interface Props {
  says: readonly string[];
  typed: Record<string, string>;
}

export function CounterLate({ says, typed }: Props) {
  if (says.length === 0) return null;
  return (
    <fieldset className="counter-proofs">
      <legend>{m.sale_late()}</legend>
      {says.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <label className="label" htmlFor="late">
        {m.sale_late_reason()}
      </label>
      <input
        className="input"
        id="late"
        name="late"
        maxLength={100}
        autoComplete="off"
        placeholder={m.sale_late_help()}
        defaultValue={typed.late ?? ""}
      />
    </fieldset>
  );
}
