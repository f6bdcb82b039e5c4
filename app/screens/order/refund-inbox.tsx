/** Refunds that wait for the caller's word: what, why, what it costs the guest, and two buttons that say the amount. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";

export interface WaitingRefund {
  id: number;
  refundNo: string;
  orderNo: string;
  orderId: number;
  quantity: number;
  /** In yuan, with the sign of the currency. */
  amount: string;
  price: string;
  fee: string;
  percent: number;
  reason: string;
  by: string;
  at: string;
}

export function RefundInbox({ refunds, more }: { refunds: readonly WaitingRefund[]; more: number }) {
  return (
    <section aria-label={m.order_refund_inbox({ n: refunds.length + more })}>
      <p>
        <strong>{m.order_refund_inbox({ n: refunds.length + more })}</strong>
      </p>
      <ul className="messages approvals panel">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <div>
              <p>
                <strong>{m.order_refund_of({ amount: refund.amount })}</strong>{" "}
                <Link className="refund-order" to={`/offlineOrderDetail?id=${refund.orderId}`}>
                  {refund.orderNo}
                </Link>
              </p>
              <p>{refund.reason}</p>
              <p className="dim">
                {m.order_refund_rule({
                  tickets: refund.quantity,
                  price: refund.price,
                  fee: refund.fee,
                  percent: refund.percent,
                })}
              </p>
              <p className="dim">{m.approvals_asked({ name: refund.by, at: refund.at })}</p>
            </div>
            <Decision refund={refund} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each asks once more, in its place; without scripts as well. */
function Decision({ refund: { id, amount, refundNo } }: { refund: WaitingRefund }) {
  const field = `remark-${id}`;
  return (
    <div className="toolbar">
      <details className="approval-reject">
        <summary className="button button-primary">{m.order_refund_approve()}</summary>
        <Form method="post" preventScrollReset className="field">
          <p>{m.order_refund_sure({ amount })}</p>
          <button className="button button-primary" name="approve" value={id}>
            {m.order_refund_pay({ amount })}
          </button>
        </Form>
      </details>
      <details className="approval-reject">
        <summary className="button">{m.order_refund_reject()}</summary>
        <Form method="post" preventScrollReset className="field">
          <label htmlFor={field}>{m.approvals_remark()}</label>
          <input className="input" id={field} name="remark" maxLength={200} required />
          <button
            className="button button-danger"
            name="reject"
            value={id}
            aria-label={m.approvals_reject_title({ what: refundNo })}
          >
            {m.order_refund_reject()}
          </button>
        </Form>
      </details>
    </div>
  );
}
