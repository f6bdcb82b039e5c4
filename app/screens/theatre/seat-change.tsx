/** Another seat for a ticket: chosen from lists, then what it costs is seen before it is done. Without scripts as with them. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import type { theatreChangeQuote } from "~/contract/theatre/change-seat";
import type { theatreTickets } from "~/contract/theatre/sale";
import { Field } from "~/form/field";
import { Link } from "~/widgets/link";

export const soldPath = "/theatre/seatSale/sold";

interface Props {
  sold: AnswerOf<typeof theatreTickets>;
  quote: AnswerOf<typeof theatreChangeQuote> | null;
  chosen: { ticketId: number; seatId: number };
  idempotencyKey: string;
  typed: { given?: string; paymentType?: string };
}

export function SeatChange(props: Props) {
  return (
    <section className="panel no-print" aria-labelledby="change-seat">
      <h2 id="change-seat">{m.theatre_change_seat()}</h2>
      {props.quote ? <Confirm {...props} quote={props.quote} /> : <Choice {...props} />}
    </section>
  );
}

function Choice({ sold: { orderNo, sessionId: ofSession, tickets, others }, chosen }: Props) {
  return (
    <Form method="get" action={soldPath} className="seat-forms" preventScrollReset>
      <input type="hidden" name="order" value={orderNo} />
      <Field name="ticket" label={m.theatre_seat()}>
        <select className="input" defaultValue={String(chosen.ticketId)}>
          {tickets
            .filter(({ state, seatId, sessionId }) => state === "sold" && seatId !== null && sessionId === ofSession)
            .map(({ id, label, price }) => (
              <option key={id} value={id}>
                {label} ¥{formatYuan(price)}
              </option>
            ))}
        </select>
      </Field>
      <Field name="to" label={m.theatre_change_to()} help={m.theatre_change_help()}>
        <select className="input" defaultValue={String(chosen.seatId)}>
          {others.map(({ value, label, price }) => (
            <option key={value} value={value}>
              {label} ¥{formatYuan(price)}
            </option>
          ))}
        </select>
      </Field>
      <button className="button">{m.theatre_change_look()}</button>
    </Form>
  );
}

function Confirm({
  sold: { orderNo },
  quote,
  chosen,
  idempotencyKey,
  typed,
}: Props & { quote: NonNullable<Props["quote"]> }) {
  const { from, to, price, newPrice, due, back, ways, paymentTypes, gap, both, pair, mayLeave } = quote;
  const isSame = due === 0 && back === 0;
  return (
    <Form method="post" action={`${soldPath}?order=${orderNo}`} preventScrollReset>
      <input type="hidden" name="ticket" value={chosen.ticketId} />
      <input type="hidden" name="to" value={chosen.seatId} />
      {both && <input type="hidden" name="both" value="T" />}
      <input type="hidden" name="expected" value={due - back} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <p>
        <strong>{m.theatre_change_from_to({ from, to })}</strong> ·{" "}
        {m.theatre_change_prices({ price: formatYuan(price), newPrice: formatYuan(newPrice) })}
      </p>
      {due > 0 && (
        <p>
          {m.theatre_change_due()} <span className="seat-due">¥{formatYuan(due)}</span>
        </p>
      )}
      {back > 0 && (
        <>
          <p>
            {m.theatre_change_back()} <span className="seat-due">¥{formatYuan(back)}</span>
          </p>
          <p>
            {m.theatre_change_back_by({
              ways: ways.map(({ name, amount }) => `${name} ¥${formatYuan(amount)}`).join(" · "),
            })}
          </p>
        </>
      )}
      <p className="dim">{isSame ? m.theatre_change_even() : m.theatre_change_new_no()}</p>
      {gap !== "" && (
        <p role="alert">{mayLeave ? m.theatre_change_gap_may({ seat: gap }) : m.theatre_change_gap({ seat: gap })}</p>
      )}
      {both && <p>{m.theatre_change_both()}</p>}
      {pair !== "" && <p role="alert">{pair}</p>}
      {mayLeave && (
        <p>
          <label className="choice">
            <input type="checkbox" name="leaveGaps" value="T" required />
            {pair === "" ? m.theatre_leave_gaps() : m.theatre_leave_pairs()}
          </label>
        </p>
      )}
      <div className="seat-forms">
        {due > 0 && (
          <>
            <Field name="paymentType" label={m.theatre_pay_by()}>
              <select className="input" defaultValue={typed.paymentType}>
                {paymentTypes.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            <Field name="given" label={m.theatre_given()}>
              <input
                className="input"
                inputMode="decimal"
                maxLength={12}
                autoComplete="off"
                defaultValue={typed.given}
              />
            </Field>
          </>
        )}
        <Link className="button" to={`${soldPath}?order=${orderNo}`} preventScrollReset>
          {m.theatre_change_other()}
        </Link>
        {((gap === "" && pair === "") || mayLeave) && (
          <button className="button button-primary">{m.theatre_change_confirm()}</button>
        )}
      </div>
    </Form>
  );
}
