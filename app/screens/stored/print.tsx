/** A stored-value card at the size of its template (`/smartCard/list/7/print`): a bare document for the card printer. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { storedSheet } from "~/contract/stored/sheet";
import { idIn } from "~/screens/query.server";
import { CardSheet } from "../card/template/card-sheet";
import { cardValues } from "../card/template/card-values.server";

export const handle = { standalone: true };
export const meta: MetaFunction = () => [{ title: m.card_print() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const { layout, ...card } = await context.dispatch.call(storedSheet, { id });
  const counter = `/smartCard/list/counter?card=${id}`;
  return { layout, number: card.number, typeName: card.typeName, values: cardValues(card), counter };
}

export default function StoredPrint() {
  return <CardSheet {...useLoaderData<typeof loader>()} />;
}
