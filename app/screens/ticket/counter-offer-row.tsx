/** One ticket on offer: name, price, what is left, its number. */
import { Fragment, type MouseEvent } from "react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Offer } from "~/contract/ticket/sale";
import { Gap } from "~/widgets/gap";

interface RowProps {
  offer: Offer;
  amount: number | undefined;
  /** Fen of one, for whoever buys. */
  price: number;
  typed: Record<string, string>;
  why: string;
  invalid: boolean;
  autoFocus: boolean;
  live: boolean;
  /** Of a park that is filtered out: what was typed stays in the form. */
  hidden: boolean;
}

export function OfferRow({ offer, amount, price, typed, why, invalid, autoFocus, live, hidden }: RowProps) {
  const id = offer.ticketTypeId;
  const closed = offer.whyNot !== "" && !offer.late;
  // What was typed before it closed is still sent, and refused, until the seller takes it out.
  const shut = closed && !typed[`quantity.${id}`];
  const whyId = `why-${id}`;
  const lines = [
    offer.parts.length > 0 ? m.combo_inside({ parts: partsOf(offer) }) : "",
    offer.concession ? `${offer.concession.who} · ${offer.concession.shows}` : "",
    offer.choice,
  ].filter((line) => line !== "");
  return (
    <tr hidden={hidden} className={closed ? "counter-closed" : amount ? "counter-chosen" : undefined}>
      <th scope="row">
        {/* Text browsers close up a plain space between two Chinese words. */}
        {offer.name}
        {"\u00a0"}
        {offer.realName !== "none" && (
          <span
            className="badge badge-calm"
            title={offer.realName === "perTicket" ? m.sale_real_name_each() : m.sale_real_name_order()}
          >
            {m.sale_real_name()}
          </span>
        )}{" "}
        <small className="dim">{offer.parkName}</small>
        {lines.map((line) => (
          <Fragment key={line}>
            <Gap />
            <small className="dim">{line}</small>
          </Fragment>
        ))}
        <Gap />
        {offer.slots.length > 0 && <Slots key={slotsOf(offer)} offer={offer} typed={typed} closed={shut} />}
        <Gap />
        {why && (
          <small id={whyId} className="counter-why">
            {why}
            {offer.late && ` ${m.sale_late_may()}`}
          </small>
        )}
      </th>
      <td className="num">
        {formatYuan(price)}
        <Gap />
        {price < offer.listPrice && <s className="dim">{formatYuan(offer.listPrice)}</s>}
      </td>
      <td
        className={`num counter-left${offer.left !== null && offer.left < 20 ? " counter-few" : ""}`}
        data-label={m.sale_left()}
      >
        {offer.left ?? m.sale_unlimited()}
        <Gap />
        {offer.beyond > 0 && offer.left !== null && offer.left < 20 && (
          <small className="dim">{m.sale_beyond({ n: offer.beyond })}</small>
        )}
      </td>
      <td className="num counter-number">
        {live && <Stepper by={-1} label={m.sale_less()} disabled={shut} />}
        <input
          className="input"
          name={`quantity.${id}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          defaultValue={typed[`quantity.${id}`] ?? ""}
          placeholder="0"
          disabled={shut}
          // The seller's hands are on the keyboard: the first number is where work starts.
          autoFocus={autoFocus}
          onFocus={(event) => event.currentTarget.select()}
          aria-label={m.sale_quantity_of({ name: offer.name })}
          aria-invalid={invalid || undefined}
          aria-describedby={why ? whyId : undefined}
        />
        {live && <Stepper by={1} label={m.sale_more()} disabled={closed} />}
      </td>
      <td className="num counter-amount">{amount === undefined ? "" : formatYuan(amount)}</td>
    </tr>
  );
}

/** What is in a combo; a part of another park says which. */
function partsOf({ parts, parkName }: Offer): string {
  return parts
    .map((part) => `${part.name}${part.parkName === parkName ? "" : ` (${part.parkName})`} × ${part.quantity}`)
    .join(m.words_comma());
}

/** Nobody sells there, not beyond the quota either. */
const isFull = ({ left, beyond }: Pick<Offer["slots"][number], "left" | "beyond">) =>
  left !== null && left + beyond <= 0;

/** Another day has others: the choice begins anew. */
const slotsOf = ({ slots }: Offer) => slots.map(({ slot }) => slot).join(" ");

/** Beside the name, not in a column: the few tickets with slots would take it from the names of all. */
function Slots({ offer, typed, closed }: { offer: Offer; typed: Record<string, string>; closed: boolean }) {
  const name = `slot.${offer.ticketTypeId}`;
  const open = offer.slots.filter((slot) => (slot.whyNot === "" || slot.late) && !isFull(slot));
  // Where one is left there is nothing to choose. What chose itself without a number is not kept for another day.
  const only = open.length === 1 ? open[0]?.slot : undefined;
  const chosen = typed[`quantity.${offer.ticketTypeId}`] ? typed[name] : "";
  return (
    <select
      className="input counter-slot"
      name={name}
      defaultValue={chosen || (only ?? "")}
      aria-label={m.sale_slot_of({ name: offer.name })}
      disabled={closed}
    >
      <option value="">{m.sale_choose_slot()}</option>
      {offer.slots.map(({ slot, left, beyond, whyNot, late }) =>
        whyNot && !late ? (
          <option key={slot} value={slot} disabled title={whyNot}>
            {m.sale_slot_closed({ slot })}
          </option>
        ) : (
          <option key={slot} value={slot} disabled={isFull({ left, beyond })}>
            {late ? m.sale_slot_closed({ slot }) : slot}
            {left !== null && ` (${left})`}
          </option>
        ),
      )}
    </select>
  );
}

function Stepper({ by, label, disabled }: { by: 1 | -1; label: string; disabled: boolean }) {
  function step(event: MouseEvent<HTMLButtonElement>) {
    const input = event.currentTarget.parentElement?.querySelector("input");
    if (!input) return;
    const next = Math.min(1000, Math.max(0, (Number.parseInt(input.value, 10) || 0) + by));
    input.value = next === 0 ? "" : String(next);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (
    <button type="button" className="stepper" tabIndex={-1} aria-label={label} disabled={disabled} onClick={step}>
      {by > 0 ? "+" : "−"}
    </button>
  );
}
