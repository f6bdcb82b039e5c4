/** What can be done with an order, each with what it does or why it cannot be done, and the reason. */
import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";

interface Props {
  found: {
    id: number;
    orderNo: string;
    may: boolean;
    actions: { action: string; label: string; help: string; whyNot: string }[];
  };
  typed: { reason: string; action: string };
  errors: FieldErrors;
  busy: boolean;
  idempotencyKey: string;
}

export function RepairForm({ found, typed, errors, busy, idempotencyKey }: Props) {
  const { actions, may } = found;
  const anything = may && actions.some(({ whyNot }) => whyNot === "");
  return (
    <Form method="post" action="/orderRepair" className="panel" noValidate key={idempotencyKey}>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="orderId" value={found.id} />
      <input type="hidden" name="orderNo" value={found.orderNo} />
      <fieldset className="field plain" aria-describedby={errors.action ? "action-error" : undefined}>
        <legend>{m.repair_actions()}</legend>
        {actions.map(({ action, label, help, whyNot }) => (
          <p key={action}>
            <label className="choice">
              <input
                type="radio"
                name="action"
                value={action}
                disabled={!may || whyNot !== ""}
                defaultChecked={typed.action === action && whyNot === ""}
                aria-describedby={`${action}-says`}
              />
              <span>{label}</span>
            </label>
            <small className="dim repair-says" id={`${action}-says`}>
              {whyNot || help}
            </small>
          </p>
        ))}
        {errors.action && (
          <p className="field-error" id="action-error">
            {errors.action[0]}
          </p>
        )}
      </fieldset>
      <div className="field">
        <label htmlFor="reason">{m.repair_reason()}</label>
        <input
          className="input"
          id="reason"
          name="reason"
          maxLength={200}
          autoComplete="off"
          defaultValue={typed.reason}
          aria-invalid={errors.reason ? true : undefined}
          aria-describedby={errors.reason ? "reason-error" : undefined}
        />
        {errors.reason && (
          <p className="field-error" id="reason-error">
            {errors.reason[0]}
          </p>
        )}
      </div>
      <button className="button button-primary" disabled={busy || !anything}>
        {m.fun_order_repair()}
      </button>
    </Form>
  );
}
