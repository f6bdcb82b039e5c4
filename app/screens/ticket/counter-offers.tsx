/** The tickets on offer with their numbers: one dense table, the first number focused. */
import type { FormEvent } from "react";
import { m } from "~/contract/messages";
import type { Offer } from "~/contract/ticket/sale";
import { Link } from "~/widgets/link";
import type { CounterPage } from "./counter-form";
import { OfferRow } from "./counter-offer-row";
import "./counter-groups.css";

interface Props {
  page: CounterPage;
  /** Fen by ticket type. */
  amounts: Record<number, number>;
  /** What the quotation of this very cart says of them; without one the offers speak. */
  quoted: Record<number, { price: number; amount: number }>;
  /** Scripts run: steppers are of use. */
  live: boolean;
  /** Name of the park that is shown alone; "" for all. */
  park: string;
}

export function CounterOffers({ page, amounts, quoted, live, park }: Props) {
  const { counter } = page;
  const onPage = counter.offers.filter(({ beyondPage }) => !beyondPage);
  const open = onPage.filter(({ whyNot, late }) => whyNot === "" || late);
  const closed = onPage.filter(({ whyNot, late }) => whyNot !== "" && !late);
  const rest = counter.offers.filter(({ beyondPage }) => beyondPage);
  const parks = [...new Set(counter.offers.map(({ parkName }) => parkName))];
  if (counter.offers.length === 0) {
    return (
      <div className="empty">
        <strong>{m.sale_none()}</strong>
        <p>{m.sale_none_help()}</p>
        {page.begin && (
          <p>
            <Link className="button button-primary" to={page.begin.to}>
              {page.begin.label}
            </Link>
          </p>
        )}
      </div>
    );
  }
  const table = (offers: readonly Offer[]) => <OfferTable {...{ page, amounts, quoted, live, park, offers }} />;
  return (
    <div className="counter-offers">
      {parks.length > 1 && (
        <p className="counter-park">
          <label htmlFor="park">{m.park()}</label>
          <select className="input" id="park" name="park" defaultValue={park}>
            <option value="">{m.sale_all_parks()}</option>
            {parks.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      {open.length > 0 && table(open)}
      {closed.length > 0 && (
        <details open={open.length === 0 || closed.some((offer) => isTouched(page, offer))}>
          <summary>{m.sale_closed_n({ n: closed.length })}</summary>
          {table(closed)}
        </details>
      )}
      {rest.length > 0 && (
        <details open={onPage.length === 0 || rest.some((offer) => isTouched(page, offer))}>
          <summary>{m.sales_page_rest({ n: rest.length })}</summary>
          {live && <FindOffer />}
          {table(rest)}
        </details>
      )}
    </div>
  );
}

function OfferTable({ page, amounts, quoted, live, park, offers }: Props & { offers: readonly Offer[] }) {
  const { quote, errors, typed } = page;
  const untouched = quote === null && Object.keys(errors).length === 0;
  const away = (offer: Offer) => park !== "" && offer.parkName !== park;
  const first = offers.find((offer) => offer.whyNot === "" && !away(offer))?.ticketTypeId;
  return (
    <div className="table-frame">
      <table className="table counter-table">
        <caption className="visually-hidden">{m.sale_title()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.sale_ticket()}</th>
            <th scope="col" className="num">
              {m.sale_price()}
            </th>
            <th scope="col" className="num">
              {m.sale_left()}
            </th>
            <th scope="col" className="num">
              {m.sale_quantity()}
            </th>
            <th scope="col" className="num counter-amount">
              {m.sale_amount()}
            </th>
          </tr>
        </thead>
        {groupsOf(offers).map(({ group, own }) => (
          <tbody key={group}>
            {group !== "" && (
              <tr className="counter-group" hidden={own.every(away)}>
                <th scope="rowgroup" colSpan={5}>
                  {group}
                </th>
              </tr>
            )}
            {own.map((offer) => (
              <OfferRow
                key={offer.ticketTypeId}
                offer={offer}
                amount={quoted[offer.ticketTypeId]?.amount ?? amounts[offer.ticketTypeId]}
                price={quoted[offer.ticketTypeId]?.price ?? offer.price}
                typed={typed}
                why={whyOf(page, offer)}
                invalid={`quantity.${offer.ticketTypeId}` in errors}
                autoFocus={untouched ? offer.ticketTypeId === first : `quantity.${offer.ticketTypeId}` in errors}
                live={live}
                hidden={away(offer)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** What stands in the way of this ticket: a mistake in its number, the quotation's reason, or that it is not for sale. */
function whyOf({ errors, quote }: CounterPage, offer: Offer): string {
  const id = offer.ticketTypeId;
  const mistakes = [...(errors[`quantity.${id}`] ?? []), ...(errors[`slot.${id}`] ?? [])];
  return mistakes[0] ?? quote?.lines.find((line) => line.ticketTypeId === id && line.whyNot)?.whyNot ?? offer.whyNot;
}

/** In the order of the page. Those without a group, where others have one, are called so. */
function groupsOf(offers: readonly Offer[]): { group: string; own: Offer[] }[] {
  const groups = [...new Set(offers.map(({ group }) => group))];
  const nameOf = (group: string) => (group === "" && groups.length > 1 ? m.sales_page_ungrouped() : group);
  return groups.map((group) => ({ group: nameOf(group), own: offers.filter((offer) => offer.group === group) }));
}

/** Something was typed into it: what is chosen is never folded away. */
const isTouched = ({ typed }: CounterPage, { ticketTypeId }: Offer) => Boolean(typed[`quantity.${ticketTypeId}`]);

/** Hides the rows below that do not have the words; its own input is no part of the form. */
function FindOffer() {
  function find(event: FormEvent<HTMLInputElement>) {
    event.stopPropagation();
    const words = event.currentTarget.value.trim().toLowerCase();
    for (const row of event.currentTarget.closest("details")?.querySelectorAll<HTMLElement>("tbody tr") ?? [])
      row.classList.toggle("counter-away", words !== "" && !row.textContent?.toLowerCase().includes(words));
  }
  return (
    <p>
      <input
        className="input"
        type="search"
        form=""
        aria-label={m.sales_page_find()}
        placeholder={m.sales_page_find()}
        onInput={find}
      />
    </p>
  );
}
