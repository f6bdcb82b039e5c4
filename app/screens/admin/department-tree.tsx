/** Departments (`/employ/departmentTree`): a tree, each command of it a post of its own. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { departmentOrder, departmentRemove, departmentSave, departmentTree } from "~/contract/platform/department";
import { departmentLevels } from "~/contract/platform/department-levels";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";
import { readCommand, type TreeCommand } from "~/widgets/tree/tree-commands";
import { TreeEditor } from "~/widgets/tree/tree-editor";

const path = "/employ/departmentTree";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { nodes } = await context.dispatch.call(departmentTree, {});
  const open = new URL(request.url).searchParams.get("open") ?? "";
  const notes = nodes.filter(({ people }) => people > 0).map(({ id, people }) => [id, `(${people})`]);
  return {
    nodes: nodes.map(({ id, parentId, name, sort }) => ({ id, parentId, name, sort })),
    notes: Object.fromEntries(notes) as Record<number, string>,
    open: /^[1-9]\d{0,14}$/.test(open) ? Number(open) : undefined,
    may: {
      add: mayPress(context, "department:add"),
      edit: mayPress(context, "department:edit"),
      remove: mayPress(context, "department:remove"),
    },
  };
}

/** What the tree's buttons post: see `tree-commands.ts`. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const intent = typed.tree || (await changedField(context.dispatch, typed));
  const command = readCommand(intent, (key) => typed[key] ?? "");
  const refuse = (message: string, status: number, open?: number) =>
    data({ notice: { title: m.error_failed_title(), message }, typed, open }, status);
  if (!command) return refuse(m.org_department_name_required(), 422);
  const open = command.do === "add" ? command.parentId : command.id;
  const tried = await attempt(context, () => run(context.dispatch, command));
  if (tried.ok) return done(context, openAt(command, open), command.do === "remove" ? "removed" : "saved");
  const { notice, errors, status } = tried.refusal;
  return refuse(notice?.message ?? Object.values(errors).flat().join(" "), status, open);
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

/** Whoever orders a node goes on ordering it. */
function openAt(command: TreeCommand, open: number): string {
  return (command.do === "add" && open > 0) || command.do === "up" || command.do === "down"
    ? `${path}?open=${open}`
    : path;
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
  const { nodes, notes, open, may } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.org_department_title()}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      <Form method="post" className="panel departments" noValidate key={JSON.stringify([nodes, open])}>
        {/* Enter in a field presses the first button. */}
        <button className="visually-hidden" tabIndex={-1} aria-hidden="true" name="tree" value="" />
        {nodes.length === 0 ? (
          <p className="dim">{m.org_department_none()}</p>
        ) : (
          may.edit && <p className="dim">{m.org_department_help()}</p>
        )}
        <TreeEditor
          label={m.org_department_title()}
          nodes={nodes}
          notes={notes}
          most={departmentLevels}
          movable
          leavesOnly
          may={may}
          open={answer?.open ?? open}
          typed={answer?.typed ?? {}}
        />
      </Form>
    </div>
  );
}
