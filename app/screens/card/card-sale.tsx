/** The form that sells a card: type, holders, payment. */
import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { cardCounter } from "~/contract/card/counter";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import { Field } from "~/form/field";
import { Link } from "~/widgets/link";
import { DocumentOptions } from "./document-options";
import { LanguageField } from "./language-field";
import { PaymentField } from "./payment-field";

type Page = Pick<AnswerOf<typeof cardCounter>, "types" | "paymentTypes"> & {
  selling: boolean;
  chosen: AnswerOf<typeof cardCounter>["types"][number] | null;
};

interface Props {
  page: Page;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
  idempotencyKey: string;
  path: string;
}

export function CardSale({
  page: { types, chosen, paymentTypes, selling },
  typed,
  errors,
  idempotencyKey,
  path,
}: Props) {
  const form = useRef<HTMLElement>(null);
  const type = chosen?.id;
  // A type was pressed: the name is next, unless somebody types already.
  useEffect(() => {
    if (selling && type && !document.activeElement?.matches("input, select"))
      form.current?.querySelector<HTMLElement>("[name='holderName.0']")?.focus();
  }, [selling, type]);
  if (!chosen) {
    return (
      <section className="panel">
        <p>{m.card_no_sale()}</p>
      </section>
    );
  }
  const { payable, deposit, whyNot } = chosen.sale;
  return (
    <section className="panel" aria-labelledby="card-sell" ref={form}>
      <h2 id="card-sell">{m.card_sell_new()}</h2>
      <nav className="toolbar" aria-label={m.card_choose_type()}>
        {types.map(({ id, name }) => (
          <Link
            key={id}
            className={id === chosen.id ? "button button-primary" : "button"}
            aria-current={id === chosen.id ? "true" : undefined}
            to={`${path}?type=${id}`}
          >
            {name}
          </Link>
        ))}
      </nav>
      <details className="card-rules-of">
        <summary>{m.card_rules()}</summary>
        <ul className="card-rules">
          {chosen.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      <Form method="post" action={`${path}?type=${chosen.id}`} noValidate>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <input type="hidden" name="cardTypeId" value={chosen.id} />
        <input type="hidden" name="expectedPayable" value={payable} />
        <input type="hidden" name="expectedDeposit" value={deposit} />
        {Array.from({ length: chosen.holdersMost }, (_, place) => (
          <Holder
            // biome-ignore lint/suspicious/noArrayIndexKey: places of a form
            key={place}
            place={place}
            typed={typed}
            errors={errors}
            asksIdentity={chosen.asksIdentity}
            several={chosen.holdersMost > 1}
            focused={selling && place === 0}
          />
        ))}
        {errors.holders && (
          <p className="field-error" role="alert">
            {errors.holders[0]}
          </p>
        )}
        <div className="form-grid">
          <Field name="mobile" label={m.card_mobile()} errors={errors.mobile} required={chosen.asksMobile}>
            <input className="input" inputMode="tel" maxLength={24} autoComplete="off" defaultValue={typed.mobile} />
          </Field>
          <Field
            // One in stock is of its type.
            key={chosen.id}
            name="number"
            label={m.card_number_optional()}
            help={numberHelp(chosen.stock)}
            errors={errors.number}
          >
            <input className="input" maxLength={30} autoComplete="off" defaultValue={typed.number} />
          </Field>
          <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id="sell" />
          <Field name="email" label={m.card_email()} help={m.card_email_help()} errors={errors.email}>
            <input className="input" type="email" maxLength={100} autoComplete="off" defaultValue={typed.email} />
          </Field>
          <LanguageField chosen={typed.language} errors={errors.language} id="sell-language" />
        </div>
        <div className="card-sum">
          <p>
            {m.card_pay_now()} <strong className="money">¥{formatYuan(payable)}</strong>
          </p>
          {deposit > 0 && (
            <p>{m.card_with_deposit({ deposit: formatYuan(deposit), total: formatYuan(payable + deposit) })}</p>
          )}
          {whyNot && <p className="field-error">{whyNot}</p>}
        </div>
        <button className="button button-primary" name="intent" value="sell" disabled={whyNot !== ""}>
          {m.card_sell_go()}
        </button>
      </Form>
    </section>
  );
}

const numberHelp = (stock: NonNullable<Page["chosen"]>["stock"]) =>
  stock === null
    ? m.card_number_sell_help()
    : stock.left === 0
      ? m.card_stock_none()
      : m.card_stock_next({ n: stock.left, next: stock.next });

interface HolderProps {
  place: number;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
  asksIdentity: boolean;
  several: boolean;
  focused: boolean;
}

function Holder({ place, typed, errors, asksIdentity, several, focused }: HolderProps) {
  const name = (part: string) => `holder${part}.${place}`;
  const required = place === 0;
  return (
    <fieldset className="card-holder">
      <legend>{several ? m.card_holder_n({ n: place + 1 }) : m.card_holder()}</legend>
      <div className="form-grid">
        <Field name={name("Name")} label={m.card_holder_name()} errors={errors[name("Name")]} required={required}>
          <input
            className="input"
            maxLength={40}
            autoComplete="off"
            defaultValue={typed[name("Name")]}
            autoFocus={focused}
          />
        </Field>
        <Field name={name("Document")} label={m.card_holder_document()} errors={errors[name("Document")]}>
          <select className="input" defaultValue={typed[name("Document")] ?? "resident"}>
            <DocumentOptions />
          </select>
        </Field>
        <Field
          name={name("Identity")}
          label={m.card_identity()}
          errors={errors[name("Identity")]}
          required={required && asksIdentity}
        >
          <input className="input" maxLength={120} autoComplete="off" defaultValue={typed[name("Identity")]} />
        </Field>
        <Field
          name={name("Country")}
          label={m.card_holder_country()}
          help={m.card_country_help()}
          errors={errors[name("Country")]}
        >
          <input className="input" maxLength={60} autoComplete="off" defaultValue={typed[name("Country")]} />
        </Field>
      </div>
    </fieldset>
  );
}
