/** What head office decides by of one tenant (`/tenantManage/tenantManageDetail?id=7`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type TenantDetail, tenantDetail } from "~/contract/tenant/tenant";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idFrom } from "~/screens/query.server";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { Fact } from "../card/card-steps";
import { mayOpen } from "../rights.server";

export const handle = { menu: "/tenantManage/list" };

const usedOf = ({ used, most }: { used: number; most: number | null }) =>
  most === null ? m.tenant_use_any({ used }) : m.tenant_use_of({ used, most });

/** One that is suspended gives nobody anything; the tenant is in it nonetheless. */
function groupWords(group: TenantDetail["group"]): string {
  if (!group) return m.corp_group_none();
  const { name } = group;
  const place = group.leads ? m.corp_group_leads({ name }) : name;
  return group.status === "T" ? place : m.corp_group_suspended({ name: place });
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [detail, labels] = await Promise.all([
    context.dispatch.call(tenantDetail, { id: idFrom(request, "id") }),
    loadLabels(context, "tenantStanding"),
  ]);
  const { id, name, code, standing, months, parkNames, ...rest } = detail;
  return {
    id,
    title: m.tenant_detail_of({ name }),
    code,
    facts: [
      [m.tenant_standing(), labelOf(labels, "tenantStanding", standing)],
      [m.tenant_package(), rest.package || m.tenant_package_none()],
      [m.corp_group(), groupWords(rest.group)],
      [m.tenant_expires(), rest.expiresOn || m.tenant_no_end()],
      ...(rest.expiresOn
        ? [
            [m.tenant_reads_from(), rest.readsFrom],
            [m.tenant_shuts_from(), rest.shutsFrom],
          ]
        : []),
      [m.tenant_use_accounts(), usedOf(rest.accounts)],
      [m.tenant_use_parks(), usedOf(rest.parks)],
      [m.tenant_use_orders(), usedOf(rest.orders)],
      [m.tenant_last_sign_in(), rest.lastSignIn || m.tenant_never()],
      [m.tenant_opened_at(), rest.openedAt],
    ] as [string, string][],
    months: months
      .toReversed()
      .map(({ month, orders, takings }) => ({ month, cells: [String(orders), formatYuan(takings)] })),
    parkNames,
    mayMigrate: mayOpen(context, "dataMigration"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TenantDetailPage() {
  const { id, title, code, facts, months, parkNames, mayMigrate } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {title} <small className="dim">{code}</small>
        </h1>
        <div className="toolbar">
          <Link className="button" to={`/tenantManage/tenantManageDetail/ticket?id=${id}`}>
            {m.tenant_tickets()}
          </Link>
          <Link className="button" to={`/tenantManage/list/${id}/package`}>
            {m.tenant_assign()}
          </Link>
          <Link className="button" to={`/tenantManage/list/${id}/host`}>
            {m.tenant_host()}
          </Link>
          {mayMigrate && (
            <Link className="button" to={`/tenantManage/dataMigration/new?target=${id}`}>
              {m.migration_to_this()}
            </Link>
          )}
          <Link className="button" to="/tenantManage/list">
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          {facts.map(([label, value]) => (
            <Fact key={label} label={label} value={value} />
          ))}
        </dl>
      </section>
      <section className="panel">
        <h2>{m.tenant_parks()}</h2>
        {parkNames.length === 0 ? (
          <p className="dim">{m.tenant_no_parks()}</p>
        ) : (
          <p>{parkNames.join(m.tenant_comma())}</p>
        )}
      </section>
      <section className="panel">
        <h2>{m.tenant_months()}</h2>
        <TableFrame label={m.tenant_months()}>
          <table className="table">
            <caption className="visually-hidden">{m.tenant_months()}</caption>
            <thead>
              <tr>
                <th scope="col">{m.tenant_month()}</th>
                <th scope="col" className="num">
                  {m.tenant_month_orders()}
                </th>
                <th scope="col" className="num">
                  {m.tenant_month_takings() + m.engine_yuan()}
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map(({ month, cells }) => (
                <tr key={month}>
                  <td>{month}</td>
                  <AmountCells cells={cells} />
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </section>
    </div>
  );
}
