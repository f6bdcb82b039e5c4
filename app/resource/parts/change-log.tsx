/** What happened to a row, newest first. */

import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import type { ChangeLogView } from "../change-log.server";

export function ChangeLog({ log }: { log: ChangeLogView }) {
  return (
    <section className="panel change-log" aria-labelledby="change-log">
      <h2 id="change-log">{m.forms_log_title()}</h2>
      {log.entries.length === 0 && <p className="dim">{m.forms_log_none()}</p>}
      <ol>
        {log.entries.map(({ id, at, by, what, fields }) => (
          <li key={id}>
            <p>
              <time>{at}</time> <strong>{what}</strong> <span className="dim">{by}</span>
            </p>
            {fields.length > 0 && (
              <ul>
                {fields.map(({ label, before, after }) => (
                  <li key={label}>
                    {label}: <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {(log.newer || log.older) && (
        <p className="toolbar">
          {log.newer && <Link to={log.newer}>{m.forms_log_newer()}</Link>}
          {log.older && <Link to={log.older}>{m.forms_log_older()}</Link>}
        </p>
      )}
    </section>
  );
}
