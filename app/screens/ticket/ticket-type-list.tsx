/** Ticket types: the engine's list with the commands of their own life, publish and retire. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import { ticketType } from "~/contract/ticket/ticket-type";
import { publishTicketType, retireTicketType } from "~/contract/ticket/ticket-type-state";
import { commandList } from "~/resource/command-list.server";
import { loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import type { RowCommand } from "~/resource/row-commands.server";

const resource = ticketType as unknown as AnyResource;

const life: RowCommand[] = [
  {
    intent: "publish",
    label: m.engine_publish,
    button: "ticketType:publish",
    method: publishTicketType,
    flash: "published",
    when: (status) => status === "draft",
  },
  {
    intent: "retire",
    label: m.engine_retire,
    button: "ticketType:retire",
    method: retireTicketType,
    flash: "retired",
    bites: true,
    when: (status) => status === "onSale" || status === "suspended",
  },
];

export const loader = (args: LoaderFunctionArgs) => loadList(args, resource, life);
export const action = (args: ActionFunctionArgs) => commandList(args, resource, life);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TicketTypeList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} cells={answer?.cells} />;
}
