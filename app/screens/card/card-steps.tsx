/** One card at the counter: whose it is, and each step that may be done with it, with its price. */
import { Form } from "@remix-run/react";
import { Fragment } from "react";
import type { CardPrice, CardView } from "~/contract/card/counter";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { Link } from "~/widgets/link";
import type { Chosen } from "~/widgets/upload/use-uploads";
import { CardPhotos } from "./card-photos";
import { CardTold } from "./card-told";
import { CardWallet, type GivenOut } from "./card-wallet";
import { DocumentOptions } from "./document-options";
import { PaymentField } from "./payment-field";

interface Props {
  card: CardView;
  /** It was sold just now, by this order. */
  soldOrder: number | null;
  paymentTypes: readonly Option[];
  idempotencyKey: string;
  path: string;
  /** A link for the holder's phone, just now. */
  given: GivenOut | null;
  photos: Chosen[];
  photoProblem: string | undefined;
  /** Of the step that was refused, what was typed for it, and what is wrong there. */
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

export function CardSteps(props: Props) {
  const { card, given, photos, photoProblem, soldOrder, paymentTypes, idempotencyKey, path, typed, errors } = props;
  const page = `/seasonCard/seasonCardList/${card.id}`;
  return (
    <section className="panel" aria-labelledby="card-number">
      {soldOrder !== null && (
        <div className="notice notice-good" role="status">
          <p>{m.card_sold_now({ number: card.number })}</p>
          <div className="toolbar">
            <Link className="button button-primary" to={`${page}/slip`}>
              {m.card_slip()}
            </Link>
            <Link className="button" to={`/offlineOrderDetail?id=${soldOrder}`}>
              {m.card_to_order()}
            </Link>
          </div>
        </div>
      )}
      <h2 id="card-number">
        {card.number} · {card.stateName}
      </h2>
      <dl className="facts">
        <ReplacedBy card={card} path={path} />
        <Fact label={m.card_type_title()} value={card.typeName} />
        {card.holders.map(({ name, document, identity }, place) => (
          <Fact
            key={`${name}-${identity}`}
            label={card.holders.length > 1 ? m.card_holder_n({ n: place + 1 }) : m.card_holder()}
            value={[name, identity && document, identity].filter(Boolean).join(" · ")}
          />
        ))}
        <Fact label={m.card_mobile()} value={card.mobile} />
        <Fact label={m.card_email()} value={card.email} />
        <Fact label={m.sale_valid()} value={[card.validFrom, card.validTo].filter(Boolean).join(" ~ ")} />
        <Fact label={m.card_visits()} value={String(card.visits)} />
        <Fact label={m.card_deposit_held()} value={card.deposit > 0 ? `¥${formatYuan(card.deposit)}` : ""} />
        <Fact label={m.card_photos()} value={m.card_photos_n({ n: card.photos })} />
      </dl>
      {card.steps.map((step) => (
        <Form
          method="post"
          action={`${path}?card=${card.id}`}
          className="card-step"
          id={`step-${step.step}`}
          key={step.step}
          noValidate
        >
          <input type="hidden" name="idempotencyKey" value={`${idempotencyKey.slice(0, 50)}-${step.step}`} />
          <input type="hidden" name="cardId" value={card.id} />
          <h3>{step.label}</h3>
          {step.whyNot ? (
            <p className="dim">{step.whyNot}</p>
          ) : (
            <StepFields
              step={step}
              card={card}
              paymentTypes={paymentTypes}
              {...(typed.intent === step.step ? { typed, errors } : nothing)}
            />
          )}
        </Form>
      ))}
      <CardTold card={card} />
      <div className="toolbar card-step">
        <Link className="button" to={page}>
          {m.card_page()}
        </Link>
        <Link className="button" to={`${page}/edit`}>
          {m.card_upload_photos()}
        </Link>
        <Link className="button" to={`${page}/slip`}>
          {m.card_slip()}
        </Link>
        <a className="button" href={`${page}/print`}>
          {m.card_print()}
        </a>
      </div>
      {card.mayPhotos && <CardPhotos card={card} photos={photos} problem={photoProblem} path={path} />}
      <CardWallet card={card} given={given} path={path} />
    </section>
  );
}

const nothing: Pick<Props, "typed" | "errors"> = { typed: {}, errors: {} };

interface StepProps extends Pick<Props, "card" | "paymentTypes" | "typed" | "errors"> {
  step: CardView["steps"][number];
}

function StepFields({ step: { step, label, price }, card, paymentTypes, typed, errors }: StepProps) {
  const go = (
    <button className="button" name="intent" value={step}>
      {label}
    </button>
  );
  if (step === "upgrade") return <Upgrades card={card} paymentTypes={paymentTypes} typed={typed} errors={errors} />;
  const input = (id: string, name: string, words: string, most: number) => (
    <StepInput id={id} name={name} label={words} most={most} typed={typed[name]} wrong={errors[name]?.[0]} />
  );
  return (
    <>
      {step === "cancel" && card.back && (
        <>
          <p>{backSaid(card.back)}</p>
          <input type="hidden" name="expected" value={card.back.amount + card.back.deposit} />
        </>
      )}
      {["spoil", "reportLoss", "cancel"].includes(step) && input(`reason-${step}`, "reason", m.card_reason(), 200)}
      {step === "addHolder" && (
        <>
          {input("add-holderName", "holderName", m.card_holder_name(), 40)}
          <div className="field">
            <label htmlFor="add-document">{m.card_holder_document()}</label>
            <select className="input" id="add-document" name="document" defaultValue={typed.document ?? "resident"}>
              <DocumentOptions />
            </select>
          </div>
          {input("add-identity", "identity", m.card_identity(), 120)}
          {input("add-country", "country", m.card_holder_country(), 60)}
        </>
      )}
      {step === "replace" && input("new-number", "number", m.card_new_number(), 30)}
      {price && <Price price={price} />}
      {price && <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id={step} />}
      {go}
    </>
  );
}

/** Each type that the card goes up to has its own price, so each has its own button. */
function Upgrades({ card, paymentTypes, typed, errors }: Omit<StepProps, "step">) {
  return (
    <>
      <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id="upgrade" />
      <input type="hidden" name="intent" value="upgrade" />
      {card.upgrades.map(({ id, name, price }) =>
        price.whyNot ? (
          <p className="dim" key={id}>
            {name}: {price.whyNot}
          </p>
        ) : (
          <Fragment key={id}>
            <input type="hidden" name={`expected.${id}`} value={price.payable + price.deposit} />
            <button className="button" name="toTypeId" value={id}>
              {price.deposit > 0
                ? m.card_upgrade_for_deposit({
                    ...{ name, amount: formatYuan(price.payable), deposit: formatYuan(price.deposit) },
                  })
                : m.card_upgrade_for({ name, amount: formatYuan(price.payable) })}
            </button>
          </Fragment>
        ),
      )}
    </>
  );
}

function Price({ price: { lines, payable, validTo } }: { price: CardPrice }) {
  return (
    <p>
      {lines.map(({ name }) => name).join(" + ")} <strong className="money">¥{formatYuan(payable)}</strong>
      {validTo && ` · ${m.card_valid_to()} ${validTo}`}
      <input type="hidden" name="expected" value={payable} />
    </p>
  );
}

interface StepInputProps {
  id: string;
  name: string;
  label: string;
  most: number;
  typed: string | undefined;
  wrong: string | undefined;
}

function StepInput({ id, name, label, most, typed, wrong }: StepInputProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        maxLength={most}
        autoComplete="off"
        defaultValue={typed}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
      />
      {wrong && (
        <p className="field-error" id={`${id}-error`}>
          {wrong}
        </p>
      )}
    </div>
  );
}

/** The card that goes on in place of this one. */
export function ReplacedBy({ card: { replacedBy }, path }: { card: Pick<CardView, "replacedBy">; path: string }) {
  if (!replacedBy) return null;
  return (
    <div>
      <dt>{m.card_replaced_by()}</dt>
      <dd>
        <Link to={`${path}?card=${replacedBy.id}`}>{replacedBy.number}</Link>
      </dd>
    </div>
  );
}

export function Fact({ label, value }: { label: string; value: string }) {
  return value === "" ? null : (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function backSaid({ amount, deposit, nothingPaid }: NonNullable<CardView["back"]>): string {
  if (amount + deposit === 0) return nothingPaid ? m.card_nothing_paid() : m.card_nothing_back();
  if (deposit === 0) return m.card_goes_back_alone({ amount: formatYuan(amount) });
  return m.card_goes_back({ amount: formatYuan(amount), deposit: formatYuan(deposit) });
}
