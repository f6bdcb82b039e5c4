/** A card at the size of its template, or why there is nothing to print: season cards and stored-value cards alike. */
import type { ComponentProps } from "react";
import { m } from "~/contract/messages";
import { BackTo, BareSheet } from "~/screens/print-template/bare-sheet";

type Sheet = ComponentProps<typeof BareSheet>;

interface Props {
  number: string;
  typeName: string;
  layout: (Sheet["layout"] & { id: number; width: number; height: number }) | null;
  values: Sheet["values"];
  /** Where its counter has it. */
  counter: string;
}

export function CardSheet({ number, typeName, layout, values, counter }: Props) {
  const back = <BackTo href={counter} />;
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
