/** Asks before something is deleted, and says why when it cannot be. */
import { Form } from "@remix-run/react";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { FormNotice } from "./form-notice";

interface Props {
  title: string;
  question: string;
  /** Where one goes who thinks better of it. */
  back: string;
  notice: Notice | null | undefined;
  /** It stays whatever one presses: in place of the question stands why, and nothing to press. */
  kept?: boolean;
}

export function RemoveQuestion({ title, question, back, notice, kept }: Props) {
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <FormNotice notice={notice} />
      <Form method="post" className="panel">
        <p>{question}</p>
        <div className="actions">
          <Link className="button" to={back}>
            {m.engine_cancel()}
          </Link>
          {!kept && <button className="button button-danger">{m.engine_remove()}</button>}
        </div>
      </Form>
    </div>
  );
}
