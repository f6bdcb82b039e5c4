/** System parameters (`/system/paramList`): what each is set to, its default, who changed it and when. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { parameterDefinitions, parameterGroups } from "~/contract/platform/parameter-definitions";
import { parameterSettings } from "~/contract/platform/parameter-settings";
import { momentText } from "~/resource/cells.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { shownValue } from "./parameter-text.server";

export const meta: MetaFunction = () => [{ title: m.system_parameters() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const settings = await context.dispatch.call(parameterSettings, {});
  const edits = mayPress(context, "parameter:edit");
  const rowOf = (code: keyof typeof parameterDefinitions) => {
    const setting = settings.find(({ paramCode }) => paramCode === code);
    const { label, input } = parameterDefinitions[code];
    const value = setting?.value ?? "";
    const byDefault = setting?.byDefault ?? "";
    return {
      code,
      label: label(),
      value: shownValue(input, value),
      byDefault: value === byDefault ? "" : shownValue(input, byDefault),
      changed: setting?.changedAt ? `${setting.changedBy} ${momentText(setting.changedAt)}` : "",
      edit: edits && setting?.own === true,
      others: setting?.own === false,
    };
  };
  return { groups: parameterGroups.map(({ title, codes }) => ({ title: title(), rows: codes.map(rowOf) })) };
}

export default function ParameterList() {
  const { groups } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.system_parameters()}</h1>
      </header>
      {groups.map(({ title, rows }) => (
        <section key={title} className="settings">
          <h2>{title}</h2>
          <TableFrame label={title}>
            <table className="table table-cards">
              <caption className="visually-hidden">{title}</caption>
              <thead>
                <tr>
                  <th scope="col">{m.system_parameter()}</th>
                  <th scope="col">{m.system_value()}</th>
                  <th scope="col">{m.system_default()}</th>
                  <th scope="col">{m.system_changed()}</th>
                  <th scope="col">
                    <span className="visually-hidden">{m.engine_edit()}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.code}>
                    <td data-label={m.system_parameter()}>
                      <span>
                        {row.label} <code className="dim">{row.code}</code>
                      </span>
                    </td>
                    <td data-label={m.system_value()}>
                      <strong>{row.value}</strong>
                    </td>
                    <td data-label={m.system_default()}>{row.byDefault || m.system_is_default()}</td>
                    <td data-label={m.system_changed()}>{row.changed}</td>
                    <td className="cell-actions">
                      {row.edit && (
                        <Link to={`/system/paramList/${row.code}`} aria-label={`${m.engine_edit()} ${row.label}`}>
                          {m.engine_edit()}
                        </Link>
                      )}
                      {row.others && <span className="dim">{m.system_of_head_office()}</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        </section>
      ))}
    </div>
  );
}
