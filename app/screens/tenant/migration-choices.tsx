/** From where to where, which kinds, and what becomes of conflicts: one form that asks for the dry run by its address. */
import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { MigrationPlan } from "~/contract/tenant/migration";
import { Field } from "~/form/field";
import { FieldNotes, Legend } from "~/form/field-notes";
import type { Asked } from "./migration-asked.server";

interface Props {
  page: MigrationPlan;
  asked: Asked;
  errors: FieldErrors;
}

export function MigrationChoices({ page, asked, errors }: Props) {
  const { tenants } = page;
  return (
    <Form method="get" className="panel" key={JSON.stringify(asked)}>
      <input type="hidden" name="plan" value="T" />
      <div className="form-grid">
        <Field name="source" label={m.migration_from()}>
          <select defaultValue={asked.source}>
            <option value="">{m.migration_head_office()}</option>
            {tenants.map(({ id, name, code }) => (
              <option key={id} value={id}>{`${name} (${code})`}</option>
            ))}
          </select>
        </Field>
        <Field name="target" label={m.migration_to()} errors={errors.target} required>
          <select defaultValue={asked.target}>
            <option value="">{m.migration_choose()}</option>
            {tenants.map(({ id, name, code, open }) => (
              <option key={id} value={id} disabled={!open}>
                {open ? `${name} (${code})` : m.migration_closed_mark({ name: `${name} (${code})` })}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Kinds page={page} asked={asked} errors={errors} />
      {page.planned && <Missing page={page} asked={asked} />}
      {page.planned && <Conflicts page={page} asked={asked} />}
      <div className="actions">
        <button className="button button-primary">{m.migration_dry_run()}</button>
      </div>
    </Form>
  );
}

function Kinds({ page: { kinds }, asked, errors }: Props) {
  const error = errors.kinds?.[0];
  return (
    <fieldset className="field wide plain" aria-describedby={error ? "migration-kinds-error" : undefined}>
      <Legend label={m.migration_kinds()} required />
      <div className="migration-kinds">
        {kinds.map(({ kind, label, note }) => (
          <div key={kind}>
            <label className="choice">
              <input
                type="checkbox"
                name="kind"
                value={kind}
                defaultChecked={asked.kinds.includes(kind)}
                aria-describedby={note ? `migration-note-${kind}` : undefined}
                aria-invalid={error ? true : undefined}
              />
              {label}
            </label>
            {note && (
              <p className="field-help" id={`migration-note-${kind}`}>
                {note}
              </p>
            )}
          </div>
        ))}
      </div>
      <FieldNotes id="migration-kinds" error={error} help={undefined} />
    </fieldset>
  );
}

/** Parks that the target does not have: one of its own may stand for them. */
function Missing({ page: { missing }, asked }: Pick<Props, "page" | "asked">) {
  return missing.map(({ kind, label, names, choices }) => (
    <div className="form-grid" key={kind}>
      <Field
        name={`place.${kind}`}
        label={m.migration_place() + label}
        help={m.migration_missing({ label, names: names.join(m.did_list_sep()) })}
      >
        <select defaultValue={asked.places.find((place) => place.kind === kind)?.id ?? ""}>
          <option value="">{m.migration_place_none()}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </div>
  ));
}

/** Of kinds alone where what is overwritten can be put back exactly. */
function Conflicts({ page: { plan, kinds }, asked }: Pick<Props, "page" | "asked">) {
  const open = plan.filter(
    ({ kind, counts }) => counts.kept + counts.taken > 0 && kinds.find((one) => one.kind === kind)?.takes,
  );
  if (open.length === 0) return null;
  return (
    <>
      {open.map(({ kind, label }) => (
        <fieldset className="field wide plain" key={kind} aria-describedby="migration-take-help">
          <Legend label={`${m.migration_conflicts()} · ${label}`} required={false} />
          <div className="choices">
            {(["keep", "take"] as const).map((way) => (
              <label className="choice" key={way}>
                <input
                  type="radio"
                  name={`conflict.${kind}`}
                  value={way}
                  defaultChecked={(way === "take") === asked.takes.includes(kind)}
                />
                {way === "take" ? m.migration_take() : m.migration_keep()}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p className="field-help" id="migration-take-help">
        {m.migration_take_help()}
      </p>
    </>
  );
}
