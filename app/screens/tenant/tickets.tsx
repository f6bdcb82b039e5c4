/** Ticket types of a tenant with what was sold of them (`/tenantManage/tenantManageDetail/ticket?id=7`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { tenantTickets } from "~/contract/tenant/tenant";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idFrom } from "~/screens/query.server";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

export const handle = { menu: "/tenantManage/list" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = idFrom(request, "id");
  const [{ name, from, rows, capped }, labels] = await Promise.all([
    context.dispatch.call(tenantTickets, { id }),
    loadLabels(context, "ticketTypeStatus"),
  ]);
  return {
    id,
    title: m.tenant_tickets_of({ name }),
    lead: m.tenant_tickets_since({ from }),
    capped: capped ? m.engine_total_more({ n: rows.length }) : "",
    rows: rows.map(({ status, sold, takings, ...row }) => ({
      ...row,
      state: labelOf(labels, "ticketTypeStatus", status),
      cells: [String(sold), formatYuan(takings)],
    })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TenantTickets() {
  const { id, title, lead, rows, capped } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          <Link className="button" to={`/tenantManage/tenantManageDetail?id=${id}`}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <p className="dim">{lead}</p>
      {rows.length === 0 ? (
        <div className="empty panel">
          <strong>{m.tenant_no_tickets()}</strong>
        </div>
      ) : (
        <TableFrame label={title}>
          <table className="table">
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{m.name()}</th>
                <th scope="col">{m.park()}</th>
                <th scope="col">{m.status()}</th>
                <th scope="col" className="num">
                  {m.tenant_sold()}
                </th>
                <th scope="col" className="num">
                  {m.tenant_sold_takings() + m.engine_yuan()}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, park, state, cells }) => (
                <tr key={`${park} ${name}`}>
                  <td>{name}</td>
                  <td>{park}</td>
                  <td>{state}</td>
                  <AmountCells cells={cells} />
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
