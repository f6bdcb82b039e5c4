/** One stored-value card at the counter: what it holds, and each step that may be done with it. */
import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { backWords } from "~/contract/stored/back-words";
import type { RefundQuote, SpendQuote, StoredView, TopUpQuote } from "~/contract/stored/counter";
import { Field } from "~/form/field";
import { Link } from "~/widgets/link";
import { Fact, ReplacedBy } from "../card/card-steps";
import { CardWallet, type GivenOut } from "../card/card-wallet";
import { DocumentOptions } from "../card/document-options";
import { LanguageField } from "../card/language-field";
import { PaymentField } from "../card/payment-field";

interface Props {
  card: StoredView;
  /** The amount of which a quotation was asked, as it was typed. */
  asking: string;
  /** Of the step that was just made; "" where nothing moved. */
  slip: string;
  /** Of the holder's phone, by which the card was found; "" otherwise. */
  code: string;
  paymentTypes: readonly Option[];
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
  idempotencyKey: string;
  path: string;
  /** The link for the holder's phone that was just given out. */
  given: GivenOut | null;
}

export function StoredCard(props: Props) {
  const { card, asking, slip, code, typed, errors, idempotencyKey, path } = props;
  const page = `/smartCard/list/${card.id}`;
  const spends = card.steps.some(({ step, whyNot }) => step === "spend" && whyNot === "");
  return (
    <section className="panel" aria-labelledby="card-number">
      <h2 id="card-number">
        {card.number} · {card.stateName}
      </h2>
      <dl className="facts">
        <ReplacedBy card={card} path={path} />
        <Fact label={m.card_type_title()} value={card.typeName} />
        <Fact label={m.stored_principal()} value={`¥${formatYuan(card.principal)}`} />
        <Fact label={m.stored_gift()} value={`¥${formatYuan(card.gift)}`} />
        <Fact label={m.card_deposit_held()} value={card.deposit > 0 ? `¥${formatYuan(card.deposit)}` : ""} />
        {card.state !== "stock" && (
          <Fact
            label={m.card_holder()}
            value={[
              card.named ? m.stored_named() : m.stored_unnamed(),
              card.holderName,
              card.document,
              card.identity,
              card.mobile,
            ]
              .filter(Boolean)
              .join(" · ")}
          />
        )}
        <Fact label={m.card_email()} value={card.email} />
        <Fact label={m.card_valid_to()} value={card.validTo} />
      </dl>
      <details className="card-rules-of">
        <summary>{m.card_rules()}</summary>
        <ul className="card-rules">
          {card.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      {slip !== "" && (
        <div className="toolbar">
          <a className="button button-primary" href={`${page}/slip?no=${encodeURIComponent(slip)}`}>
            {m.stored_slip_print()}
          </a>
        </div>
      )}
      {spends && (
        <Form method="get" action={path} className="card-step" role="search">
          <h3>{m.stored_ask()}</h3>
          <input type="hidden" name="card" value={card.id} />
          {code !== "" && <input type="hidden" name="code" value={code} />}
          <Field name="amount" label={m.stored_spend_amount()}>
            <input className="input" inputMode="decimal" maxLength={12} autoComplete="off" defaultValue={asking} />
          </Field>
          <button className="button">{m.stored_ask()}</button>
          {card.quote && <Quote quote={card.quote} />}
        </Form>
      )}
      {lastSpoil(card.steps).map(({ step, label, whyNot }) => (
        <Form
          method="post"
          action={withCode(`${path}?card=${card.id}`, code)}
          className="card-step"
          id={`step-${step}`}
          key={step}
          noValidate
        >
          <input type="hidden" name="idempotencyKey" value={`${idempotencyKey.slice(0, 50)}-${step}`} />
          <input type="hidden" name="cardId" value={card.id} />
          <h3>{label}</h3>
          {whyNot ? (
            <p className="dim">{whyNot}</p>
          ) : (
            <>
              <StepFields
                {...props}
                step={step}
                typed={typed.intent === step ? typed : {}}
                errors={typed.intent === step ? errors : {}}
              />
              {typed.intent === step && card.topUp && <TopUp step={step} card={card} quote={card.topUp} />}
              {typed.intent === step && card.refund && <Refund quote={card.refund} types={props.paymentTypes} />}
              <button className="button" name="intent" value={step}>
                {typed.intent === step && card.topUp?.whyNot === ""
                  ? m.stored_take()
                  : typed.intent === step && card.refund?.whyNot === ""
                    ? m.stored_give_back()
                    : label}
              </button>
            </>
          )}
        </Form>
      ))}
      <CardWallet card={card} given={props.given} path={path} />
      <div className="toolbar card-step">
        <Link className="button" to={page}>
          {m.card_page()}
        </Link>
        <Link className="button" to={`${page}/statement`}>
          {m.stored_statement()}
        </Link>
        <a className="button" href={`${page}/print`}>
          {m.card_print()}
        </a>
      </div>
    </section>
  );
}

/** What a card in stock is there for comes first. */
const lastSpoil = (steps: StoredView["steps"]) => [
  ...steps.filter(({ step }) => step !== "spoil"),
  ...steps.filter(({ step }) => step === "spoil"),
];

const withCode = (to: string, code: string) => (code === "" ? to : `${to}&code=${encodeURIComponent(code)}`);

function Quote({ quote: { payable, free, off, fromPrincipal, fromGift, ruleName, whyNot } }: { quote: SpendQuote }) {
  const less = free + off;
  if (whyNot)
    return (
      <p role="status">
        <strong className="field-error">{whyNot}</strong>
      </p>
    );
  return (
    <p role="status">
      {m.stored_takes({
        payable: formatYuan(payable),
        principal: formatYuan(fromPrincipal),
        gift: formatYuan(fromGift),
      })}
      {less > 0 && ` ${m.stored_takes_less({ rule: ruleName, amount: formatYuan(less) })}`}
    </p>
  );
}

/** Said before it is paid; what is posted with it is refused where the rules say otherwise by then. */
function TopUp({ step, card, quote }: { step: string; card: StoredView; quote: TopUpQuote }) {
  const { amount, gift, tierFrom, principalAfter, giftAfter, whyNot } = quote;
  const after = { amount: formatYuan(amount), principal: formatYuan(principalAfter), giftAfter: formatYuan(giftAfter) };
  const fees = step === "sell" ? card.newDeposit + card.fees.reduce((sum, fee) => sum + fee.amount, 0) : 0;
  return (
    <div role="status">
      {whyNot === "" && (
        <>
          <input type="hidden" name="quoted" value={amount} />
          <input type="hidden" name="expectedGift" value={gift} />
        </>
      )}
      <p>
        {tierFrom === null
          ? m.stored_brings_nothing(after)
          : m.stored_brings({
              ...{ ...after, gift: formatYuan(gift) },
              tier: m.stored_tier_said({ from: formatYuan(tierFrom), gift: formatYuan(gift) }),
            })}{" "}
        <strong className="money">{m.stored_total({ total: formatYuan(amount + fees) })}</strong>
      </p>
      {whyNot ? <p className="field-error">{whyNot}</p> : <p className="dim">{m.stored_confirm()}</p>}
    </div>
  );
}

/** Said before it is paid back: what is posted with it is refused where the card holds something else by then. */
function Refund({ quote, types }: { quote: RefundQuote; types: Props["paymentTypes"] }) {
  const { amount, forfeit, principal, principalAfter, giftAfter, ways, whyNot } = quote;
  if (whyNot)
    return (
      <p className="field-error" role="status">
        {whyNot}
      </p>
    );
  const by = ways.map(({ paymentType, amount: part }) =>
    m.stored_refund_way({
      way: types.find(({ value }) => value === paymentType)?.label ?? paymentType,
      amount: formatYuan(part),
    }),
  );
  return (
    <div role="status">
      <input type="hidden" name="quoted" value={amount} />
      <input type="hidden" name="expectedPrincipal" value={principal} />
      <input type="hidden" name="expectedForfeit" value={forfeit} />
      <p>
        {m.stored_refund_said({
          ...{ amount: formatYuan(amount), forfeit: formatYuan(forfeit), ways: by.join(m.words_comma()) },
          ...{ principal: formatYuan(principalAfter), gift: formatYuan(giftAfter) },
        })}
      </p>
      <p className="dim">{m.stored_refund_confirm()}</p>
    </div>
  );
}

type FieldsProps = Props & { step: string };

/** Each input has the name of the step's field; ids tell the steps apart. */
function StepFields({ step, card, asking, code, paymentTypes, typed, errors }: FieldsProps) {
  const text = (name: string, label: string, most: number, help?: string) => (
    <Field id={`${step}-${name}`} name={name} label={label} help={help} errors={errors[name]}>
      <input className="input" maxLength={most} autoComplete="off" defaultValue={typed[name]} />
    </Field>
  );
  const amount = (label: string, usual = "", help?: string) => (
    <Field id={`${step}-amount`} name="amount" label={label} help={help} errors={errors.amount}>
      <input
        className="input"
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        defaultValue={typed.amount ?? usual}
      />
    </Field>
  );
  const payment = (
    <PaymentField types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} id={step} />
  );
  switch (step) {
    case "sell":
      return (
        <>
          {text("holderName", m.card_holder(), 40)}
          <Field id="sell-document" name="document" label={m.card_holder_document()} errors={errors.document}>
            <select className="input" defaultValue={typed.document ?? "resident"}>
              <DocumentOptions />
            </select>
          </Field>
          {text("identity", m.card_identity(), 120, m.stored_identity_help())}
          {text("country", m.card_holder_country(), 60, m.card_country_help())}
          {text("mobile", m.card_mobile(), 20)}
          {text("email", m.card_email(), 100, m.card_email_help())}
          <LanguageField chosen={typed.language} errors={errors.language} id="sell-language" />
          {amount(m.stored_first_top_up(), "", m.stored_first_help())}
          {payment}
          <Fees card={card} />
        </>
      );
    case "topUp":
      return (
        <>
          {amount(m.stored_top_up_amount())}
          {payment}
        </>
      );
    case "spend":
      return (
        <>
          {amount(m.stored_spend_amount(), asking)}
          {card.quote?.whyNot === "" && (
            <>
              <input type="hidden" name="quoted" value={card.quote.amount} />
              <input type="hidden" name="expected" value={card.quote.payable} />
            </>
          )}
          {text("what", m.stored_spend_what(), 40)}
          {code !== "" && (
            <Field id="spend-code" name="code" label={m.stored_spend_code()} errors={errors.code}>
              <input className="input" maxLength={60} autoComplete="off" defaultValue={typed.code ?? code} />
            </Field>
          )}
        </>
      );
    case "refund":
      return (
        <>
          <p>{m.stored_back_now({ amount: formatYuan(card.returnable), gift: formatYuan(card.forfeits) })}</p>
          {amount(m.stored_refund_amount())}
          {text("reason", m.card_reason(), 200)}
        </>
      );
    case "replace":
      return (
        <>
          {text("number", m.card_new_number(), 30, m.card_new_number_help())}
          {payment}
          <Fees card={card} />
        </>
      );
    case "cancel":
      return (
        <>
          <input type="hidden" name="expectedPrincipal" value={card.principal} />
          <input type="hidden" name="expectedForfeit" value={card.gift} />
          <p>{backSaid(card)}</p>
          {text("reason", m.card_reason(), 200)}
        </>
      );
    case "spoil":
    case "reportLoss":
      return text("reason", m.card_reason(), 200);
    case "found":
      return <p>{m.stored_found_question()}</p>;
    default:
      return <p>{m.stored_prolong_question()}</p>;
  }
}

function Fees({ card: { fees, newDeposit } }: Pick<Props, "card">) {
  const parts = [
    ...fees.map(({ name, amount }) => `${name} ¥${formatYuan(amount)}`),
    ...(newDeposit > 0 ? [`${m.card_deposit()} ¥${formatYuan(newDeposit)}`] : []),
  ];
  return parts.length === 0 ? null : <p>{m.stored_besides({ fees: parts.join(m.card_says_comma()) })}</p>;
}

function backSaid(card: Parameters<typeof backWords>[0]): string {
  const parts = backWords(card);
  return parts === "" ? m.stored_cancel_back_empty() : m.stored_cancel_back({ parts });
}
