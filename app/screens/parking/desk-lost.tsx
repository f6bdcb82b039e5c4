/** A car at the exit whose entry nobody wrote down. */
import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Field } from "~/form/field";
import type { Typed } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import type { DeskPage } from "./desk-page";

interface Props {
  page: DeskPage;
  lot: NonNullable<DeskPage["lot"]>;
  typed: Typed;
  errors: FieldErrors;
  idempotencyKey: string;
}

export function DeskLost({ page, lot, typed, errors, idempotencyKey }: Props) {
  return (
    <Form method="post" className="panel" noValidate key={idempotencyKey} aria-labelledby="parking-lost">
      <h2 id="parking-lost">{m.parking_lost()}</h2>
      <p>{m.parking_lost_lead()}</p>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="lotId" value={lot.id} />
      <Field name="plate" label={m.parking_plate()} errors={errors.plate} required>
        <input className="input" maxLength={30} autoComplete="off" defaultValue={typed.plate} autoFocus />
      </Field>
      <Field name="vehicleClass" label={m.parking_vehicle()}>
        <select className="input" defaultValue={typed.vehicleClass}>
          <option value="">{m.parking_desk_by_plate()}</option>
          {page.vehicles.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field name="enteredAt" label={m.parking_estimated()} errors={errors.enteredAt} required>
        <input
          className="input"
          type="datetime-local"
          max={page.now.slice(0, 16).replace(" ", "T")}
          defaultValue={typed.enteredAt ?? page.now.slice(0, 16).replace(" ", "T")}
        />
      </Field>
      <Field name="reason" label={m.parking_reason()} errors={errors.reason} required>
        <input className="input" maxLength={200} defaultValue={typed.reason} />
      </Field>
      <div className="toolbar">
        <button className="button button-primary" name="intent" value="lost">
          {m.parking_lost_do()}
        </button>
        <Link className="button" to={`/parking/desk?lot=${lot.id}`}>
          {m.engine_cancel()}
        </Link>
      </div>
    </Form>
  );
}
