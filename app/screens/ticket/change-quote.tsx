/** What a change costs: old and new price, fee, and the difference with how it is paid or goes back. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { ChangePage } from "./change-form.server";
import { CounterTender } from "./counter-tender";

interface Props {
  page: Pick<ChangePage, "paymentTypes"> & {
    quote: Pick<NonNullable<ChangePage["quote"]>, "figures" | "due" | "back" | "ways" | "left"> | null;
  };
  typed: Record<string, string>;
  errors: FieldErrors;
}

export function ChangeQuote({ page: { quote, paymentTypes }, typed, errors }: Props) {
  if (!quote) return null;
  return (
    <>
      <output className="refund-quote">
        {quote.figures.map(([label, value]) => (
          <span key={label}>
            {label} ¥{value}
          </span>
        ))}
        <strong>
          {quote.due
            ? `${m.change_due()} ¥${quote.due}`
            : quote.back
              ? `${m.change_back()} ¥${quote.back}`
              : m.change_even()}
        </strong>
        {quote.ways.length > 0 && (
          <p>
            {m.engine_colon({ label: m.change_ways() })}
            {quote.ways.join(" · ")}
          </p>
        )}
        {quote.left !== null && <p>{m.change_left({ n: quote.left })}</p>}
      </output>
      {quote.due && (
        <div className="change-pay">
          <CounterTender page={{ counter: { paymentTypes, lastPaymentType: null }, errors, typed }} live={false} />
        </div>
      )}
    </>
  );
}
