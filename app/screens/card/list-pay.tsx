/** The form that takes the payment for a whole list and issues its cards. */
import type { CardList } from "~/contract/card/card-list";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { CounterAgency } from "../ticket/counter-agency";
import { Labelled } from "../ticket/labelled";
import { depositSums, ListPayForm } from "./list-parts";
import { PaymentField } from "./payment-field";

interface Props {
  list: CardList;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
  paymentTypes: readonly Option[];
  /** There are agencies: an account of theirs may pay. */
  agencies: boolean;
  idempotencyKey: string;
  action: string;
}

export function ListPay({
  list: { people, payable, deposit },
  typed,
  errors,
  paymentTypes,
  agencies,
  idempotencyKey,
  action,
}: Props) {
  return (
    <ListPayForm
      {...{ action, typed, errors, people, due: payable }}
      sums={depositSums({ payable, deposit })}
      shown={{ idempotencyKey, expectedPayable: payable }}
      fields={
        <>
          {agencies && <CounterAgency typed={typed} errors={errors} said="" />}
          <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id="list" />
        </>
      }
    >
      <SplitPayment types={paymentTypes} typed={typed} errors={errors} />
    </ListPayForm>
  );
}

/** Amounts of several ways to pay; one that is left empty pays nothing. */
function SplitPayment({ types, typed, errors }: { types: readonly Option[] } & Pick<Props, "typed" | "errors">) {
  const open =
    errors.payments !== undefined || types.some(({ value }) => typed[`pay.${value}`] || errors[`pay.${value}`]);
  return (
    <details className="counter-split" open={open}>
      <summary>{m.card_list_split()}</summary>
      <fieldset aria-describedby="split-help">
        <legend className="visually-hidden">{m.card_list_split()}</legend>
        <p className="dim" id="split-help">
          {m.card_list_split_help()}
        </p>
        {errors.payments && (
          <p className="field-error" role="alert">
            {errors.payments[0]}
          </p>
        )}
        <div className="counter-ways">
          {types.map(({ value, label }, place) => {
            const name = `pay.${value}`;
            const wrong = errors[name] !== undefined || (place === 0 && errors.payments !== undefined);
            return (
              <Labelled key={value} name={name} label={m.sale_split_amount({ type: label })} errors={errors}>
                <input
                  className="input num"
                  id={name}
                  name={name}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={12}
                  defaultValue={typed[name] ?? ""}
                  aria-invalid={wrong ? true : undefined}
                  aria-describedby={errors[name] ? `${name}-error` : undefined}
                />
              </Labelled>
            );
          })}
        </div>
      </fieldset>
    </details>
  );
}
