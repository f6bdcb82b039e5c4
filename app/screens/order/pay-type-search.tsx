/** Finding a payment whose type is wrong: one order by its number, or the payments of a day. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { DayInput } from "~/form/day-input";

export interface PayTypeSearchView {
  orderNo: string;
  day: string;
  seller: string;
  paymentType: string;
  types: { value: string; label: string }[];
}

export function PayTypeSearch({ view }: { view: PayTypeSearchView }) {
  const { orderNo, day, seller, paymentType, types } = view;
  return (
    <section className="panel" aria-labelledby="pay-type-find">
      <h2 id="pay-type-find">{m.pay_type_find()}</h2>
      <p className="dim">{m.pay_type_find_help()}</p>
      <Form
        method="get"
        action="/dataBase/payTypeModify/payments"
        className="filters"
        role="search"
        aria-labelledby="pay-type-find"
        key={`${orderNo} ${day} ${seller} ${paymentType}`}
      >
        <div className="field">
          <label htmlFor="pay-order-no">{m.order_no()}</label>
          <input
            className="input"
            id="pay-order-no"
            name="orderNo"
            maxLength={40}
            autoComplete="off"
            defaultValue={orderNo}
          />
        </div>
        <div className="field">
          <label htmlFor="pay-day">{m.pay_type_day()}</label>
          <DayInput id="pay-day" name="day" defaultValue={day} />
        </div>
        <div className="field">
          <label htmlFor="pay-seller">{m.pay_type_seller()}</label>
          <input
            className="input"
            id="pay-seller"
            name="seller"
            maxLength={40}
            autoComplete="off"
            defaultValue={seller}
          />
        </div>
        <div className="field">
          <label htmlFor="pay-way">{m.order_payment_type()}</label>
          <select id="pay-way" name="paymentType" defaultValue={paymentType}>
            <option value="">{m.pay_type_any()}</option>
            {types.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button className="button button-primary">{m.pay_type_find()}</button>
      </Form>
    </section>
  );
}
