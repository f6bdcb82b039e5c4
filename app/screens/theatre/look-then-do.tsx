/** The frame of what is done to a session as a whole: its head, a choice that is looked at first, and then the doing. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { Link } from "~/widgets/link";
import "./seats.css";

export const sessionList = "/theatre/sessionList";

interface FrameProps {
  id: number;
  title: string;
  answered: { notice?: Notice | null; errors?: FieldErrors } | undefined;
  children: ReactNode;
}

export function SessionFrame({ id, title, answered, children }: FrameProps) {
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          <Link className="button" to={`${sessionList}/${id}`}>
            {m.theatre_session()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={answered?.errors} />
      {children}
    </div>
  );
}

interface LookProps {
  /** Of the page; the choice is `to` in its address. */
  path: string;
  label: string;
  press: string;
  choices: readonly { value: string; label: string }[];
  chosen: number | undefined;
}

export function LookForm({ path, label, press, choices, chosen }: LookProps) {
  return (
    <Form method="get" action={path} className="seat-forms seat-forms-long" preventScrollReset>
      <Field name="to" id="session-look" label={label}>
        <select className="input" defaultValue={String(chosen ?? "")} key={chosen}>
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </Field>
      <button className="button">{press}</button>
    </Form>
  );
}

interface NamedProps {
  title: ReactNode;
  names: readonly string[];
  /** How many are not among them, in words; "" where none is. */
  more: string;
}

export function Named({ title, names, more }: NamedProps) {
  if (names.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {names.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {more !== "" && <p className="dim">{more}</p>}
    </>
  );
}
