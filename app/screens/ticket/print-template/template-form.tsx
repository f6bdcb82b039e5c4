/** A print template (`/ticketConfig/printTemplate/7/edit`): the engine's form with a preview beside it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadForm, saveForm } from "~/resource/load-form.server";
import { moveElement } from "~/screens/print-template/move-in-form.server";
import { TemplateEditor } from "~/screens/print-template/template-editor";
import { sampleValues } from "./sample-values.server";

export { shouldRevalidate } from "~/resource/form";

export const handle = { menu: "/ticketConfig/printTemplate" };

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadForm(args)), sample: sampleValues() };
}

export const action = (args: ActionFunctionArgs) => saveForm(args, moveElement);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default TemplateEditor;
