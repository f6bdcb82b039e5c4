/**
 * Limits and rights of a package (`/tenantManage/packageList/7/content`): the tree of functions with their buttons. Where a
 * smaller package takes something from a tenant, that is said first.
 */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { MouseEvent } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { right } from "~/contract/platform/role";
import { type TakenFrom, tenantPackageContent, tenantPackageSet } from "~/contract/tenant/package";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { PackageMenu } from "./package-menu";
import { Takes, type TypedFields, typedAgain } from "./takes";

export const handle = { menu: "/tenantManage/packageList" };

const list = "/tenantManage/packageList";
const limitNames = ["maxAccounts", "maxParks", "maxOrders"] as const;
type LimitName = (typeof limitNames)[number];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const content = await context.dispatch.call(tenantPackageContent, { id: idIn(params) });
  return {
    ...content,
    title: m.tenant_package_content_of({ name: content.name }),
    sets: mayPress(context, "tenantPackage:content"),
  };
}

interface Answer {
  errors: FieldErrors;
  notice: Notice | null;
  takes: TakenFrom[];
  typed: TypedFields;
  /** The menu of what is ticked was asked for. */
  menu?: true;
}

/** `all:<branch>` and `none:<branch>` tick and clear a branch and save nothing; nor does `menu`, which shows the menu. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const form = await request.formData();
  const typed = typedAgain(form);
  const of = (name: string) => typed.find(([known]) => known === name)?.[1].trim() ?? "";
  const answer = (part: Partial<Answer>, status = 200) =>
    data({ errors: {}, notice: null, takes: [], typed, ...part } as Answer, status);
  const intent = String(form.get("intent") ?? "");
  if (/^(all|none):/.test(intent)) {
    const { groups } = await context.dispatch.call(tenantPackageContent, { id });
    return answer({ typed: branchTicked(groups, typed, intent) });
  }
  if (intent === "menu") return answer({ menu: true });
  const limits = Object.fromEntries(limitNames.map((name) => [name, of(name)]));
  const wrong = Object.entries(limits).filter(([, text]) => !/^\d{0,9}$/.test(text));
  if (wrong.length > 0)
    return answer({ errors: Object.fromEntries(wrong.map(([name]) => [name, [m.v_integer()]])) }, 422);
  const given = Object.fromEntries(
    Object.entries(limits).flatMap(([name, text]) => (text === "" ? [] : [[name, Number(text)]])),
  );
  const rights = [...new Set(form.getAll("right").flatMap((value) => right.safeParse(value).data ?? []))];
  const rowVersion = Number(/^\d{1,9}$/.test(of("rowVersion")) ? of("rowVersion") : 0);
  const taking = form.get("taking") === "true";
  const set = await attempt(
    context,
    () => context.dispatch.call(tenantPackageSet, { id, rowVersion, rights, taking, ...given }),
    m.error_save_title(),
  );
  if (!set.ok) {
    const { errors, notice, status } = set.refusal;
    return answer({ errors, notice }, status);
  }
  if (!set.value.saved) return answer({ takes: set.value.takes });
  return done(context, `${list}/${id}`, "saved");
}

type Groups = Awaited<ReturnType<typeof loader>>["groups"];

function branchTicked(groups: Groups, typed: [string, string][], intent: string): [string, string][] {
  const [what, id] = intent.split(":");
  const branch = groups.find((group) => String(group.id) === id);
  const rights = (branch?.functions ?? []).flatMap((fun) => [fun.right, ...fun.buttons.map((button) => button.right)]);
  const others = typed.filter(([name, value]) => name !== "right" || !rights.includes(value));
  return what === "all" ? [...others, ...rights.map((one) => ["right", one] as [string, string])] : others;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function PackageContent() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
        <div className="toolbar">
          <Link className="button" to={list}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answer?.notice} />
      {answer && answer.takes.length > 0 ? (
        <Takes takes={answer.takes} typed={answer.typed} back={`${list}/${view.id}/content`} />
      ) : (
        <Content />
      )}
    </div>
  );
}

function Content() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const busy = useNavigation().state !== "idle";
  const typed = answer?.typed;
  const ticked = typed && new Set(typed.filter(([name]) => name === "right").map(([, value]) => value));
  const limit = (name: LimitName, label: string) => (
    <Field name={name} label={label} help={m.tenant_limit_help()} errors={answer?.errors[name]}>
      <input
        inputMode="numeric"
        maxLength={9}
        readOnly={!view.sets}
        defaultValue={typed?.find(([known]) => known === name)?.[1] ?? view.limits[name] ?? ""}
      />
    </Field>
  );
  return (
    <Form method="post" className="panel" aria-busy={busy} key={view.rowVersion} noValidate>
      <input type="hidden" name="rowVersion" value={view.rowVersion} />
      {/* Enter presses the first button of a form: it must not tick a branch. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" disabled={!view.sets} />
      <p className="dim">{m.tenant_package_lead({ n: view.tenants })}</p>
      <div className="form-grid">
        {limit("maxAccounts", m.tenant_max_accounts())}
        {limit("maxParks", m.tenant_max_parks())}
        {limit("maxOrders", m.tenant_max_orders())}
      </div>
      {view.groups.map((group) => (
        <fieldset key={group.id} className="branch">
          <legend>{group.name}</legend>
          {view.sets && (
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
                <Tick {...fun} ticked={ticked?.has(fun.right) ?? fun.granted} open={view.sets} />
                {fun.buttons.length > 0 && (
                  <span className="rights-buttons">
                    {fun.buttons.map((button) => (
                      <Tick
                        key={button.right}
                        {...button}
                        ticked={ticked?.has(button.right) ?? button.granted}
                        open={view.sets}
                      />
                    ))}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      {answer?.menu && <PackageMenu groups={view.groups} has={(one) => ticked?.has(one) ?? false} key={ticked?.size} />}
      {view.sets && (
        <div className="actions">
          <Link className="button" to={list}>
            {m.engine_cancel()}
          </Link>
          <button className="button" name="intent" value="menu" disabled={busy}>
            {m.tenant_menu_preview()}
          </button>
          <button className="button button-primary" name="intent" value="save" disabled={busy}>
            {m.engine_save()}
          </button>
        </div>
      )}
    </Form>
  );
}

function Tick(props: { right: string; name: string; ticked: boolean; open: boolean }) {
  return (
    <label className="choice">
      <input type="checkbox" name="right" value={props.right} defaultChecked={props.ticked} disabled={!props.open} />
      {props.name}
    </label>
  );
}

function BranchButton(props: { intent: string; label: string; tick?: boolean; children: string }) {
  const here = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const boxes = event.currentTarget.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input:not(:disabled)");
    for (const box of boxes ?? []) box.checked = props.tick ?? false;
  };
  return (
    <button className="link-button" name="intent" value={props.intent} aria-label={props.label} onClick={here}>
      {props.children}
    </button>
  );
}
