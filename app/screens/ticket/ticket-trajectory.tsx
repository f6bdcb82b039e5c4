/** Where one ticket passed (`/ticketGuiJiDetail`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { TableFrame } from "~/widgets/table-frame";
import { loadTicket } from "./load-ticket.server";
import { TicketHead } from "./ticket-head";

export const handle = { menu: "/ticket/issuedList" };
export const meta: MetaFunction = () => [{ title: m.issued_trajectory_title() }];
export const loader = (args: LoaderFunctionArgs) => loadTicket(args);

export default function TicketTrajectory() {
  const ticket = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <TicketHead ticket={ticket} title={m.issued_trajectory_title()} />
      {ticket.passages.length === 0 ? (
        <p className="empty panel">{m.issued_trajectory_none()}</p>
      ) : (
        <TableFrame label={m.issued_trajectory_title()}>
          <table className="table">
            <caption className="visually-hidden">{m.issued_trajectory_title()}</caption>
            <thead>
              <tr>
                <th scope="col">{m.order_at()}</th>
                <th scope="col">{m.check_gate()}</th>
                <th scope="col">{m.issued_direction()}</th>
                <th scope="col">{m.issued_verdict()}</th>
                <th scope="col">{m.issued_reason()}</th>
                <th scope="col">{m.order_by()}</th>
              </tr>
            </thead>
            <tbody>
              {ticket.passages.map((passage, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: passages are never reordered
                <tr key={index}>
                  <td>{passage.at}</td>
                  <td>{passage.place}</td>
                  <td>{passage.direction}</td>
                  <td>
                    <span className={`badge badge-${passage.admitted ? "good" : "bad"}`}>
                      {passage.admitted ? m.check_admitted() : m.check_refused()}
                    </span>
                  </td>
                  <td>{passage.reason}</td>
                  <td>{passage.by}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </div>
  );
}
