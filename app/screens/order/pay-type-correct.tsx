/** The right type of one payment: chosen with a reason, shown with all that changes, then confirmed. */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type Booking, correctPayType, payTypeQuote } from "~/contract/order/pay-type";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { permission } from "~/screens/permission.server";
import { idFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { PayTypeForm } from "./pay-type-form";

const path = "/dataBase/payTypeModify";
export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.pay_type_correct() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  return pageOf(context, idFrom(request, "paymentId"), "");
}

/** `toType`: what it is to become, to say what changes; "" says nothing yet. */
async function pageOf(context: AppLoadContext, paymentId: number, toType: string) {
  const [{ payment, whyNot, types, booking, version }, labels, may] = await Promise.all([
    context.dispatch.call(payTypeQuote, { paymentId }),
    loadLabels(context, "paymentType"),
    permission(context, "payType:correct"),
  ]);
  const amount = formatYuan(payment.amount);
  const from = labelOf(labels, "paymentType", payment.paymentType);
  const to = types.find(({ value }) => value === toType)?.label;
  const { how, ...facts } = booking;
  const lines = [
    m.pay_type_change({ type: from, amount: `−${amount}` }),
    m.pay_type_change({ type: to ?? "", amount: `+${amount}` }),
    booked[how](facts),
    m.pay_type_paid_same(),
  ];
  return {
    ...{ paymentId, whyNot, types, version, may, from, amount },
    facts: [
      [m.order_no(), payment.orderNo],
      [
        m.pay_type_paid_at(),
        payment.closedYear === ""
          ? payment.paidAt
          : payment.paidAt + m.pay_type_closed_year({ year: payment.closedYear }),
      ],
      [m.order_payment_type(), from],
      [m.order_amount(), `¥${amount}`],
      [m.pay_type_seller(), payment.by],
      ...(payment.shiftNo === "" ? [] : [[m.pay_type_shift(), payment.shiftNo]]),
    ] as [string, string][],
    changes: to === undefined || whyNot !== "" ? [] : lines,
    idempotencyKey: crypto.randomUUID(),
  };
}

const booked: Record<Booking, (facts: { by: string; day: string; paidOn: string; year: string }) => string> = {
  shift: m.pay_type_book_shift,
  day: m.pay_type_book_day,
  handedOver: m.pay_type_book_handed,
  dayOver: m.pay_type_book_over,
  yearClosed: m.pay_type_book_closed,
};

/** `intent=preview` says what changes; `intent=commit` does it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const paymentId = idFrom(request, "paymentId");
  const form = typedOf(await request.formData());
  const typed = { toType: (form.toType ?? "").slice(0, 40), reason: (form.reason ?? "").trim().slice(0, 200) };
  const page = await pageOf(context, paymentId, typed.toType);
  const to = page.types.find(({ value }) => value === typed.toType);
  const errors: FieldErrors = {
    ...(!to && page.whyNot === "" && { toType: [m.pay_type_choose_to()] }),
    ...(typed.reason === "" && { reason: [m.pay_type_reason_required()] }),
  };
  if (Object.keys(errors).length > 0) return data({ page: { ...page, changes: [] }, typed, errors, notice: null }, 422);
  if (form.intent !== "commit") return data({ page, typed, errors, notice: null });
  const key = form.idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : page.idempotencyKey;
  const version = (form.version ?? "").slice(0, 80);
  const corrected = await attempt(
    context,
    () => context.dispatch.call(correctPayType, { paymentId, ...typed, version, idempotencyKey }),
    m.error_save_title(),
  );
  if (!corrected.ok) {
    const { errors: wrong, notice, status, kind } = corrected.refusal;
    // What became of it is not known after a time-out: the same key asks for the same correction.
    const next = kind === "timeout" ? { ...page, idempotencyKey } : page;
    return data({ page: next, typed, errors: wrong, notice }, status);
  }
  const text = m.pay_type_done({ from: page.from, to: to?.label ?? "", amount: page.amount });
  return done(context, path, { text });
}

type Page = Awaited<ReturnType<typeof pageOf>>;

interface Answered {
  typed: { toType: string; reason: string };
  errors: FieldErrors;
  notice: Notice | null;
}

export default function PayTypeCorrect() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const page: Page = answered?.page ?? loaded;
  const { typed, errors, notice }: Answered = answered ?? {
    ...{ typed: { toType: "", reason: "" }, errors: {}, notice: null },
  };
  const busy = useNavigation().state !== "idle";
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.pay_type_correct()}</h1>
        <div className="toolbar">
          <Link className="button" to={`${path}/payments?orderNo=${page.facts[0]?.[1]}`}>
            {m.pay_type_other()}
          </Link>
          <Link className="button" to={path}>
            {m.pay_type_back()}
          </Link>
        </div>
      </header>
      <FormNotice notice={notice} />
      <section className="panel">
        <dl className="facts">
          {page.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {page.whyNot && <p className="notice notice-warn">{page.whyNot}</p>}
      </section>
      {page.whyNot === "" && <PayTypeForm page={page} typed={typed} errors={errors} busy={busy} />}
    </div>
  );
}
