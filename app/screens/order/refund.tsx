/** Refunding tickets of an order (`/orders/refund`): a quotation first, then one commit. */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { textOf } from "~/contract/validators";
import { attempt } from "~/form/submission.server";
import { keepingWay } from "~/resource/way-back.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { RefundTickets } from "./refund-tickets";

export const handle = { menu: "/order/offlineOrderList" };
export const meta: MetaFunction = () => [{ title: m.order_refund_title() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { ...(await pageOf(context, idFrom(request, "orderId"), [])), idempotencyKey: crypto.randomUUID() };
}

/** The order's tickets, each with what it would give back, and the quotation for those chosen. */
async function pageOf(context: AppLoadContext, orderId: number, ids: string[]) {
  const [order, all, chosen, labels] = await Promise.all([
    context.dispatch.call(orderDetail, { id: orderId }),
    context.dispatch.call(quoteRefund, { orderId }),
    ids.length > 0
      ? attempt(context, () => context.dispatch.call(quoteRefund, { orderId, ...choice(ids) }), m.error_refund_title())
      : null,
    loadLabels(context, "paymentType"),
  ]);
  const names = new Map(order.lines.map((line) => [line.id, line.name]));
  const severalDays = new Set(all.tickets.map(({ day }) => day)).size > 1;
  const others = new Set(order.lines.filter(({ business }) => business !== "ticket").map((line) => line.id));
  return {
    orderAt: keepingWay(context)(`/offlineOrderDetail?id=${orderId}`),
    orderNo: order.orderNo,
    whyNot: all.whyNot,
    tickets: all.tickets.map((ticket) => ({
      id: others.has(ticket.lineId) ? `${ticket.lineId}.${ticket.id}` : String(ticket.id),
      no: ticket.ticketNo,
      name: [names.get(ticket.lineId), severalDays && ticket.day].filter(Boolean).join(" · "),
      price: formatYuan(ticket.price),
      fee: formatYuan(ticket.fee),
      back: formatYuan(ticket.price - ticket.fee),
      whyNot: ticket.refundable ? "" : ticket.whyNot,
      says: ticket.says ?? "",
    })),
    chosen: ids,
    quote: chosen?.ok
      ? {
          amount: chosen.value.amount,
          amountText: formatYuan(chosen.value.amount),
          feeText: formatYuan(chosen.value.fee),
          ways: chosen.value.ways.map(
            (way) => `${labelOf(labels, "paymentType", way.paymentType)} ¥${formatYuan(way.amount)}`,
          ),
          notes: chosen.value.notes,
          needsApproval: chosen.value.needsApproval,
          approvalWhy: chosen.value.approvalWhy,
          whyNot: chosen.value.whyNot,
        }
      : null,
    notice: chosen && !chosen.ok ? chosen.refusal.notice : null,
  };
}

/** `12` is a ticket, as it always was; `7.1` is piece 1 of line 7, whatever was sold there. */
function choice(ids: readonly string[]) {
  const numbers = ids.map((id) => id.split(".").map(Number));
  return {
    ticketIds: numbers.flatMap(([id = 0, piece]) => (piece === undefined ? [id] : [])),
    pieces: numbers.flatMap(([lineId = 0, id]) => (id === undefined ? [] : [{ lineId, id }])),
  };
}

/** `intent=quote` works the refund out; `intent=commit` does it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const orderId = idFrom(request, "orderId");
  const form = await request.formData();
  const ticketIds = form
    .getAll("ticketId")
    .map(String)
    .filter((text) => /^[1-9]\d{0,14}(\.[1-9]\d{0,14})?$/.test(text))
    .slice(0, 1000);
  const reason = textOf(200).safeParse(form.get("reason") ?? "");
  const key = String(form.get("idempotencyKey") ?? "");
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const typed = { reason: reason.success ? reason.data : String(form.get("reason")).slice(0, 200) };
  const commit = form.get("intent") === "commit";

  const errors: FieldErrors = {};
  if (ticketIds.length === 0) errors.ticketId = [m.order_refund_choose_one()];
  if (!reason.success) errors.reason = [reason.error.issues[0]?.message ?? m.v_invalid()];
  else if (commit && reason.data === "") errors.reason = [m.order_refund_reason_required()];
  if (Object.keys(errors).length > 0) {
    return data({ ...(await pageOf(context, orderId, ticketIds)), typed, errors, idempotencyKey }, 422);
  }
  if (!commit) return data({ ...(await pageOf(context, orderId, ticketIds)), typed, errors, idempotencyKey });

  const expected = String(form.get("expectedAmount") ?? "");
  const done = await attempt(
    context,
    () =>
      context.dispatch.call(refundOrder, {
        orderId,
        ...choice(ticketIds),
        reason: typed.reason,
        idempotencyKey,
        ...(/^\d{1,12}$/.test(expected) && { expectedAmount: Number(expected) }),
      }),
    m.error_refund_title(),
  );
  if (!done.ok) {
    const page = await pageOf(context, orderId, ticketIds);
    const next = done.refusal.kind === "timeout" ? idempotencyKey : crypto.randomUUID();
    return data(
      { ...page, typed, errors: done.refusal.errors, notice: done.refusal.notice, idempotencyKey: next },
      done.refusal.status,
    );
  }
  context.session.flash(
    done.value.state === "waiting" ? "refundWaiting" : done.value.state === "held" ? "refundHeld" : "refunded",
  );
  return redirect(keepingWay(context)(`/offlineOrderDetail?id=${orderId}`), 303);
}

interface Answered {
  typed: { reason: string };
  errors: FieldErrors;
  notice: Notice | null;
}

export default function Refund() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const page = answered ?? loaded;
  const { typed, errors, notice }: Answered = answered ?? { typed: { reason: "" }, errors: {}, notice: loaded.notice };
  const busy = useNavigation().state !== "idle";
  const { quote } = page;
  const anything = page.tickets.some((ticket) => ticket.whyNot === "");
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.order_refund_title()} <small className="dim">{page.orderNo}</small>
        </h1>
        <div className="toolbar">
          <Link className="button" to={page.orderAt}>
            {m.order_back_to_order()}
          </Link>
        </div>
      </header>
      {(notice || page.whyNot || !anything) && (
        <div className="notice notice-bad" role="alert">
          <p>{notice?.message ?? (page.whyNot || m.order_refund_none())}</p>
        </div>
      )}
      <Form method="post" className="panel" noValidate>
        <input type="hidden" name="idempotencyKey" value={page.idempotencyKey} />
        <RefundTickets tickets={page.tickets} chosen={page.chosen} error={errors.ticketId?.[0]} />
        <div className="field">
          <label htmlFor="reason">{m.order_refund_reason()}</label>
          <input
            className="input"
            id="reason"
            name="reason"
            maxLength={200}
            defaultValue={typed.reason}
            aria-invalid={errors.reason ? true : undefined}
            aria-describedby={errors.reason ? "reason-error" : undefined}
          />
          {errors.reason && (
            <p className="field-error" id="reason-error">
              {errors.reason[0]}
            </p>
          )}
        </div>
        {quote && (
          <output className="refund-quote">
            <span>
              {m.order_refund_fee()} ¥{quote.feeText}
            </span>
            <strong>
              {m.order_refund_amount()} ¥{quote.amountText}
            </strong>
            {quote.ways.length > 0 && (
              <p>
                {m.engine_colon({ label: m.order_refund_ways() })}
                {quote.ways.join(" · ")}
              </p>
            )}
            {quote.notes.map((note) => (
              <p className="notice notice-warn" key={note}>
                {note}
              </p>
            ))}
            {quote.needsApproval && (
              <p className="notice notice-warn">
                {quote.approvalWhy ? m.flow_approval_why({ why: quote.approvalWhy }) : m.order_refund_needs_approval()}
              </p>
            )}
            {quote.whyNot && <p className="field-error">{quote.whyNot}</p>}
          </output>
        )}
        <div className="toolbar">
          <button className="button" name="intent" value="quote" disabled={busy || !anything}>
            {m.order_refund_quote()}
          </button>
          {quote && !quote.whyNot && (
            <>
              <input type="hidden" name="expectedAmount" value={quote.amount} />
              <button className="button button-danger" name="intent" value="commit" disabled={busy}>
                {quote.needsApproval ? m.order_refund_submit_approval() : m.order_refund_commit()}
              </button>
            </>
          )}
        </div>
      </Form>
    </div>
  );
}
