/** What the seller takes off by right: how much, off what, and the reason; folded away while there is none. */
import type { z } from "zod";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { writtenDiscount } from "~/contract/ticket/discount-amount";
import type { getCounter } from "~/contract/ticket/sale";
import { isChosen } from "./counter-kept";
import { Labelled } from "./labelled";

interface Props {
  page: { counter: z.output<(typeof getCounter)["answer"]>; errors: FieldErrors; typed: Record<string, string> };
  /** What stands in the form now. */
  fields: Record<string, string>;
}

const own = ["discount", "discountOn", "discountReason", "discountWords"] as const;

export function CounterDiscount({ page: { counter, errors, typed }, fields }: Props) {
  const chosen = counter.offers.filter(
    ({ ticketTypeId }) => isChosen(fields, ticketTypeId) || String(ticketTypeId) === typed.discountOn,
  );
  const described = (name: string) =>
    errors[name] ? { "aria-describedby": `${name}-error`, "aria-invalid": true } : {};
  return (
    <details className="counter-contact" open={own.some((name) => typed[name] || errors[name])}>
      <summary>{m.sale_discount_more()}</summary>
      <div className="counter-when">
        <Labelled name="discount" label={m.sale_discount()} errors={errors}>
          <input
            className="input num"
            id="discount"
            name="discount"
            autoComplete="off"
            maxLength={11}
            placeholder={m.sale_discount_example()}
            defaultValue={typed.discount ?? ""}
            {...described("discount")}
          />
        </Labelled>
        <Labelled name="discountOn" label={m.sale_discount_on()} errors={errors}>
          <select
            className="input"
            id="discountOn"
            name="discountOn"
            defaultValue={typed.discountOn ?? ""}
            {...described("discountOn")}
          >
            <option value="">{m.sale_discount_all()}</option>
            {chosen.map(({ ticketTypeId, name }) => (
              <option key={ticketTypeId} value={ticketTypeId}>
                {name}
              </option>
            ))}
          </select>
        </Labelled>
        <Labelled name="discountReason" label={m.sale_discount_reason()} errors={errors}>
          <select
            className="input"
            id="discountReason"
            name="discountReason"
            defaultValue={typed.discountReason ?? ""}
            {...described("discountReason")}
          >
            <option value="">{m.sale_discount_choose()}</option>
            {counter.discountReasons.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Labelled>
        <Labelled name="discountWords" label={m.sale_discount_words()} errors={errors}>
          <input
            className="input"
            id="discountWords"
            name="discountWords"
            maxLength={100}
            autoComplete="off"
            defaultValue={typed.discountWords ?? ""}
            {...described("discountWords")}
          />
        </Labelled>
      </div>
    </details>
  );
}

/** The discount of a cart as its field has it. */
export const discountText = ({ discount, discountRate }: { discount: number; discountRate: number }) =>
  writtenDiscount({ amount: discount, rate: discountRate });
