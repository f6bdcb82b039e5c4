/** A menu entry of a personal app: the engine's form, under the menu of its applications. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import ResourceForm from "~/resource/form";
import { loadForm, saveForm } from "~/resource/load-form.server";

export const handle = { menu: "/personalApp/addApp" };

export const loader = (args: LoaderFunctionArgs) => loadForm(args);

export const action = (args: ActionFunctionArgs) => saveForm(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;
