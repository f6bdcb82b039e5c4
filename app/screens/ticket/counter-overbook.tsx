/** What would be sold beyond a quota: said before anything is paid, and confirmed by who has the right. */
import { m } from "~/contract/messages";
import type { QuoteView } from "./counter-form";
import "./counter-concessions.css";

interface Props {
  overbook: QuoteView["overbook"];
  typed: Record<string, string>;
}

export function CounterOverbook({ overbook, typed }: Props) {
  if (!overbook) return null;
  const { places, says } = overbook;
  return (
    <fieldset className="counter-proofs">
      <legend>{m.sale_overbook()}</legend>
      {says.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {/* Another number is another tick. */}
      <label className="choice" key={places}>
        <input type="checkbox" name="overbook" value={places} defaultChecked={typed.overbook === String(places)} />
        <span>{m.sale_overbook_tick({ n: places })}</span>
      </label>
    </fieldset>
  );
}
