/** The form by which one line of a statement is disputed, above the lines. */
import { Form, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { Link } from "~/widgets/link";

export interface DisputeAnswer {
  reason: string;
  errors: FieldErrors;
  notice: Notice | null;
}

interface Props {
  path: string;
  page: number;
  rowId: number;
  source: string;
  idempotencyKey: string;
  answer: DisputeAnswer | undefined;
}

export function DisputeForm({ path, page, rowId, source, idempotencyKey, answer }: Props) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" action={`${path}?page=${page}&dispute=${rowId}`} className="panel no-print" noValidate>
      <h2>{m.bill_dispute_line_of({ source })}</h2>
      <FormNotice notice={answer?.notice} />
      <input type="hidden" name="rowId" value={rowId} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <div className="form-grid">
        <Field name="reason" label={m.travel_reason()} required errors={answer?.errors.reason}>
          <input className="input" autoComplete="off" maxLength={200} defaultValue={answer?.reason ?? ""} />
        </Field>
      </div>
      <div className="actions">
        <Link className="button" to={`${path}?page=${page}`}>
          {m.engine_cancel()}
        </Link>
        <button className="button button-primary" disabled={busy}>
          {m.bill_dispute_line()}
        </button>
      </div>
    </Form>
  );
}
