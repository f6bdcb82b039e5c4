/** The form that takes the payment for a whole list and issues its cards. */
import { Form } from "@remix-run/react";
import type { CardList } from "~/contract/card/card-list";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { Field } from "~/form/field";
import { CounterAgency } from "../ticket/counter-agency";
import { Labelled } from "../ticket/labelled";
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
    <Form method="post" action={action} className="panel" noValidate>
      <h2>{m.card_list_pay()}</h2>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="expectedPayable" value={payable} />
      <div className="form-grid">
        <Field name="company" label={m.card_list_company()} help={m.card_list_company_help()} errors={errors.company}>
          <input className="input" maxLength={40} autoComplete="organization" defaultValue={typed.company} />
        </Field>
        <Field name="mobile" label={m.card_list_contact()} errors={errors.mobile}>
          <input className="input" inputMode="tel" maxLength={20} autoComplete="off" defaultValue={typed.mobile} />
        </Field>
        {agencies && <CounterAgency typed={typed} errors={errors} said="" />}
        <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id="list" />
      </div>
      <SplitPayment types={paymentTypes} typed={typed} errors={errors} />
      <div className="card-sum">
        <p>
          {m.card_list_total({ n: people })} <strong className="money">¥{formatYuan(payable)}</strong>
        </p>
        {deposit > 0 && (
          <p>{m.card_list_with_deposit({ deposit: formatYuan(deposit), total: formatYuan(payable + deposit) })}</p>
        )}
      </div>
      <button className="button button-primary" name="intent" value="sell">
        {m.card_list_go({ n: people })}
      </button>
    </Form>
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
