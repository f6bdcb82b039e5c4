/** The counter's form. Every control works without scripts; with them totals follow the typing and keys save presses. */
import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { type DocumentKind, documentKinds } from "~/contract/document-kinds";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { getCounter, quoteSale } from "~/contract/ticket/sale";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { PrintForm } from "~/widgets/print-form";
import { CounterBeside } from "./counter-beside";
import { CounterDays, keptPrices } from "./counter-days";
import { CounterHeld } from "./counter-held";
import { isChosen } from "./counter-kept";
import { emptyVisitor, fillVisitors, pressedKey, show } from "./counter-keys";
import { CounterOffers } from "./counter-offers";
import { CounterPayment } from "./counter-payment";
import { CounterProofs, proofsOf } from "./counter-proofs";
import { serverPriced, totalsOf } from "./counter-totals";
import { CounterVisitors } from "./counter-visitors";
import { isZone, readPasted } from "./visitor-paste";

export type CounterView = z.output<(typeof getCounter)["answer"]>;
export type QuoteView = z.output<(typeof quoteSale)["answer"]>;

export interface CounterPage {
  counter: CounterView;
  quote: QuoteView | null;
  errors: FieldErrors;
  notice: Notice | null;
  typed: Record<string, string>;
  idempotencyKey: string;
  /** What became of a cart that was set aside or fetched back; "" for nothing. */
  said: string;
  back: string;
  /** Where one goes on while nothing is on offer. */
  begin: { label: string; to: string } | null;
}

export function CounterForm(page: CounterPage) {
  const { counter, quote, errors, typed } = page;
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const { state } = useNavigation();
  const busy = state !== "idle";
  const [fields, setFields] = useState(typed);
  const totals = totalsOf(counter.offers, (name) => fields[name] ?? "", keptPrices(page, fields));
  // An agency has prices of its own, and those of the offers are not what it pays.
  const fresh = quote !== null && (!hydrated || serverPriced(fields, typed).fresh);
  const quoted = fresh ? quotedOf(quote, counter.visitDay) : {};

  // What the keys need to know at the time they are pressed.
  const known = useRef({ tickets: 0 });
  known.current = { tickets: totals.tickets };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (form.current && pressedKey(event, form.current, () => known.current.tickets > 0)) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useEffect(() => {
    if (form.current) focusNext(form.current, quote !== null, errors);
  }, [quote, errors]);

  function follow(event: FormEvent<HTMLFormElement>) {
    const changed = event.target as HTMLInputElement;
    // A scanner types the zone of a passport: name and kind of document stand in it.
    if (isZone(changed.value)) fillVisitors(event.currentTarget, changed, readPasted(changed.value));
    const next = fieldsOf(event.currentTarget);
    setFields(next);
    if ((changed.name === "visitDay" || changed.name === "posId") && next.visitDay) {
      submit(next, { method: "post", replace: true, preventScrollReset: true });
    }
  }

  /** A list out of a spreadsheet, or what a reader types at once, goes into as many visitors as it has lines. */
  function paste(event: ClipboardEvent<HTMLFormElement>) {
    const visitors = readPasted(event.clipboardData.getData("text"));
    const into = event.target;
    const list = visitors.length > 1 || visitors.some(({ name, identity }) => name !== "" && identity !== "");
    if (!(list && into instanceof HTMLInputElement && fillVisitors(event.currentTarget, into, visitors))) return;
    event.preventDefault();
    setFields(fieldsOf(event.currentTarget));
  }

  return (
    <>
      <Form method="post" ref={form} className="counter" onInput={follow} onPaste={paste} noValidate aria-busy={busy}>
        {/* What Enter presses where no script leads it on: none of the chips of the days. */}
        <button className="visually-hidden" name="intent" value="review" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="idempotencyKey" value={page.idempotencyKey} />
        <input type="hidden" name="back" value={page.back} />
        <div className="counter-main">
          <h1 className="visually-hidden">{m.sale_title()}</h1>
          <CounterHeld held={counter.held} sending={state === "submitting"} />
          <CounterBeside page={page} />
          <CounterDays page={page} amounts={totals.kept} />
          <CounterOffers
            page={page}
            amounts={hydrated ? totals.amounts : {}}
            quoted={quoted}
            live={hydrated}
            park={(hydrated ? fields : typed).park ?? ""}
          />
          <input type="hidden" name="namedTypes" value={namedTypes(counter.offers)} />
          <CounterVisitors
            page={page}
            count={hydrated ? totals.visitors : visitorsOf(quote)}
            documents={documentsOf(counter.offers, hydrated ? fields : typed)}
            instead={insteadOf(page)}
          />
        </div>
        <CounterPayment
          page={page}
          totals={totals}
          fields={fields}
          live={hydrated}
          busy={busy}
          sending={state === "submitting"}
          proofs={
            <CounterProofs
              proofs={proofsOf(counter.offers, quote?.proofs ?? [], fresh, fields)}
              typed={typed}
              errors={errors}
            />
          }
        />
      </Form>
      {counter.lastSale && <LastSale sale={counter.lastSale} />}
    </>
  );
}

