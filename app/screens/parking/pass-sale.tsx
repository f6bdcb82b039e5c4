/** A month pass is sold (`/parking/passList/sell`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { parkingPassForm, parkingPassSell } from "~/contract/parking/pass";
import { typedDay } from "~/contract/typed-day";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { keyOf } from "../card/counter-form.server";
import { PaymentField } from "../card/payment-field";
import { idOf } from "./desk-form.server";
import "./parking.css";

const list = "/parking/passList";

export const handle = { menu: list };
export const meta: MetaFunction = () => [{ title: m.parking_pass_sell() }];

export async function loader({ context }: LoaderFunctionArgs) {
  return { ...(await context.dispatch.call(parkingPassForm, {})), key: crypto.randomUUID() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const idempotencyKey = keyOf(typed);
  // A lot and the price that was shown with it: `7:30000`.
  const [lot, price = ""] = (typed.lot ?? "").split(":");
  const { plates = "", holder = "", mobile = "", paymentType = "" } = typed;
  const payload = {
    ...{ lotId: idOf(lot) ?? 0, price: Number(price), plates, holder, mobile, paymentType, idempotencyKey },
    ...{ startDay: typedDay(typed.startDay ?? "", today()), months: Number(typed.months ?? "") },
  };
  const tried = await attempt(context, () => context.dispatch.call(parkingPassSell, payload));
  if (tried.ok) {
    const { id, number, amount, untilDay } = tried.value;
    const text = m.parking_sold_told({ number, until: untilDay, amount: formatYuan(amount) });
    return done(context, `${list}/${id}`, { text });
  }
  const { errors, notice, status, kind } = tried.refusal;
  return data({ typed, errors, notice, key: kind === "timeout" ? idempotencyKey : crypto.randomUUID() }, status);
}

export default function PassSale() {
  const { lots, paymentTypes, today: now, key } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const typed: Typed = answered?.typed ?? {};
  const errors: FieldErrors = answered?.errors ?? {};
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>{m.parking_pass_sell()}</h1>
        <div className="toolbar">
          <Link className="button" to={list}>
            {m.fun_parking_pass_list()}
          </Link>
        </div>
      </header>
      <FormNotice
        notice={answered?.notice}
        errors={Object.keys(errors).length > 0 ? { "": [m.engine_check_errors()] } : undefined}
      />
      {lots.length === 0 && <p className="panel empty">{m.parking_pass_none()}</p>}
      {lots.length > 0 && (
        <Form method="post" className="panel" noValidate>
          <input type="hidden" name="idempotencyKey" value={answered?.key ?? key} />
          <Field name="lot" label={m.parking_lot()} errors={errors.lotId ?? errors.price} required>
            <select className="input" defaultValue={typed.lot}>
              {lots.map(({ id, name, price, plates }) => (
                <option key={id} value={`${id}:${price}`}>
                  {m.parking_price_of({ lot: name, amount: formatYuan(price), n: plates })}
                </option>
              ))}
            </select>
          </Field>
          <Field
            name="plates"
            label={m.parking_plates()}
            help={m.parking_plates_help()}
            errors={errors.plates}
            required
          >
            <input className="input" maxLength={200} autoComplete="off" defaultValue={typed.plates} autoFocus />
          </Field>
          <Field name="holder" label={m.parking_holder()} errors={errors.holder} required>
            <input className="input" maxLength={60} defaultValue={typed.holder} />
          </Field>
          <Field name="mobile" label={m.parking_mobile()} errors={errors.mobile}>
            <input className="input" maxLength={24} inputMode="tel" defaultValue={typed.mobile} />
          </Field>
          <Field name="startDay" label={m.parking_start_day()} errors={errors.startDay} required>
            <DayInput className="input" min={now} defaultValue={typed.startDay ?? now} />
          </Field>
          <Field name="months" label={m.parking_months()} errors={errors.months} required>
            <input className="input num" inputMode="numeric" maxLength={2} defaultValue={typed.months ?? "1"} />
          </Field>
          <PaymentField id="pass" types={paymentTypes} chosen={typed.paymentType} errors={errors.paymentType} />
          <button className="button button-primary">{m.parking_pass_sell()}</button>
        </Form>
      )}
    </div>
  );
}
