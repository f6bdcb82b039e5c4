/** The tickets of an order to choose from, each with what it gives back or why it does not. */
import type { ChangeEvent } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "~/widgets/hydrated";

interface Props {
  tickets: {
    id: string;
    no: string;
    name: string;
    price: string;
    fee: string;
    back: string;
    whyNot: string;
    says: string;
  }[];
  chosen: string[];
  error: string | undefined;
}

export function RefundTickets({ tickets, chosen, error }: Props) {
  const hydrated = useHydrated();
  function all(event: ChangeEvent<HTMLInputElement>) {
    const boxes = event.currentTarget
      .closest("table")
      ?.querySelectorAll<HTMLInputElement>("input[name=ticketId]:not(:disabled)");
    for (const box of boxes ?? []) box.checked = event.currentTarget.checked;
  }
  return (
    <fieldset className="plain">
      <legend>{m.order_refund_choose()}</legend>
      {error && (
        <p className="field-error" id="tickets-error">
          {error}
        </p>
      )}
      <div className="table-frame">
        <table className="table table-cards table-picks">
          <thead>
            <tr>
              <th scope="col" data-label={hydrated ? m.order_refund_all() : undefined}>
                {hydrated ? (
                  <input type="checkbox" onChange={all} aria-label={m.order_refund_all()} />
                ) : (
                  <span className="visually-hidden">{m.order_refund_choose()}</span>
                )}
              </th>
              <th scope="col">{m.sale_ticket_no()}</th>
              <th scope="col">{m.sale_ticket()}</th>
              <th scope="col" className="num">
                {m.order_paid()}
              </th>
              <th scope="col" className="num">
                {m.order_refund_fee()}
              </th>
              <th scope="col" className="num">
                {m.order_refund_back()}
              </th>
            </tr>
          </thead>
          <tbody>
            {tickets.map((ticket) => (
              <tr key={ticket.id}>
                <td className="tick">
                  <input
                    type="checkbox"
                    name="ticketId"
                    value={ticket.id}
                    id={`ticket-${ticket.id}`}
                    defaultChecked={chosen.includes(ticket.id)}
                    disabled={ticket.whyNot !== ""}
                  />
                </td>
                <th scope="row">
                  <label htmlFor={`ticket-${ticket.id}`}>{ticket.no}</label>
                </th>
                <td className="pick-name">
                  {ticket.name}
                  {ticket.whyNot && <small className="counter-why">{ticket.whyNot}</small>}
                  {ticket.says && (
                    <>
                      <br />
                      <small className="dim">{ticket.says}</small>
                    </>
                  )}
                </td>
                <td className="num" data-label={m.order_paid()}>
                  {ticket.price}
                </td>
                {ticket.whyNot ? (
                  <>
                    <td />
                    <td />
                  </>
                ) : (
                  <>
                    <td className="num" data-label={m.order_refund_fee()}>
                      {ticket.fee}
                    </td>
                    <td className="num" data-label={m.order_refund_back()}>
                      {ticket.back}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  );
}
