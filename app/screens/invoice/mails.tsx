/** Mails that an invoice went out with, or waits for. */
import { m } from "~/contract/messages";
import { TableFrame } from "~/widgets/table-frame";

interface Mailed {
  to: string;
  state: "waiting" | "sent" | "failed";
  by: string;
  at: string;
  problem: string;
}

const states = {
  waiting: m.invoice_mail_state_waiting,
  sent: m.invoice_mail_state_sent,
  failed: m.invoice_mail_state_failed,
} as const;

export function Mails({ mails }: { mails: readonly Mailed[] }) {
  if (mails.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="invoice-mails">
      <h2 id="invoice-mails">{m.invoice_mails()}</h2>
      <TableFrame label={m.invoice_mails()}>
        <table className="table">
          <caption className="visually-hidden">{m.invoice_mails()}</caption>
          <thead>
            <tr>
              {[
                m.invoice_mail_at,
                m.invoice_mail_to,
                m.invoice_mail_state,
                m.invoice_mail_by,
                m.invoice_mail_problem,
              ].map((label) => (
                <th scope="col" key={label()}>
                  {label()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {mails.map(({ at, to, state, by, problem }) => (
              <tr key={`${at}${to}${state}`}>
                <td>{at}</td>
                <td>{to}</td>
                <td>{states[state]()}</td>
                <td>{by || m.invoice_mail_itself()}</td>
                <td>{problem}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
