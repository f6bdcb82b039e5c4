/** What happened to a row, newest first. */
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { Timeline } from "~/widgets/timeline";
import type { ChangeLogView } from "../change-log.server";

export function ChangeLog({ log }: { log: ChangeLogView }) {
  return (
    <section className="panel change-log" aria-labelledby="change-log">
      <h2 id="change-log">{m.timeline_title()}</h2>
      {log.entries.length === 0 ? <p className="dim">{m.timeline_none()}</p> : <Timeline entries={log.entries} />}
      {(log.newer || log.older) && (
        <p className="toolbar">
          {log.newer && <Link to={log.newer}>{m.timeline_newer()}</Link>}
          {log.older && <Link to={log.older}>{m.timeline_older()}</Link>}
        </p>
      )}
    </section>
  );
}
