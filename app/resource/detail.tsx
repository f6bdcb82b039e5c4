/** One row of any resource: its fields and its commands. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { commandDetail, loadDetail } from "./load-detail.server";
import { DetailPage } from "./parts/detail-page";

export const loader = (args: LoaderFunctionArgs) => loadDetail(args);
export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.heading ?? "" }];

export default function ResourceDetail() {
  return <DetailPage view={useLoaderData<typeof loader>()} notice={useActionData<typeof action>()?.notice} />;
}
