/** The counter's form. Every control works without scripts; with them totals follow the typing and keys save presses. */
import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { getCounter, quoteSale } from "~/contract/ticket/sale";
import { useHydrated } from "~/widgets/hydrated";
import { CounterOffers } from "./counter-offers";
import { CounterPayment } from "./counter-payment";
import { totalsOf } from "./counter-totals";
import { CounterVisitors } from "./counter-visitors";

export type CounterView = z.output<(typeof getCounter)["answer"]>;
export type QuoteView = z.output<(typeof quoteSale)["answer"]>;

export interface CounterPage {
  counter: CounterView;
  quote: QuoteView | null;
  errors: FieldErrors;
  notice: Notice | null;
  typed: Record<string, string>;
  idempotencyKey: string;
}

export function CounterForm(page: CounterPage) {
  const { counter, quote, errors, typed } = page;
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const { state } = useNavigation();
  const busy = state !== "idle";
  const [fields, setFields] = useState(typed);
  const totals = totalsOf(counter.offers, (name) => fields[name] ?? "");

  useEffect(() => {
    if (form.current) focusNext(form.current, quote !== null, errors);
  }, [quote, errors]);

  function follow(event: FormEvent<HTMLFormElement>) {
    const next = fieldsOf(event.currentTarget);
    setFields(next);
    const changed = event.target as HTMLInputElement;
    if ((changed.name === "visitDay" || changed.name === "posId") && next.visitDay) {
      submit({ ...next, intent: "review" }, { method: "post", replace: true, preventScrollReset: true });
    }
  }

  return (
    <Form method="post" ref={form} className="counter" onInput={follow} onKeyDown={pressed} noValidate aria-busy={busy}>
      <input type="hidden" name="idempotencyKey" value={page.idempotencyKey} />
      <div className="counter-main">
        <h1 className="visually-hidden">{m.sale_title()}</h1>
        <CounterOffers page={page} amounts={hydrated ? totals.amounts : amountsOf(quote)} live={hydrated} />
        <CounterVisitors page={page} count={hydrated ? totals.visitors : visitorsOf(quote)} />
      </div>
      <CounterPayment
        page={page}
        totals={totals}
        fields={fields}
        live={hydrated}
        busy={busy}
        sending={state === "submitting"}
      />
    </Form>
  );
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields[name] = value;
  return fields;
}

/** Ctrl+Enter issues at once; the arrows move between the numbers. */
function pressed(event: KeyboardEvent<HTMLFormElement>) {
  const form = event.currentTarget;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    const sell = form.querySelector<HTMLButtonElement>("button[value=sell]");
    if (sell) {
      event.preventDefault();
      form.requestSubmit(sell);
    }
    return;
  }
  const target = event.target as HTMLElement;
  if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || !target.matches("input[name^='quantity.']")) return;
  const inputs = [...form.querySelectorAll<HTMLInputElement>("input[name^='quantity.']:not(:disabled)")];
  const next = inputs[inputs.indexOf(target as HTMLInputElement) + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Where the seller's hands go on: the first mistake, else the first visitor wanted, else the button that issues. */
function focusNext(form: HTMLFormElement, quoted: boolean, errors: FieldErrors) {
  const wrong = Object.keys(errors).length > 0 ? form.querySelector<HTMLElement>("[aria-invalid=true]") : null;
  const visitor = [...form.querySelectorAll<HTMLInputElement>("input[name^=visitor]")].find(
    (input) => input.value === "",
  );
  const sell = form.querySelector<HTMLElement>("button[value=sell]");
  if (wrong) wrong.focus();
  else if (quoted) (visitor ?? sell)?.focus();
}

function amountsOf(quote: QuoteView | null): Record<number, number> {
  return Object.fromEntries((quote?.lines ?? []).map((line) => [line.ticketTypeId, line.amount]));
}

function visitorsOf(quote: QuoteView | null): number {
  const lines = quote?.lines ?? [];
  const each = lines.reduce((sum, line) => sum + (line.realName === "perTicket" ? line.quantity : 0), 0);
  return each > 0 ? each : lines.some((line) => line.realName === "perOrder") ? 1 : 0;
}
