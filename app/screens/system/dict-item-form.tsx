/** An item of a dictionary: the engine's form, begun in the dictionary that one came from. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import ResourceForm from "~/resource/form";
import { saveForm } from "~/resource/load-form.server";
import { begunForm } from "./begun-form.server";
import { closedTypes } from "./closed-types.server";

export const handle = { menu: "/system/dictList" };

export async function loader(args: LoaderFunctionArgs) {
  const [form, closed] = await Promise.all([begunForm(args, "dictType"), closedTypes(args.context)]);
  const open = form.inputs.map((input) =>
    input.name === "dictType" && !input.disabled
      ? { ...input, options: input.options?.filter(({ value }) => !closed.has(value)) ?? null }
      : input,
  );
  return { ...form, inputs: open };
}

export const action = (args: ActionFunctionArgs) => saveForm(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;
