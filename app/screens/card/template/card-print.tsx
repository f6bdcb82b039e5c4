/** A card at the size of its template (`/seasonCard/seasonCardList/7/print`): a bare document for the card printer. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cardSheet } from "~/contract/card/template";
import { m } from "~/contract/messages";
import { BackTo, BareSheet } from "~/screens/print-template/bare-sheet";
import { idIn } from "~/screens/query.server";
import { cardValues } from "./card-values.server";

export const handle = { standalone: true };
export const meta: MetaFunction = () => [{ title: m.card_print() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const { layout, ...card } = await context.dispatch.call(cardSheet, { id });
  return { id, layout, number: card.number, typeName: card.typeName, values: cardValues(card) };
}

export default function CardPrint() {
  const { id, layout, number, typeName, values } = useLoaderData<typeof loader>();
  const back = <BackTo href={`/seasonCard/seasonCardList/counter?card=${id}`} />;
  const title = `${m.card_print()} ${number}`;
  if (layout)
    return (
      <BareSheet
        {...{ id: layout.id, title, layout, values, back }}
        hint={m.print_preview_size({ width: layout.width, height: layout.height })}
        label={number}
      />
    );
  return (
    <main className="print-ask">
      <h1>{title}</h1>
      <p>{m.card_print_none({ type: typeName })}</p>
      {back}
    </main>
  );
}
