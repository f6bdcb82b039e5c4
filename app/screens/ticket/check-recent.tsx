/** The last attempts at the gate; a passage may be taken back by whoever has the right, with a reason. */

import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { TicketNo } from "~/screens/numbers";
import { actionOf } from "./check-action";
import type { CheckPage } from "./check-page";

export function CheckRecent({ page }: { page: CheckPage }) {
  const { recent, mayReverse, opens } = page.desk;
  return (
    <section className="panel">
      <h2>{m.check_recent()}</h2>
      {recent.length === 0 ? (
        <p className="dim">{m.check_recent_none()}</p>
      ) : (
        <div className="table-frame">
          <table className="table table-cards">
            <thead>
              <tr>
                <th scope="col">{m.order_at()}</th>
                <th scope="col">{m.check_result()}</th>
                <th scope="col">{m.sale_ticket_no()}</th>
                <th scope="col">{m.sale_ticket()}</th>
                <th scope="col">{m.order_by()}</th>
                {mayReverse && <th scope="col">{m.engine_actions()}</th>}
              </tr>
            </thead>
            <tbody>
              {recent.map((attempt) => (
                <tr key={attempt.id}>
                  <td data-label={m.order_at()}>{attempt.at}</td>
                  <td data-label={m.check_result()}>
                    <span>
                      <span className={`badge badge-${attempt.admitted ? "good" : "bad"}`}>
                        {attempt.admitted ? m.check_admitted() : m.check_refused()}
                      </span>{" "}
                      {attempt.reversed ? m.check_reversed() : attempt.reason}
                    </span>
                  </td>
                  <td data-label={m.sale_ticket_no()}>
                    <TicketNo no={attempt.ticketNo} opens={opens} />
                  </td>
                  <td data-label={m.sale_ticket()}>{attempt.ticketTypeName}</td>
                  <td data-label={m.order_by()}>{attempt.by}</td>
                  {mayReverse && (
                    <td>{attempt.admitted && !attempt.reversed && <Reverse page={page} passageId={attempt.id} />}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Reverse({ page, passageId }: { page: CheckPage; passageId: number }) {
  const mine = page.reversing === passageId;
  const error = mine ? page.errors.reason?.[0] : undefined;
  const id = `reason-${passageId}`;
  return (
    <details className="reverse" open={mine}>
      <summary>{m.check_reverse()}</summary>
      <Form method="post" action={actionOf(page.desk.gateId)} noValidate>
        <input type="hidden" name="intent" value="reverse" />
        <input type="hidden" name="gateId" value={page.desk.gateId ?? ""} />
        <input type="hidden" name="passageId" value={passageId} />
        <label htmlFor={id}>{m.check_reverse_reason()}</label>
        <input className="input" id={id} name="reason" maxLength={200} aria-invalid={error ? true : undefined} />
        {error && <p className="field-error">{error}</p>}
        <button className="button button-danger">{m.check_reverse()}</button>
      </Form>
    </details>
  );
}
