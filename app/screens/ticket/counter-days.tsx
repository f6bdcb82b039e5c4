/** The lines of the cart for other days than the one on offer: each with its number, which may still be changed. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { CounterPage } from "./counter-form";
import { type KeptLine, keptLines } from "./counter-kept";
import type { KeptPrice } from "./counter-totals";
import "./counter-days.css";

interface Props {
  page: CounterPage;
  /** Fen by field; none of what nobody has priced yet. */
  amounts: Readonly<Record<string, number>>;
}

export function CounterDays({ page, amounts }: Props) {
  const { typed, errors, counter } = page;
  const lines = keptLines(typed);
  if (lines.length === 0) return null;
  return (
    <fieldset className="panel counter-kept" aria-describedby="kept-help">
      <legend>{m.sale_cart()}</legend>
      <ul>
        {lines.map((line) => {
          const { field, visitDay, slot } = line;
          const name = nameOf(line, page.quote, counter.offers);
          const why = errors[field]?.[0] ?? quoted(line, page.quote)?.whyNot ?? "";
          return (
            <li key={field}>
              <span className="counter-kept-day">{visitDay}</span>
              <span>
                {name} {slot && <span className="dim">{slot}</span>}
                {why && (
                  <small className="counter-why" id={`${field}-why`}>
                    {why}
                  </small>
                )}
              </span>
              <input
                className="input num"
                name={field}
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                defaultValue={line.quantity}
                onFocus={(event) => event.currentTarget.select()}
                aria-label={m.sale_line_quantity({ day: [visitDay, slot].filter(Boolean).join(" "), name })}
                aria-invalid={field in errors || undefined}
                aria-describedby={why ? `${field}-why` : undefined}
              />
              <span className="num">{amounts[field] === undefined ? "" : formatYuan(amounts[field])}</span>
            </li>
          );
        })}
      </ul>
      <small className="dim" id="kept-help">
        {m.sale_cart_help()}
      </small>
    </fieldset>
  );
}

type Quote = CounterPage["quote"];
type Offers = CounterPage["counter"]["offers"];

const quoted = ({ visitDay, ticketTypeId, slot }: KeptLine, quote: Quote) =>
  quote?.lines.find((line) => line.ticketTypeId === ticketTypeId && line.visitDay === visitDay && line.slot === slot);

const nameOf = (line: KeptLine, quote: Quote, offers: Offers): string =>
  quoted(line, quote)?.name ?? offers.find((offer) => offer.ticketTypeId === line.ticketTypeId)?.name ?? "";

/** What each of them costs by the last quotation; null where that did not have it. */
export function keptPrices({ quote, counter: { offers } }: CounterPage, fields: Record<string, string>): KeptPrice[] {
  return keptLines(fields).map((line) => {
    const known = quoted(line, quote) ?? offers.find((offer) => offer.ticketTypeId === line.ticketTypeId);
    const { realName = "none", visitorsEach = 1 } = known ?? {};
    const price = quoted(line, quote)?.unitPrice ?? null;
    return { field: line.field, ticketTypeId: line.ticketTypeId, price, realName, visitorsEach };
  });
}
