/** What an order says in the fields that the corp has added to orders (`/orders/own?id=7`). */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import ResourceForm from "~/resource/form";
import { loadOwn, saveOwn } from "./own-fields.server";

export const handle = { menu: "/order/offlineOrderList" };
export const loader = (args: LoaderFunctionArgs) => loadOwn(args);
export const action = (args: ActionFunctionArgs) => saveOwn(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;
