/** A card at the size of its template (`/seasonCard/seasonCardList/7/print`): a bare document for the card printer. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cardSheet } from "~/contract/card/template";
import { m } from "~/contract/messages";
import { idIn } from "~/screens/query.server";
import { CardSheet } from "./card-sheet";
import { cardValues } from "./card-values.server";

export const handle = { standalone: true };
export const meta: MetaFunction = () => [{ title: m.card_print() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const { layout, ...card } = await context.dispatch.call(cardSheet, { id });
  const counter = `/seasonCard/seasonCardList/counter?card=${id}`;
  return { layout, number: card.number, typeName: card.typeName, values: cardValues(card), counter };
}

export default function CardPrint() {
  return <CardSheet {...useLoaderData<typeof loader>()} />;
}
