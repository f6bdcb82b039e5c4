import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";

interface Props {
  ticketKey: { no: number; at: string; by: string } | null;
  mayRenew: boolean;
  idempotencyKey: string;
}

/** The key that signs the codes of tickets, and another one in its place. */
export function TicketKeys({ ticketKey, mayRenew, idempotencyKey }: Props) {
  return (
    <details className="panel phone-gate">
      <summary>{m.phone_key_title()}</summary>
      <p>{ticketKey ? m.phone_key_now(ticketKey) : m.phone_key_none()}</p>
      {mayRenew && (
        <Form method="post" className="gate-set">
          <input type="hidden" name="intent" value="renewKey" />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <p className="dim">{m.phone_key_help()}</p>
          {ticketKey && (
            <label>
              <input type="checkbox" name="withdraw" value="T" /> {m.phone_key_withdraw()}
            </label>
          )}
          <div>
            <button className="button">{m.phone_key_renew()}</button>
          </div>
        </Form>
      )}
    </details>
  );
}
