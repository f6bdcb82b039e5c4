/** A role (`/sysRole/list/7`): what it may do in sentences, who has it, its fields, and what became of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { role, roleHolders, roleRights } from "~/contract/platform/role";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { idIn } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { CellContent } from "~/widgets/cell";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";
import { Sentence } from "./role-sentence";
import { conflictIn, grantedIn, isMoney, sentencesOf, wordingFor } from "./role-sentences.server";

/** So many are named on the page; the others have a page of their own. */
const mostNamed = 20;

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const id = idIn(params);
  const [view, rights, { holders, capped }, { options }, wording] = await Promise.all([
    loadDetail(args),
    context.dispatch.call(roleRights, { id }),
    context.dispatch.call(roleHolders, { id }),
    // The same call as the page's own: it is sent once.
    context.dispatch.call(role.methods.get, { id }),
    wordingFor(context),
  ]);
  const granted = rights.groups.flatMap(grantedIn);
  const money = granted.filter(({ right }) => isMoney(right)).length;
  const scope = options.dataScope?.find(({ value }) => value === rights.role.dataScope)?.label ?? "";
  const address = `${role.path}/${id}`;
  return {
    view: {
      ...view,
      links: [
        { label: m.admin_rights(), to: `/sysRole/rolePermissionSet?id=${id}` },
        { label: m.role_compare(), to: `${address}/compare` },
        ...(mayPress(context, "role:see") ? [{ label: m.role_see(), to: `${address}/see` }] : []),
      ],
      // A copy of a role has its rights as well.
      copy: mayPress(context, role.buttons.add) ? `${address}/copy` : null,
    },
    summary: [
      granted.length === 0
        ? ""
        : money > 0
          ? m.role_count({ n: granted.length, money })
          : m.role_count_plain({ n: granted.length }),
      m.role_scope({ scope }),
    ].join(" "),
    hint: money > 0 ? m.role_money_hint() : "",
    conflict: conflictIn(rights),
    groups: sentencesOf(rights, wording, context.preferences.locale),
    holders: holders.slice(0, mostNamed).map(({ id: holder, accName, name, deptName, status }) => {
      const to = `/corp/userManage/${holder}`;
      return {
        id: holder,
        cell: context.mayOpen(to) ? { to, text: name } : name,
        note: [accName, deptName].filter(Boolean).join(" · "),
        disabled: status === "F",
      };
    }),
    all:
      holders.length > mostNamed
        ? { to: `${address}/holders`, text: `${m.role_all_holders()} (${holders.length}${capped ? "+" : ""})` }
        : null,
  };
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function RolePage() {
  const { view, summary, hint, conflict, groups, holders, all } = useLoaderData<typeof loader>();
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      <section className="panel" aria-labelledby="may-do">
        <h2 id="may-do">{m.role_may()}</h2>
        <p className="dim">
          {summary} {hint}
        </p>
        {conflict && <p className="notice notice-warn">{conflict}</p>}
        {groups.length === 0 && <p>{m.role_none()}</p>}
        <div className="role-groups">
          {groups.map(({ id, name, sentences }) => (
            <div key={id}>
              <h3>{name}</h3>
              <ul>
                {sentences.map(({ right, name: thing, parts }) => (
                  <li key={right}>
                    <strong>{m.role_line({ name: thing })}</strong>
                    <Sentence parts={parts} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </section>
      <section className="panel" aria-labelledby="holders">
        <h2 id="holders">{m.admin_holders()}</h2>
        {holders.length === 0 && <p className="dim">{m.admin_no_holders()}</p>}
        <ul className="role-holders">
          {holders.map(({ id, cell, note, disabled }) => (
            <li key={id}>
              <CellContent cell={cell} /> <small className="dim">{note}</small>{" "}
              {disabled && <StateBadge state="F" label={m.admin_disabled()} />}
            </li>
          ))}
        </ul>
        {all && <Link to={all.to}>{all.text}</Link>}
      </section>
    </DetailPage>
  );
}
