/** One entry of the audit log (`/system/auditList/7`): before and after, side by side. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { thingTitle } from "~/contract/audit-sentence";
import { m } from "~/contract/messages";
import { auditEntry } from "~/contract/platform/logs";
import { momentText } from "~/resource/cells.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

const list = "/system/auditList";

export const meta: MetaFunction = () => [{ title: m.system_entry() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const entry = await context.dispatch.call(auditEntry, { id: idIn(params) });
  return {
    facts: [
      [m.system_at(), momentText(entry.at)],
      [m.system_who(), entry.by],
      [m.did_what(), entry.what],
      [m.system_thing(), thingTitle(entry.thing)],
      [m.system_target(), entry.label || m.system_no_target()],
      [m.system_request(), entry.requestId],
    ] as [string, string][],
    /** All that happened to the same thing. */
    history:
      entry.thingId > 0
        ? `${list}?${new URLSearchParams({ thing: entry.thing, "thingId.from": String(entry.thingId), "thingId.to": String(entry.thingId) })}`
        : null,
    fields: entry.fields.filter(({ changed }) => changed || !entry.fields.some((one) => one.changed)),
  };
}

export default function AuditEntry() {
  const { facts, history, fields } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.system_entry()}</h1>
        <div className="toolbar">
          {history && (
            <Link className="button" to={history}>
              {m.system_history()}
            </Link>
          )}
          <Link className="button" to={list}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <dl className="facts panel">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {fields.length > 0 && (
        <TableFrame label={m.system_entry()}>
          <table className="table compare">
            <caption className="visually-hidden">{m.system_entry()}</caption>
            <thead>
              <tr>
                <th scope="col">{m.system_field()}</th>
                <th scope="col">{m.system_before()}</th>
                <th scope="col">{m.system_after()}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ name, label, before, after, changed }) => (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  <td>{changed && before !== null ? <del>{before}</del> : before}</td>
                  <td>{changed && after !== null ? <ins>{after}</ins> : after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </div>
  );
}
