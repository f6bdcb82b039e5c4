/** A question before a command; "no" comes first. It stays until it is answered. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import type { AskView } from "./view";

export function Ask({ ask }: { ask: AskView }) {
  const [first, ...rest] = ask.fields;
  if (!first) return null;
  return (
    <section className="panel ask" role="alertdialog" aria-labelledby="ask">
      <p id="ask">
        <strong>{ask.question}</strong> {ask.more}
      </p>
      <Form method="post" action={ask.cancel} className="actions">
        {rest.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Link className="button" to={ask.cancel}>
          {m.engine_cancel()}
        </Link>
        <button
          className={ask.danger ? "button button-danger" : "button button-primary"}
          name={first[0]}
          value={first[1]}
        >
          {ask.label}
        </button>
      </Form>
    </section>
  );
}
