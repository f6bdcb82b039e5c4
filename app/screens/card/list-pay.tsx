/** The form that takes the payment for a whole list and issues its cards. */
import { Form } from "@remix-run/react";
import type { CardList } from "~/contract/card/card-list";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { Field } from "~/form/field";
import { PaymentField } from "./payment-field";

interface Props {
  list: CardList;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
  paymentTypes: readonly Option[];
  idempotencyKey: string;
  action: string;
}

export function ListPay({
  list: { people, payable, deposit },
  typed,
  errors,
  paymentTypes,
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
        <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id="list" />
      </div>
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
