/** Above a form that somebody else's change has overtaken: who changed what, and the two ways on. */

import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import type { ConflictView } from "../form-conflict.server";

/** `form` is the id of the form that "merge" posts. */
export function FormConflict({ conflict, form }: { conflict: ConflictView; form: string }) {
  const { title, fields, merged, reload } = conflict;
  return (
    <section className={`notice ${merged ? "notice-good" : "notice-warn"} form-conflict`} role="alert">
      <strong>{merged ? m.forms_merged_title() : title}</strong>
      <p>{merged ? m.forms_merged_help() : m.forms_conflict_help()}</p>
      {fields.length > 0 && (
        <TableFrame label={title}>
          <table className="table">
            <thead>
              <tr>
                {[m.forms_log_field(), m.forms_log_before(), m.forms_conflict_theirs(), m.forms_conflict_mine()].map(
                  (heading) => (
                    <th key={heading} scope="col">
                      {heading}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {fields.map(({ label, before, theirs, mine, clash }) => (
                <tr key={`${label} ${before} ${theirs}`}>
                  <th scope="row">{label}</th>
                  <td>{before}</td>
                  <td>{theirs}</td>
                  <td>
                    {mine}
                    {merged && <small> · {clash ? m.forms_merged_kept() : m.forms_merged_taken()}</small>}
                    {!merged && clash && <small> · {m.forms_conflict_clash()}</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {!merged && (
        <div className="actions">
          <button className="button button-primary" form={form} name="intent" value="merge">
            {m.forms_conflict_merge()}
          </button>
          <Link className="button" to={reload} reloadDocument>
            {m.forms_conflict_reload()}
          </Link>
        </div>
      )}
    </section>
  );
}
