/** What was changed in the travel trade (`/travelLogDetail`): each change with what was and what became of it side by side. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { travelLog } from "~/contract/travel/change-log";
import { DayInput } from "~/form/day-input";
import { momentText } from "~/resource/cells.server";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { changesAsked } from "./changes-asked.server";

const path = "/travelLogDetail";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.fun_travel_log_detail() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = changesAsked(request);
  const { entries, next, ...answer } = await context.dispatch.call(travelLog, asked);
  const { before: _, ...filter } = asked;
  const kept = Object.entries(filter).flatMap(([name, value]): [string, string][] =>
    value ? [[name, `${value}`]] : [],
  );
  const at = (extra: [string, string][]) => {
    const text = new URLSearchParams([...kept, ...extra]).toString();
    return text === "" ? path : `${path}?${text}`;
  };
  return {
    ...answer,
    entries: entries.map((entry) => ({ ...entry, at: momentText(entry.at) })),
    asked: Object.fromEntries(kept),
    older: next === null ? null : at([["before", String(next)]]),
    newest: asked.before === undefined ? null : at([]),
  };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function ChangeLog() {
  const { entries, things, agencyName, asked, older, newest } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{agencyName === "" ? m.fun_travel_log_detail() : m.travel_log_of({ name: agencyName })}</h1>
        <div className="toolbar no-print">
          <PrintButton />
        </div>
      </header>
      <Form
        method="get"
        action={path}
        className="filters panel no-print"
        role="search"
        key={new URLSearchParams(asked).toString()}
      >
        {asked.agencyId && <input type="hidden" name="agencyId" value={asked.agencyId} />}
        <div className="field">
          <label htmlFor="log-thing">{m.travel_log_kind()}</label>
          <select className="input" id="log-thing" name="thing" defaultValue={asked.thing ?? ""}>
            <option value="">{m.travel_log_any()}</option>
            {things.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="log-who">{m.travel_log_who()}</label>
          <input className="input" id="log-who" name="who" defaultValue={asked.who} maxLength={40} />
        </div>
        <div className="field">
          <label htmlFor="log-from">{m.guided_from()}</label>
          <DayInput id="log-from" name="from" defaultValue={asked.from} />
        </div>
        <div className="field">
          <label htmlFor="log-to">{m.guided_to()}</label>
          <DayInput id="log-to" name="to" defaultValue={asked.to} />
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      {entries.length === 0 ? <p className="empty panel">{m.travel_log_none()}</p> : <Changes entries={entries} />}
      {(older || newest) && (
        <nav className="toolbar no-print" aria-label={m.fun_travel_log_detail()}>
          {newest && (
            <Link className="button" to={newest}>
              {m.travel_log_newest()}
            </Link>
          )}
          {older && (
            <Link className="button" to={older}>
              {m.travel_log_older()}
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}

function Changes({ entries }: Pick<Loaded, "entries">) {
  return (
    <TableFrame label={m.fun_travel_log_detail()}>
      <table className="table compare">
        <caption className="visually-hidden">{m.fun_travel_log_detail()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.system_at()}</th>
            <th scope="col">{m.system_who()}</th>
            <th scope="col">{m.system_field()}</th>
            <th scope="col">{m.system_before()}</th>
            <th scope="col">{m.system_after()}</th>
          </tr>
        </thead>
        {entries.map(({ id, at, by, what, fields }) => (
          <tbody key={id}>
            <tr>
              <td className="nowrap">{at}</td>
              <td>{by}</td>
              <th scope="rowgroup" colSpan={3}>
                {what}
              </th>
            </tr>
            {fields.map(({ label, before, after }) => (
              <tr key={label}>
                <td colSpan={2} />
                <th scope="row">{label}</th>
                <td>{before === null || before === "" ? m.travel_log_empty() : <del>{before}</del>}</td>
                <td>{after === null || after === "" ? m.travel_log_empty() : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </TableFrame>
  );
}
