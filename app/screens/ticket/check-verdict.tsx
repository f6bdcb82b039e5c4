/** The verdict: colour, sign and words, readable from two metres. */
import { Form } from "@remix-run/react";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Verdict } from "~/contract/ticket/check";
import type { CheckPage } from "./check";
import { actionOf } from "./check-action";

interface Props {
  verdict: Verdict | null;
  notice: Notice | null;
  code: string;
  page: CheckPage;
}

export function CheckVerdict({ verdict, notice, code, page }: Props) {
  if (notice) {
    return (
      <section className="verdict verdict-refused" role="alert">
        <span className="verdict-sign" aria-hidden="true">
          !
        </span>
        <h2>{notice.title}</h2>
        <p>{notice.message}</p>
      </section>
    );
  }
  if (!verdict) {
    return (
      <section className="verdict verdict-ready" aria-live="assertive">
        <p>{m.check_ready()}</p>
      </section>
    );
  }
  const ambiguous = verdict.reason === "ambiguous";
  const tone = verdict.admitted ? "admitted" : ambiguous ? "choose" : "refused";
  return (
    <section className={`verdict verdict-${tone}`} role="alert" data-reason={verdict.reason}>
      <span className="verdict-sign" aria-hidden="true">
        {verdict.admitted ? "✓" : ambiguous ? "?" : "✕"}
      </span>
      <h2>{verdict.admitted ? m.check_admitted() : ambiguous ? m.check_ambiguous() : m.check_refused()}</h2>
      <p className="verdict-why">{verdict.message}</p>
      {verdict.admitted && verdict.passed > 1 && <p>{m.check_passed_n({ n: verdict.passed })}</p>}
      {verdict.ticket && (
        <dl className="verdict-ticket">
          <dt>{verdict.ticket.ticketTypeName}</dt>
          <dd>
            {verdict.ticket.ticketNo} ·{" "}
            {m.check_used_of({ used: verdict.ticket.used, total: verdict.ticket.admissions })}
            {verdict.ticket.holderName && ` · ${verdict.ticket.holderName}`}
          </dd>
        </dl>
      )}
      {verdict.candidates.length > 0 && (
        <ul className="verdict-candidates">
          {verdict.candidates.map((candidate, index) => (
            <li key={candidate.id}>
              <Form method="post" action={actionOf(page.desk.gateId)}>
                <input type="hidden" name="intent" value="check" />
                <input type="hidden" name="gateId" value={page.desk.gateId ?? ""} />
                <input type="hidden" name="idempotencyKey" value={`${page.idempotencyKey.slice(0, 55)}-${index}`} />
                <input type="hidden" name="code" value={code} />
                <input type="hidden" name="ticketId" value={candidate.id} />
                <span>
                  {candidate.ticketTypeName} {candidate.ticketNo} ({candidate.left})
                </span>
                <button className="button">{m.check_choose_this()}</button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
