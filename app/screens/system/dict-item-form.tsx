/** An item of a dictionary: the engine's form, begun in the dictionary that one came from. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import ResourceForm from "~/resource/form";
import { saveForm } from "~/resource/load-form.server";
import { begunForm } from "./begun-form.server";

export const handle = { menu: "/system/dictList" };

export const loader = (args: LoaderFunctionArgs) => begunForm(args, "dictType");

export const action = (args: ActionFunctionArgs) => saveForm(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;
