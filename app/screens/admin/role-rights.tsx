/**
 * The rights of a role (`/sysRole/rolePermissionSet?id=7`): the tree of functions with their buttons as check boxes.
 * A branch is ticked whole by its buttons: at once where scripts run, by the server where they do not.
 */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { m } from "~/contract/messages";
import { roleRights, roleRightsSave } from "~/contract/platform/role";
import { FormNotice } from "~/form/form-notice";
import { attempt, done } from "~/form/submission.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idFrom } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { branchTicked, readRights, rightsView } from "./role-rights-view.server";
import { Sentence } from "./role-sentence";

export const handle = { menu: "/sysRole/list" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [reply, labels] = await Promise.all([
    context.dispatch.call(roleRights, { id: idFrom(request, "id") }),
    loadLabels(context, "dataScope"),
  ]);
  const scope = m.role_scope({ scope: labelOf(labels, "dataScope", reply.role.dataScope) });
  return { ...rightsView(reply, mayPress(context, "role:grant")), scope };
}

/** `intent=save`; `all:<branch>` and `none:<branch>` tick and clear a branch and save nothing. */
export async function action({ request, context }: ActionFunctionArgs) {
  const id = idFrom(request, "id");
  const form = await request.formData();
  const { intent, rights, rowVersion } = readRights(form);
  if (intent !== "save") {
    const { groups } = await context.dispatch.call(roleRights, { id });
    return { ticked: branchTicked(groups, rights, intent), rowVersion, notice: null };
  }
  const saved = await attempt(
    context,
    () => context.dispatch.call(roleRightsSave, { id, rowVersion, rights }),
    m.error_save_title(),
  );
  if (saved.ok) return done(context, `/sysRole/rolePermissionSet?id=${id}`, "saved");
  return data({ ticked: rights, rowVersion, notice: saved.refusal.notice }, saved.refusal.status);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function RolePermissionSet() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const ticked = answered ? new Set(answered.ticked) : null;
  const isTicked = (right: string, granted: boolean) => ticked?.has(right) ?? granted;
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {view.title} <small className="dim">{view.code}</small>
        </h1>
        <div className="toolbar">
          <Link className="button" to={view.holders}>
            {m.admin_holders()}
          </Link>
          <Link className="button" to="/sysRole/list">
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} />
      <Form method="post" className="panel" aria-busy={busy} key={`${view.rowVersion}`}>
        <input type="hidden" name="rowVersion" value={answered?.rowVersion ?? view.rowVersion} />
        <p className="dim">
          {view.scope} {view.note} {m.role_money_hint()}
        </p>
        {view.groups.map((group) => (
          <fieldset key={group.id} className="branch">
            <legend>{group.name}</legend>
            {view.grants && group.some && (
              <p className="branch-all">
                <BranchButton intent={`all:${group.id}`} label={m.admin_all_of({ name: group.name })} tick>
                  {m.admin_all()}
                </BranchButton>
                <BranchButton intent={`none:${group.id}`} label={m.admin_none_of({ name: group.name })}>
                  {m.admin_none()}
                </BranchButton>
              </p>
            )}
            <ul className="rights">
              {group.functions.map((fun) => (
                <li key={fun.right}>
                  <Tick {...fun} ticked={isTicked(fun.right, fun.granted)} />
                  {fun.buttons.length > 0 && (
                    <span className="rights-buttons">
                      {fun.buttons.map((button) => (
                        <Tick key={button.right} {...button} ticked={isTicked(button.right, button.granted)} />
                      ))}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </fieldset>
        ))}
        {view.grants && (
          <div className="actions">
            <button className="button button-primary" name="intent" value="save" disabled={busy}>
              {m.engine_save()}
            </button>
            <Link className="button" to="/sysRole/list">
              {m.engine_cancel()}
            </Link>
          </div>
        )}
      </Form>
    </div>
  );
}

interface TickProps {
  right: string;
  name: string;
  open: boolean;
  ticked: boolean;
  money: boolean;
}

function Tick({ right, name, open, ticked, money }: TickProps) {
  return (
    <label className="choice">
      <input type="checkbox" name="right" value={right} defaultChecked={ticked} disabled={!open} />
      {money ? <Sentence parts={[{ text: name, money }]} /> : name}
    </label>
  );
}

interface BranchProps {
  intent: string;
  label: string;
  tick?: boolean;
  children: string;
}

function BranchButton({ intent, label, tick = false, children }: BranchProps) {
  const here = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const boxes = event.currentTarget.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input:not(:disabled)");
    for (const box of boxes ?? []) box.checked = tick;
  };
  return (
    <button className="link-button" name="intent" value={intent} aria-label={label} onClick={here}>
      {children}
    </button>
  );
}
