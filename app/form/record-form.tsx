/** The page of a form by hand over one record, new or existing: heading, what is wrong as a whole, fields, saving and leaving. */
import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { FormNotice } from "./form-notice";

interface Props {
  title: ReactNode;
  /** Where one goes who does not save. */
  back: string;
  /** Of the record as the form was filled from it; "" for a new one. */
  rowVersion: string;
  errors: FieldErrors;
  notice: Notice | null | undefined;
  /** What the server has said of what was sent: the first wrong field then gets the focus. */
  answered: unknown;
  /** What is to be read before it is saved, and how the button is called then. */
  first?: { shown: ReactNode; save: string } | null;
  children: ReactNode;
}

export function RecordForm({ title, back, rowVersion, errors, notice, answered, first, children }: Props) {
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answered) form.current?.querySelector<HTMLElement>("[aria-invalid=true], [tabindex='-1']")?.focus();
  }, [answered]);
  const marked = Object.keys(errors).length > 0 && !notice;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <FormNotice notice={notice} errors={marked ? { "": [m.engine_check_errors()] } : undefined} />
      <Form method="post" ref={form} className="panel" noValidate aria-busy={busy}>
        {rowVersion !== "" && <input type="hidden" name="rowVersion" value={rowVersion} />}
        {first?.shown}
        <div className="form-grid">{children}</div>
        <div className="actions">
          <button className="button button-primary" disabled={busy}>
            {busy ? m.engine_saving() : (first?.save ?? m.engine_save())}
          </button>
          <Link className="button" to={back}>
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
