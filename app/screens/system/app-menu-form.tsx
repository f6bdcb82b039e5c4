/** A menu entry of a personal app: the engine's form, begun in the application that one came from. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import ResourceForm from "~/resource/form";
import { saveForm } from "~/resource/load-form.server";
import { begunForm } from "./begun-form.server";

export const handle = { menu: "/personalApp/addApp" };

export const loader = (args: LoaderFunctionArgs) => begunForm(args, "applicationId");

export const action = (args: ActionFunctionArgs) => saveForm(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;
