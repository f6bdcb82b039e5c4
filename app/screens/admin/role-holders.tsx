/** Who has a role (`/sysRole/list/7/holders`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { roleHolders } from "~/contract/platform/role";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";
import { TableFrame } from "~/widgets/table-frame";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { role, holders, capped } = await context.dispatch.call(roleHolders, { id: idIn(params) });
  const labels = { T: m.admin_active(), F: m.admin_disabled() };
  return {
    title: m.admin_holders_title({ name: role.name }),
    capped: capped ? m.engine_total_more({ n: holders.length }) : "",
    rights: `/sysRole/rolePermissionSet?id=${role.id}`,
    rows: holders.map(({ id, accName, name, deptName, status }) => ({
      id,
      accName,
      name,
      deptName,
      state: { state: status, label: labels[status] },
    })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function RoleHolders() {
  const { title, capped, rights, rows } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          <Link className="button" to={rights}>
            {m.admin_rights()}
          </Link>
          <Link className="button" to="/sysRole/list">
            {m.engine_back()}
          </Link>
        </div>
      </header>
      {rows.length === 0 ? (
        <div className="empty panel">
          <strong>{m.admin_no_holders()}</strong>
        </div>
      ) : (
        <TableFrame label={title}>
          <table className="table">
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{m.admin_account()}</th>
                <th scope="col">{m.name()}</th>
                <th scope="col">{m.admin_department()}</th>
                <th scope="col">{m.status()}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{row.accName}</td>
                  <td>{row.name}</td>
                  <td>{row.deptName}</td>
                  <td>
                    <StateBadge {...row.state} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {capped && <p className="dim">{capped}</p>}
    </div>
  );
}
