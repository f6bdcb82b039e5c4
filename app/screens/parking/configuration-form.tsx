/** The form of the basic configuration of car parks. */
import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { Field } from "~/form/field";
import type { Typed } from "~/form/submission.server";

interface Props {
  kept: {
    defaultLotId?: number | undefined;
    unreadable: "refuse" | "number";
    fullRefuses: boolean;
    graceMinutes: number;
    overstayDays: number;
    phone: string;
    lots: readonly Option[];
    mayEdit: boolean;
  };
  typed: Typed;
  errors: FieldErrors;
}

export function ConfigurationForm({ kept, typed, errors }: Props) {
  return (
    <Form method="post" className="panel" noValidate>
      <fieldset className="plain" disabled={!kept.mayEdit}>
        <div className="form-grid">
          <Choice
            name="defaultLotId"
            label={m.parking_c_default_lot()}
            options={[{ value: "", label: m.parking_c_default_none() }, ...kept.lots]}
            chosen={typed.defaultLotId ?? String(kept.defaultLotId ?? "")}
            errors={errors.defaultLotId}
          />
          <Choice
            name="unreadable"
            label={m.parking_c_unreadable()}
            options={[
              { value: "refuse", label: m.parking_c_unreadable_refuse() },
              { value: "number", label: m.parking_c_unreadable_number() },
            ]}
            chosen={typed.unreadable ?? kept.unreadable}
          />
          <Choice
            name="full"
            label={m.parking_c_full()}
            options={[
              { value: "refuse", label: m.parking_c_full_refuse() },
              { value: "warn", label: m.parking_c_full_warn() },
            ]}
            chosen={typed.full ?? (kept.fullRefuses ? "refuse" : "warn")}
          />
          <Field name="graceMinutes" label={m.parking_c_grace()} errors={errors.graceMinutes} required>
            <input
              className="input num"
              inputMode="numeric"
              maxLength={3}
              defaultValue={typed.graceMinutes ?? kept.graceMinutes}
            />
          </Field>
          <Field name="overstayDays" label={m.parking_c_overstay()} errors={errors.overstayDays} required>
            <input
              className="input num"
              inputMode="numeric"
              maxLength={3}
              defaultValue={typed.overstayDays ?? kept.overstayDays}
            />
          </Field>
          <Field name="phone" label={m.parking_c_phone()} help={m.parking_c_phone_help()} errors={errors.phone}>
            <input className="input" inputMode="tel" maxLength={20} defaultValue={typed.phone ?? kept.phone} />
          </Field>
        </div>
        {kept.mayEdit && (
          <div className="actions">
            <button className="button button-primary">{m.engine_save()}</button>
          </div>
        )}
      </fieldset>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly Option[];
  chosen: string;
  errors?: string[] | undefined;
}

function Choice({ name, label, options, chosen, errors }: ChoiceProps) {
  return (
    <Field name={name} label={label} errors={errors}>
      <select className="input" defaultValue={chosen}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
