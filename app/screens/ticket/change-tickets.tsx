/** The tickets of an order to choose from, each with its day and holder, or why it cannot be changed. */
import type { ChangeEvent } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "~/widgets/hydrated";
import type { ChangePage } from "./change-form.server";

interface Props {
  legend: string;
  tickets: Omit<ChangePage["tickets"][number], "what" | "documents">[];
  chosen: number[];
  error: string | undefined;
}

export function ChangeTickets({ legend, tickets, chosen, error }: Props) {
  const hydrated = useHydrated();
  function all(event: ChangeEvent<HTMLInputElement>) {
    const boxes = event.currentTarget
      .closest("table")
      ?.querySelectorAll<HTMLInputElement>("input[name=ticketId]:not(:disabled)");
    for (const box of boxes ?? []) box.checked = event.currentTarget.checked;
  }
  return (
    <fieldset className="plain">
      <legend>{legend}</legend>
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
                  <span className="visually-hidden">{legend}</span>
                )}
              </th>
              <th scope="col">{m.sale_ticket_no()}</th>
              <th scope="col">{m.sale_ticket()}</th>
              <th scope="col">{m.order_visit_day()}</th>
              <th scope="col">{m.sale_holder()}</th>
              <th scope="col" className="num">
                {m.order_paid()}
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
                    defaultChecked={ticket.whyNot === "" && chosen.includes(ticket.id)}
                    disabled={ticket.whyNot !== ""}
                    aria-describedby={error ? "tickets-error" : undefined}
                  />
                </td>
                <th scope="row">
                  <label htmlFor={`ticket-${ticket.id}`}>{ticket.no}</label>
                </th>
                <td className="pick-name">
                  {ticket.name}
                  {ticket.whyNot && <small className="counter-why">{ticket.whyNot}</small>}
                </td>
                <td data-label={m.order_visit_day()}>{ticket.at}</td>
                {ticket.holder ? <td data-label={m.sale_holder()}>{ticket.holder}</td> : <td />}
                <td className="num" data-label={m.order_paid()}>
                  {ticket.price}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  );
}
