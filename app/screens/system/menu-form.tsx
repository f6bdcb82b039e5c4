/** An entry of the function tree: the engine's form, begun in a group (`…/new?groupId=200`); the product's own is partly fixed. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { m } from "~/contract/messages";
import { menuTree } from "~/contract/platform/menu";
import ResourceForm from "~/resource/form";
import { type FormView, type InputView, saveForm } from "~/resource/load-form.server";
import { begunForm } from "./begun-form.server";

export const handle = { menu: "/application/menuManage" };

export const loader = async (args: LoaderFunctionArgs) => fitted(args, await begunForm(args, "groupId"));

export async function action(args: ActionFunctionArgs) {
  const answer = await saveForm(args);
  return answer instanceof Response ? answer : data(await fitted(args, answer.data), answer.init ?? {});
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;

/** It hangs under no group of its own; of the product's entries address and code stay. */
async function fitted({ params, context }: LoaderFunctionArgs, view: FormView): Promise<FormView> {
  const nodes = await context.dispatch.call(menuTree, {});
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
