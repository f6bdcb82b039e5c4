/** Departments (`/employ/departmentTree`): the tree at the left, the chosen one at the side; each command is a post of its own. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { departmentOrder, departmentRemove, departmentSave, departmentTree } from "~/contract/platform/department";
import { departmentLevels } from "~/contract/platform/department-levels";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { childrenOf, readCommand, type TreeCommand } from "~/widgets/tree/tree-commands";
import { AddNode, type Given, NodeTools } from "~/widgets/tree/tree-editor";
import { type LinkedNode, TreeLinks } from "~/widgets/tree/tree-links";

const path = "/employ/departmentTree";

/** `?open=7` shows a department at the side. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { nodes } = await context.dispatch.call(departmentTree, {});
  const asked = new URL(request.url).searchParams.get("open") ?? "";
  const open = nodes.find(({ id }) => String(id) === asked);
  const linksOf = (parentId: number): LinkedNode[] =>
    childrenOf(nodes, parentId).map((node) => ({
      ...{ id: node.id, name: node.name, to: `${path}?open=${node.id}`, now: node.id === open?.id, open: true },
      note: noteOf(nodes, node.id),
      entries: linksOf(node.id),
    }));
  return {
    links: linksOf(0),
    nodes: nodes.map(({ id, parentId, name, sort }) => ({ id, parentId, name, sort })),
    shown: open ? shownOf(context, nodes, open) : null,
    may: {
      add: mayPress(context, "department:add"),
      edit: mayPress(context, "department:edit"),
      remove: mayPress(context, "department:remove"),
    },
  };
}

type Department = AnswerOf<typeof departmentTree>["nodes"][number];

function noteOf(nodes: readonly Department[], id: number): string | undefined {
  const people = nodes.find((node) => node.id === id)?.people ?? 0;
  return people > 0 ? `(${people})` : undefined;
}

/** What the side says of a department, and where its people are. */
function shownOf({ mayOpen }: LoaderFunctionArgs["context"], nodes: readonly Department[], open: Department) {
  const siblings = childrenOf(nodes, open.parentId);
  const above: string[] = [];
  for (let at = open.parentId; at !== 0; ) {
    const parent = nodes.find(({ id }) => id === at);
    above.unshift(parent?.name ?? "");
    at = parent?.parentId ?? 0;
  }
  const people = [
    { to: `/employ/employeeList?departmentId=${open.id}`, label: m.fun_employee_list() },
    { to: `/corp/userManage?departmentId=${open.id}`, label: m.org_operator() },
  ];
  return {
    node: { id: open.id, parentId: open.parentId, name: open.name, sort: open.sort },
    first: siblings[0]?.id === open.id,
    last: siblings.at(-1)?.id === open.id,
    level: above.length + 1,
    above: above.join(" / ") || m.files_tree_top(),
    people: open.people,
    below: childrenOf(nodes, open.id).length,
    links: people.filter(({ to }) => mayOpen(to)),
  };
}

/** What the tree's buttons post: see `tree-commands.ts`. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const intent = typed.tree || (await changedField(context.dispatch, typed));
  const command = readCommand(intent, (key) => typed[key] ?? "");
  const title = command?.do === "remove" ? m.error_remove_title() : m.error_save_title();
  const refuse = (message: string, status: number) => data({ notice: { title, message }, typed }, status);
  if (!command) return refuse(m.org_department_name_required(), 422);
  const open = await openAfter(context.dispatch, command);
  const tried = await attempt(context, () => run(context.dispatch, command), title);
  if (tried.ok)
    return done(context, open > 0 ? `${path}?open=${open}` : path, command.do === "remove" ? "removed" : "saved");
  const { notice, errors, status } = tried.refusal;
  return refuse(notice?.message ?? Object.values(errors).flat().join(" "), status);
}

type Dispatch = ActionFunctionArgs["context"]["dispatch"];

/** Enter in a field presses no command's button: it means the field that was filled or changed. */
async function changedField(dispatch: Dispatch, typed: Typed): Promise<string> {
  const added = Object.keys(typed).find((name) => name.startsWith("new:") && typed[name]?.trim());
  if (added) return added.replace("new:", "add:");
  const { nodes } = await dispatch.call(departmentTree, {});
  const renamed = nodes.find(({ id, name }) => (typed[`name:${id}`] ?? name) !== name);
  return renamed ? `rename:${renamed.id}` : "";
}

/** What was worked on stays open; of what goes, what is above it. */
async function openAfter(dispatch: Dispatch, command: TreeCommand): Promise<number> {
  if (command.do === "add") return command.parentId;
  if (command.do !== "remove") return command.id;
  const { nodes } = await dispatch.call(departmentTree, {});
  return nodes.find(({ id }) => id === command.id)?.parentId ?? 0;
}

async function run(dispatch: Dispatch, command: TreeCommand): Promise<unknown> {
  if (command.do === "up" || command.do === "down")
    return dispatch.call(departmentOrder, { id: command.id, to: command.do });
  if (command.do === "remove") return dispatch.call(departmentRemove, { id: command.id });
  if (command.do === "add") return dispatch.call(departmentSave, { parentId: command.parentId, name: command.name });
  const { nodes } = await dispatch.call(departmentTree, {});
  const node = nodes.find(({ id }) => id === command.id);
  if (!node) throw new Response(null, { status: 404 });
  const { id, parentId, name } = { ...node, ...command };
  return dispatch.call(departmentSave, { id, parentId, name });
}

export const meta: MetaFunction = () => [{ title: m.org_department_title() }];

export default function DepartmentTree() {
  const { links, nodes, shown, may } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const typed = answer?.typed ?? {};
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.org_department_title()}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      <div className="panes">
        {links.length > 0 ? (
          <TreeLinks label={m.org_department_title()} nodes={links} />
        ) : (
          <div className="empty panel">
            <strong>{m.org_department_none()}</strong>
          </div>
        )}
        <div>
          <Form method="post" className="panel node-panel" noValidate key={JSON.stringify([nodes, shown?.node.id])}>
            {/* Enter in a field presses the first button. */}
            <button className="visually-hidden" tabIndex={-1} aria-hidden="true" name="tree" value="" />
            {shown ? (
              <Shown shown={shown} nodes={nodes} may={may} typed={typed} />
            ) : (
              links.length > 0 && <p className="dim">{may.edit ? m.org_department_help() : m.tree_choose()}</p>
            )}
            {may.add && !shown && <AddNode parentId={0} label={m.files_tree_add_root()} typed={typed} />}
          </Form>
          {may.add && shown && (
            <Link to={path} preventScrollReset>
              {m.files_tree_add_root()}
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}

interface ShownProps extends Pick<Given, "nodes" | "may" | "typed"> {
  shown: NonNullable<ReturnType<typeof shownOf>>;
}

function Shown({ shown, nodes, may, typed }: ShownProps) {
  const { node, first, last, level, above, people, below, links } = shown;
  const facts = [
    [m.org_department_above(), above],
    [m.org_department_people(), people],
    [m.org_department_below(), below],
  ] as const;
  return (
    <>
      <h2>{node.name}</h2>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {links.length > 0 && (
        <p className="toolbar">
          {links.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </p>
      )}
      <NodeTools
        given={{ nodes, most: departmentLevels, movable: true, leavesOnly: true, may, notes: {}, open: node.id, typed }}
        node={node}
        first={first}
        last={last}
        level={level}
      />
    </>
  );
}
