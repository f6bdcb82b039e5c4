/** What a group pays ahead, on its desk: how it stands, and the form that receives it. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { GroupPrepaid } from "~/contract/ticket/group-prepay";
import { Field } from "~/form/field";

/** Amounts as people read them. */
interface Ahead extends Pick<GroupPrepaid, "says" | "isLate" | "paymentTypes" | "cancelSays"> {
  asked: string;
  held: string;
  owed: string;
  owes: boolean;
  ways: string[];
  mayReceive: boolean;
}

interface Props {
  ahead: Ahead;
  errors: Record<string, string[]>;
  typed: Record<string, string> | null;
  busy: boolean;
  idempotencyKey: string;
}

export function Prepaid({ ahead, errors, typed, busy, idempotencyKey }: Props) {
  return (
    <section className="panel" aria-labelledby="prepaid-title">
      <h2 id="prepaid-title">{m.group_prepay()}</h2>
      {ahead.says && <p className={ahead.isLate ? "notice notice-warn" : "notice"}>{ahead.says}</p>}
      <dl className="group-facts">
        <div>
          <dt>{m.group_prepay_asked()}</dt>
          <dd>¥{ahead.asked}</dd>
        </div>
        <div>
          <dt>{m.group_prepaid_held()}</dt>
          <dd>{ahead.ways.length > 0 ? ahead.ways.join(m.group_sep()) : `¥${ahead.held}`}</dd>
        </div>
        {ahead.cancelSays && (
          <div>
            <dt>{m.group_prepay_if_cancelled()}</dt>
            <dd>{ahead.cancelSays}</dd>
          </div>
        )}
      </dl>
      {ahead.mayReceive && (
        <Form method="post" noValidate key={ahead.owed}>
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <div className="group-actions">
            <Field name="amount" label={m.group_prepay_amount_now() + m.engine_yuan()} errors={errors.amount}>
              <input
                className="input num"
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                defaultValue={typed?.intent === "prepay" ? typed.amount : ahead.owed}
              />
            </Field>
            <Field name="prepaidBy" label={m.group_pay_by()} errors={errors.prepaidBy}>
              <select className="input" defaultValue={typed?.prepaidBy}>
                {ahead.paymentTypes.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            <button className="button button-primary" name="intent" value="prepay" disabled={busy}>
              {m.group_prepay_receive()}
            </button>
          </div>
        </Form>
      )}
    </section>
  );
}
