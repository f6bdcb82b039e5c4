/** A stored-value card at the size of its template (`/smartCard/list/7/print`): a bare document for the card printer. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { storedSheet } from "~/contract/stored/sheet";
import { BackTo, BareSheet } from "~/screens/print-template/bare-sheet";
import { idIn } from "~/screens/query.server";
import { cardValues } from "../card/template/card-values.server";

export const handle = { standalone: true };
export const meta: MetaFunction = () => [{ title: m.card_print() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const { layout, ...card } = await context.dispatch.call(storedSheet, { id });
  return { id, layout, number: card.number, typeName: card.typeName, values: cardValues(card) };
}

export default function StoredPrint() {
  const { id, layout, number, typeName, values } = useLoaderData<typeof loader>();
  const back = <BackTo href={`/smartCard/list/counter?card=${id}`} />;
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
