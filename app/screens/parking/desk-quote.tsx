/** A car that stands inside: what it owes, how that comes about, and the buttons that take it. */
import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Typed } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { Fact } from "../card/card-steps";
import { PaymentField } from "../card/payment-field";
import type { DeskPage } from "./desk-page";

interface Props {
  page: DeskPage;
  quote: NonNullable<DeskPage["quote"]>;
  typed: Typed;
  errors: FieldErrors;
  idempotencyKey: string;
}

export function DeskQuote({ page, quote, typed, errors, idempotencyKey }: Props) {
  const { id, plate, vehicleName, enteredAt, duration, due, at, sentences, pass } = quote;
  return (
    <section className="panel" aria-labelledby="parking-quote">
      <h2 id="parking-quote">{m.parking_quote({ plate })}</h2>
      <dl className="facts">
        <Fact label={m.parking_vehicle()} value={vehicleName} />
        <Fact label={m.parking_entered()} value={enteredAt} />
        <Fact label={m.parking_duration()} value={duration} />
        <Fact label={m.parking_pass()} value={pass} />
      </dl>
      <p className="parking-due">
        {m.parking_due()} ¥{formatYuan(due)}
      </p>
      <ul className="parking-says">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Form method="post" className="parking-pay" noValidate key={idempotencyKey}>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <input type="hidden" name="recordId" value={id} />
        <input type="hidden" name="lotId" value={page.lot?.id ?? ""} />
        <input type="hidden" name="due" value={due} />
        <input type="hidden" name="at" value={at} />
        {page.may.pay && due > 0 && (
          <PaymentField id="parking" types={page.paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} />
        )}
        {page.may.pay && (
          <button className="button button-primary" name="intent" value="leave" autoFocus>
            {due > 0 ? m.parking_pay_leave({ amount: formatYuan(due) }) : m.parking_leave_free()}
          </button>
        )}
        {page.may.pay && due > 0 && (
          <button className="button" name="intent" value="prepay">
            {m.parking_pay_inside()}
          </button>
        )}
        {page.may.release && (
          <Link className="button" to={`/parking/recordList/${id}/release`}>
            {m.parking_release()}
          </Link>
        )}
      </Form>
    </section>
  );
}
