/** How the counter is paid: one payment type with the cash handed over, or amounts of several. */
import type { KeyboardEvent } from "react";
import { m } from "~/contract/messages";
import type { CounterPage, CounterView } from "./counter-form";
import { paymentKeys } from "./counter-keys";
import { Labelled } from "./labelled";

/** What it looks at: the ways to pay, and what was typed. */
export interface TenderPage extends Pick<CounterPage, "errors" | "typed"> {
  counter: Pick<CounterView, "paymentTypes" | "lastPaymentType"> &
    Partial<Pick<CounterView, "connectedTypes" | "accountTypes">>;
}

/** `payer`: which account pays and what it would take; "" for none. */
export function CounterTender({ page, live, payer = "" }: { page: TenderPage; live: boolean; payer?: string }) {
  const { counter, errors, typed } = page;
  const types = counter.paymentTypes;
  // What was chosen at another till may be none of this one.
  const offered = (value: string | null | undefined) => types.some((type) => type.value === value);
  const chosen = [typed.paymentType, counter.lastPaymentType].find(offered) ?? types[0]?.value;
  // What the till took last stands first; its key stays its own.
  const keyed = types.map((type, place) => ({ ...type, key: paymentKeys[place] }));
  const shown = [...keyed].sort((one, other) => rank(other.value) - rank(one.value));
  function rank(value: string): number {
    return value === counter.lastPaymentType ? 1 : 0;
  }
  const split =
    types.some(({ value }) => typed[`pay.${value}`] || errors[`pay.${value}`]) || errors.payments !== undefined;
  return (
    <>
      <fieldset className="counter-types" key={types.map(({ value }) => value).join()}>
        <legend>{m.sale_payment_type()}</legend>
        {shown.map((type) => (
          <label key={type.value} className="choice">
            <input
              type="radio"
              name="paymentType"
              value={type.value}
              data-key={type.key}
              defaultChecked={type.value === chosen}
            />
            <span>{type.label}</span>
            {live && type.key && <kbd>{type.key}</kbd>}
          </label>
        ))}
        {errors.paymentType && <p className="field-error">{errors.paymentType[0]}</p>}
      </fieldset>
      {(counter.connectedTypes?.length ?? 0) > 0 && (
        <Labelled name="paymentCode" label={m.pay_code()} errors={errors}>
          <input
            className="input"
            id="paymentCode"
            name="paymentCode"
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            placeholder={m.pay_code_help()}
            defaultValue={typed.paymentCode ?? ""}
            onKeyDown={sellOnEnter}
            aria-invalid={errors.paymentCode ? true : undefined}
            aria-describedby={errors.paymentCode ? "paymentCode-error" : undefined}
          />
        </Labelled>
      )}
      {types.some(({ value }) => counter.accountTypes?.includes(value)) && (
        <Labelled name="accountNo" label={m.sale_account_no()} errors={errors}>
          <input
            className="input"
            id="accountNo"
            name="accountNo"
            autoComplete="off"
            maxLength={40}
            placeholder={m.sale_account_help()}
            defaultValue={typed.accountNo ?? ""}
            onInput={(event) => chooseAccount(event.currentTarget, counter.accountTypes ?? [])}
            aria-invalid={errors.accountNo ? true : undefined}
            aria-describedby={errors.accountNo ? "accountNo-error" : payer ? "accountNo-says" : undefined}
          />
          {payer && (
            <small className="dim" id="accountNo-says">
              {payer}
            </small>
          )}
        </Labelled>
      )}
      <Labelled name="given" label={m.sale_given()} errors={errors}>
        <Amount name="given" page={page} wrong={errors.given !== undefined} />
      </Labelled>
      <details className="counter-split" open={split}>
        <summary>{m.sale_split()}</summary>
        <fieldset aria-describedby="split-help">
          <legend className="visually-hidden">{m.sale_split()}</legend>
          <p className="dim" id="split-help">
            {m.sale_split_help()}
          </p>
          {errors.payments && (
            <p className="field-error" role="alert">
              {errors.payments[0]}
            </p>
          )}
          <div className="counter-ways">
            {types.map(({ value, label }, index) => {
              const name = `pay.${value}`;
              return (
                <Labelled key={value} name={name} label={m.sale_split_amount({ type: label })} errors={errors}>
                  <Amount
                    name={name}
                    page={page}
                    wrong={errors[name] !== undefined || (index === 0 && errors.payments !== undefined)}
                  />
                </Labelled>
              );
            })}
          </div>
        </fieldset>
      </details>
    </>
  );
}

/** Whoever swipes a card pays with it: the whole, unless amounts of several ways are typed. */
function chooseAccount({ form, value }: HTMLInputElement, accountTypes: readonly string[]): void {
  const amounts = form?.querySelectorAll<HTMLInputElement>("input[name^='pay.']") ?? [];
  if (value.trim() === "" || [...amounts].some((one) => one.value.trim() !== "")) return;
  const radios = form?.querySelectorAll<HTMLInputElement>("input[name=paymentType]") ?? [];
  const radio = [...radios].find((one) => accountTypes.includes(one.value));
  if (radio) radio.checked = true;
}

/** A scanner ends with Enter: the customer has shown the code, so the order is sold. */
function sellOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter" || event.currentTarget.value.trim() === "") return;
  const sell = event.currentTarget.form?.querySelector<HTMLButtonElement>("button[name=intent][value=sell]");
  if (!sell) return;
  event.preventDefault();
  sell.click();
}

function Amount({ name, page: { typed, errors }, wrong }: { name: string; page: TenderPage; wrong: boolean }) {
  return (
    <input
      className="input num"
      id={name}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={11}
      defaultValue={typed[name] ?? ""}
      aria-invalid={wrong ? true : undefined}
      aria-describedby={errors[name] ? `${name}-error` : undefined}
    />
  );
}
