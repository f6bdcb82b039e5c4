/** Two roles side by side (`/sysRole/list/7/compare?with=9`): what only the one may do, only the other, and both. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { role, roleRights } from "~/contract/platform/role";
import { allRows } from "~/contract/resource";
import { idFrom, idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { type Compared, comparedRights } from "./role-compare.server";
import { Sentence } from "./role-sentence";
import { wordingFor } from "./role-sentences.server";

export const handle = { menu: "/sysRole/list" };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  // An empty choice is none yet.
  const chosen = new URL(request.url).searchParams.get("with") ? idFrom(request, "with") : null;
  const [here, there, { records, otherData }, wording] = await Promise.all([
    context.dispatch.call(roleRights, { id }),
    chosen === null || chosen === id ? null : context.dispatch.call(roleRights, { id: chosen }),
    context.dispatch.call(role.methods.list, { pageSize: allRows }),
    wordingFor(context),
  ]);
  const scopeOf = (scope: string) =>
    otherData.options.dataScope?.find(({ value }: { value: string }) => value === scope)?.label ?? scope;
  return {
    title: m.role_compare_title({ name: here.role.name }),
    back: `${role.path}/${id}`,
    chosen: there ? String(chosen) : "",
    others: records
      .filter((record) => Number(record.id) !== id)
      .map((record) => ({ value: String(record.id), label: String(record.name) })),
    compared: there && {
      here: here.role.name,
      there: there.role.name,
      to: `${role.path}/${there.role.id}`,
      scopes: [scopeOf(here.role.dataScope), scopeOf(there.role.dataScope)] as const,
      ...comparedRights(here, there, wording, context.preferences.locale),
    },
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function RoleCompare() {
  const { title, back, chosen, others, compared } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          {compared && (
            <Link className="button" to={compared.to}>
              {compared.there}
            </Link>
          )}
          <Link className="button" to={back}>
            {m.role_back()}
          </Link>
        </div>
      </header>
      {others.length === 0 ? (
        <div className="empty panel">
          <strong>{m.role_compare_no_other()}</strong>
        </div>
      ) : (
        <Form method="get" className="panel filters">
          <div className="field">
            <label htmlFor="with">{m.role_compare_with()}</label>
            <select id="with" name="with" defaultValue={chosen} key={chosen} required>
              <option value="">{m.role_compare_choose()}</option>
              {others.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <button className="button button-primary">{m.role_compare()}</button>
        </Form>
      )}
      {compared ? <Result {...compared} /> : others.length > 0 && <p className="dim">{m.role_compare_none()}</p>}
    </div>
  );
}

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["compared"]>;

function Result({ here, there, scopes, different, same }: Shown) {
  const heads = [m.role_only({ name: here }), m.role_only({ name: there }), m.role_both()] as const;
  return (
    <>
      <section className="panel">
        <dl className="facts">
          <div>
            <dt>{`${m.admin_data_scope()} · ${here}`}</dt>
            <dd>{scopes[0]}</dd>
          </div>
          <div>
            <dt>{`${m.admin_data_scope()} · ${there}`}</dt>
            <dd>{scopes[1]}</dd>
          </div>
        </dl>
      </section>
      {different.length === 0 ? (
        <div className="empty panel">
          <strong>{m.role_no_difference()}</strong>
        </div>
      ) : (
        <section className="panel">
          <h2>{m.role_differences({ n: different.length })}</h2>
          <table className="table table-cards role-compare">
            <thead>
              <tr>
                <th scope="col">{m.role_thing()}</th>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {different.map((row) => (
                <Row key={row.right} row={row} heads={heads} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {same.length > 0 && (
        <details className="panel">
          <summary>{m.role_same({ n: same.length })}</summary>
          <ul>
            {same.map(({ right, name, both }) => (
              <li key={right}>
                <strong>{m.role_line({ name })}</strong>
                <Sentence parts={both} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Row({ row, heads }: { row: Compared; heads: readonly [string, string, string] }) {
  return (
    <tr>
      <th scope="row" data-label={m.role_thing()}>
        <span>
          {row.name} <small className="dim">{row.group}</small>
        </span>
      </th>
      {([row.here, row.there, row.both] as const).map((parts, place) => (
        <td key={heads[place]} data-label={heads[place]}>
          <span>{parts.length === 0 ? "—" : <Sentence parts={parts} />}</span>
        </td>
      ))}
    </tr>
  );
}
