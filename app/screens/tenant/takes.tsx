/** What a smaller package takes from whom, before it is saved: the same form again, with what was typed, and the button that means it. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { TakenFrom } from "~/contract/tenant/package";

/** What was posted, by name; one name may stand several times. */
export type TypedFields = [name: string, value: string][];

interface TakesProps {
  takes: readonly TakenFrom[];
  typed: TypedFields;
  back: string;
}

export function Takes({ takes, typed, back }: TakesProps) {
  return (
    <Form method="post" className="panel">
      <div role="alert">
        <h2>{m.tenant_takes_title()}</h2>
      </div>
      <p>{m.tenant_takes_lead()}</p>
      {takes.map(({ tenant, roles, over }) => (
        <section key={tenant}>
          <h3>{tenant}</h3>
          <ul>
            {over.map((words) => (
              <li key={words}>{words}</li>
            ))}
            {roles.map(({ role, accounts, count, rights }) => (
              <li key={role}>
                {m.tenant_takes_role({ role, accounts, count, rights: rights.join(m.tenant_comma()) })}
                {count > rights.length && m.tenant_takes_more()}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {typed.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one name may stand several times
        <input key={place} type="hidden" name={name} value={value} />
      ))}
      <div className="actions">
        <a className="button" href={back}>
          {m.tenant_takes_back()}
        </a>
        <button className="button button-danger" name="taking" value="true">
          {m.tenant_takes_confirm()}
        </button>
      </div>
    </Form>
  );
}

/** Of a form, what is posted again: neither its buttons nor files. */
export function typedAgain(form: FormData): TypedFields {
  return [...form].flatMap(([name, value]) =>
    typeof value === "string" && name !== "intent" && name !== "taking" ? [[name, value] as [string, string]] : [],
  );
}
