/** How a step is paid: the types that the till takes. */
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { FieldNotes } from "~/form/field-notes";

interface Props {
  types: readonly Option[];
  chosen: string | undefined;
  errors?: string[] | undefined;
  /** Tells it from the others of the page. */
  id: string;
}

export function PaymentField({ types, chosen, errors, id }: Props) {
  const error = errors?.[0];
  const own = `payment-${id}`;
  return (
    <div className="field">
      <label htmlFor={own}>{m.card_paid_by()}</label>
      <select
        className="input"
        id={own}
        name="paymentType"
        defaultValue={chosen}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${own}-error` : undefined}
      >
        {types.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <FieldNotes id={own} error={error} help={undefined} />
    </div>
  );
}
