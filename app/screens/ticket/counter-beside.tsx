/** What the seller has set aside in other businesses: ticked, it is paid in the same order. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { CounterPage } from "./counter-form";

export function CounterBeside({ page }: { page: Pick<CounterPage, "counter" | "quote" | "typed" | "errors"> }) {
  const { counter, quote, typed } = page;
  // What was ticked and is held no more stays to be seen, with the reason, until it is taken out.
  const known = new Set(counter.beside.map(besideField));
  const gone = Object.keys(typed).filter((name) => name.startsWith("beside.") && !known.has(name));
  if (counter.beside.length + gone.length === 0) return null;
  const whyOf = (field: string) => quote?.beside.find((one) => besideField(one) === field)?.whyNot ?? "";
  return (
    <fieldset className="panel counter-beside">
      <legend>{m.sale_beside()}</legend>
      {counter.beside.map((one) => {
        const field = besideField(one);
        return (
          <label key={field} className="choice">
            <input type="checkbox" name={field} defaultChecked={field in typed} />
            <span>
              {one.name} <strong className="money">¥{formatYuan(one.amount)}</strong>{" "}
              <small className="dim">{m.sale_beside_until({ at: one.until })}</small>
            </span>
          </label>
        );
      })}
      {gone.map((field) => (
        <label key={field} className="choice">
          <input type="checkbox" name={field} defaultChecked aria-invalid="true" aria-describedby={`${field}-error`} />
          <span className="field-error" id={`${field}-error`}>
            {whyOf(field) || m.sale_beside_gone()}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const besideField = ({ business, key }: { business: string; key: string }) => `beside.${business}.${key}`;

/** Pieces and fen of what is ticked. */
export function besideOf({ counter }: Pick<CounterPage, "counter">, fields: Readonly<Record<string, string>>) {
  const ticked = counter.beside.filter((one) => besideField(one) in fields);
  return {
    quantity: ticked.reduce((sum, one) => sum + one.quantity, 0),
    amount: ticked.reduce((sum, { amount }) => sum + amount, 0),
  };
}