/** Beneath the form, since a reprint is a form of its own. */
function LastSale({ sale }: { sale: NonNullable<CounterView["lastSale"]> }) {
  return (
    <div className="counter-last">
      <span>
        {m.sale_last({ at: sale.at })} <Link to={`/offlineOrderDetail?id=${sale.orderId}`}>{sale.orderNo}</Link>{" "}
        {m.sale_tickets_n({ n: sale.quantity })} ¥{formatYuan(sale.paid)}
      </span>
      <PrintForm orderId={sale.orderId} label={m.sale_last_reprint()} />
    </div>
  );
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields[name] = value;
  return fields;
}

/** Where the seller's hands go on: the first mistake, else the first visitor wanted, else the button that issues. */
function focusNext(form: HTMLFormElement, quoted: boolean, errors: FieldErrors) {
  const wrong = Object.keys(errors).length > 0 ? form.querySelector<HTMLElement>("[aria-invalid=true]") : null;
  const visitor = emptyVisitor(form);
  const sell = form.querySelector<HTMLElement>(".counter-buttons .button-primary");
  const beyond =
    form.querySelector<HTMLElement>("[name=overbook]:not(:checked)") ??
    form.querySelector<HTMLElement>("[name=late]:placeholder-shown");
  // Another day was added: its tickets are still to come.
  const more = form.querySelector("[name^='also.']") ? firstNumber(form) : null;
  const next = wrong ?? (quoted ? (beyond ?? more ?? visitor ?? sell) : null);
  if (next) show(next);
}

/** The first number on offer, where none has one yet. */
function firstNumber(form: HTMLFormElement): HTMLInputElement | null {
  const numbers = [...form.querySelectorAll<HTMLInputElement>("input[name^='quantity.']:enabled")];
  return numbers.some(({ value }) => /[1-9]/.test(value)) ? null : (numbers[0] ?? null);
}

/** Kinds that one of the chosen types takes, in the order of the kinds. */
function documentsOf(offers: CounterView["offers"], fields: Record<string, string>): DocumentKind[] {
  const chosen = offers.filter(({ ticketTypeId, realName }) => realName !== "none" && isChosen(fields, ticketTypeId));
  return documentKinds.filter((kind) => chosen.some(({ documents }) => documents.includes(kind)));
}

/** Types with a name on each ticket, as the swap of one for another asks for them. */
const namedTypes = (offers: CounterView["offers"]) =>
  offers
    .filter(({ realName, parts }) => realName === "perTicket" && parts.length === 0)
    .map(({ ticketTypeId }) => ticketTypeId)
    .join(",");

/** What may be had instead, by the place of the visitor, with what the button says. */
function insteadOf({ quote }: CounterPage): Map<number, { swap: string; message: string }> {
  const lines = (quote?.lines ?? []).filter(({ realName }) => realName === "perTicket");
  const people = lines.flatMap(({ ticketTypeId, quantity, visitorsEach }) =>
    Array<number>(quantity * visitorsEach).fill(ticketTypeId),
  );
  return new Map(
    (quote?.instead ?? []).map(({ place, ticketTypeId, message }) => [
      place,
      { swap: `${place}/${people[place] ?? 0}/${ticketTypeId}`, message },
    ]),
  );
}

/** By ticket type of the day on offer: what one costs whoever buys, and what all of them do. */
function quotedOf({ lines }: QuoteView, visitDay: string): Record<number, { price: number; amount: number }> {
  const own = lines.filter((line) => line.visitDay === visitDay);
  return Object.fromEntries(
    own.map(({ ticketTypeId, unitPrice, amount }) => [ticketTypeId, { price: unitPrice, amount }]),
  );
}

function visitorsOf(quote: QuoteView | null): number {
  const lines = quote?.lines ?? [];
  const each = lines.reduce(
    (sum, line) => sum + (line.realName === "perTicket" ? line.quantity * line.visitorsEach : 0),
    0,
  );
  return each > 0 ? each : lines.some((line) => line.realName === "perOrder") ? 1 : 0;
}
