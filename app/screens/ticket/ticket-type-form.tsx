/** A ticket type (`/ticket/ticketEdit`): the engine's form, under an address that is not below its list's. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import ResourceForm from "~/resource/form";
import { loadForm, saveForm } from "~/resource/load-form.server";

export const handle = { menu: "/ticket/ticketList" };

export const loader = (args: LoaderFunctionArgs) => loadForm(args);
export const action = (args: ActionFunctionArgs) => saveForm(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;
