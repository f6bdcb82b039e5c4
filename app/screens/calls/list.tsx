/** The call log: the engine's list, of yesterday and today unless another time is asked for. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDays, businessDay } from "~/contract/business-time";
import { callLog } from "~/contract/calls/call-log";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";

export const loader = (args: LoaderFunctionArgs) => loadList({ ...args, request: ofLately(args.request) }, callLog);

/** Without a word about the list in its address, with the days: they stand in the filters, to be changed there. */
function ofLately(request: Request): Request {
  const url = new URL(request.url);
  if ([...url.searchParams.keys()].some((name) => name !== "_data")) return request;
  const today = businessDay(new Date());
  url.searchParams.set("at.from", addDays(today, -1));
  url.searchParams.set("at.to", today);
  return new Request(url, { headers: request.headers, signal: request.signal });
}

export const action = (args: ActionFunctionArgs) => commandList(args, callLog);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function CallLogList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
