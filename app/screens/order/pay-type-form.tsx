/** What the payment should have been, why, and what saving it changes. Its first button looks; the other one saves. */
import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { type Permission, Permitted } from "~/widgets/permitted";

interface Props {
  page: {
    paymentId: number;
    version: string;
    idempotencyKey: string;
    types: { value: string; label: string }[];
    /** Sentences; none before it was looked at. */
    changes: string[];
    may: Permission;
  };
  typed: { toType: string; reason: string };
  errors: FieldErrors;
  busy: boolean;
}

export function PayTypeForm({ page, typed, errors, busy }: Props) {
  const { paymentId, version, idempotencyKey, types, changes, may } = page;
  return (
    <Form
      method="post"
      action={`/dataBase/payTypeModify/correct?paymentId=${paymentId}`}
      className="panel"
      noValidate
      key={idempotencyKey}
    >
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="version" value={version} />
      <fieldset className="field" aria-describedby={errors.toType ? "toType-error" : undefined}>
        <legend>{m.pay_type_to()}</legend>
        {types.map(({ value, label }) => (
          <label className="choice" key={value}>
            <input type="radio" name="toType" value={value} defaultChecked={typed.toType === value} />
            <span>{label}</span>
          </label>
        ))}
        {errors.toType && (
          <p className="field-error" id="toType-error">
            {errors.toType[0]}
          </p>
        )}
      </fieldset>
      <div className="field">
        <label htmlFor="reason">{m.pay_type_reason()}</label>
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
      {changes.length > 0 && (
        <section className="notice" role="status" aria-labelledby="pay-type-changes">
          <h2 id="pay-type-changes">{m.pay_type_what()}</h2>
          <ul>
            {changes.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      <div className="actions">
        <button
          className={changes.length > 0 ? "button" : "button button-primary"}
          name="intent"
          value="preview"
          disabled={busy}
        >
          {m.pay_type_preview()}
        </button>
        {changes.length > 0 && (
          <Permitted by={may}>
            <button className="button button-primary" name="intent" value="commit" disabled={busy}>
              {m.pay_type_confirm()}
            </button>
          </Permitted>
        )}
      </div>
    </Form>
  );
}
