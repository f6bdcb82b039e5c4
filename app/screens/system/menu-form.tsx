/** An entry of the function tree: the engine's form, begun in a group (`…/new?groupId=200`); the product's own is partly fixed. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { menuTree } from "~/contract/platform/menu";
import ResourceForm from "~/resource/form";
import { type FormView, type InputView, saveForm } from "~/resource/load-form.server";
import { begunForm } from "./begun-form.server";

export const handle = { menu: "/application/menuManage" };

export async function loader(args: LoaderFunctionArgs) {
  const [view, nodes] = await Promise.all([begunForm(args, "groupId"), args.context.dispatch.call(menuTree, {})]);
  return fitted(args, view, nodes);
}

export async function action(args: ActionFunctionArgs) {
  const answer = await saveForm(args);
  if (answer instanceof Response) return answer;
  const nodes = await args.context.dispatch.call(menuTree, {});
  return data(fitted(args, answer.data, nodes), answer.init ?? {});
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;

/** It hangs under no group of its own; of the product's entries address and code stay. */
function fitted({ params }: LoaderFunctionArgs, view: FormView, nodes: AnswerOf<typeof menuTree>): FormView {
  const id = Number(params.id ?? 0);
  const gone = new Set([id]);
  // Parents stand before their children.
  for (const node of nodes) if (gone.has(node.parentId) && node.parentId !== 0) gone.add(node.id);
  const fixed = nodes.some((node) => node.id === id && !node.own) ? ["funUrl", "funCode"] : [];
  const inputs = view.inputs.map((input): InputView => {
    if (input.name === "groupId")
      return { ...input, options: input.options?.filter(({ value }) => !gone.has(Number(value))) ?? null };
    return fixed.includes(input.name) ? { ...input, disabled: true, help: m.system_menu_fixed() } : input;
  });
  return { ...view, inputs };
}
