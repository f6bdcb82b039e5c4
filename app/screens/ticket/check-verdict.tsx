/** The verdict: colour, sign and words, readable from two metres. */

import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { Verdict } from "~/contract/ticket/check";
import { type Opens, TicketNo } from "~/screens/numbers";
import { thumbnailOf } from "~/widgets/file-links";
import { agoText } from "./ago";
import { actionOf } from "./check-action";
import { CheckCandidates } from "./check-candidates";
import type { CheckPage } from "./check-page";
import { presenceText } from "./presence-text";

export function CheckVerdict({ page }: { page: CheckPage }) {
  const { verdict, notice, errors } = page;
  if (notice) {
    return (
      <section className="verdict verdict-refused" role="alert">
        <span className="verdict-sign" aria-hidden="true">
          !
        </span>
        <h2>{notice.title}</h2>
        <p>{notice.message}</p>
        {errors.forceReason && <Override page={page} />}
      </section>
    );
  }
  if (errors.forceReason) {
    return (
      <section className="verdict verdict-refused" role="alert">
        <Override page={page} />
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
      <h2>{headingOf(verdict)}</h2>
      <p className="verdict-why">{verdict.message}</p>
      {verdict.admitted && verdict.passed > 1 && <p>{m.check_passed_n({ n: verdict.passed })}</p>}
      {verdict.ticket?.concession && (
        <p className="verdict-hint">{m.concession_of_ticket(verdict.ticket.concession)}</p>
      )}
      {verdict.ticket?.hint && <p className="verdict-hint">{m.check_hint({ hint: verdict.ticket.hint })}</p>}
      {verdict.ticket && <AboutTicket ticket={verdict.ticket} holder={page.holder} opens={page.desk.opens} />}
      {verdict.card && <AboutCard card={verdict.card} />}
      {verdict.unfit.length > 0 && <Unfit unfit={verdict.unfit} opens={page.desk.opens} />}
      {verdict.mayForce && <Override page={page} />}
      {verdict.candidates.length > 0 && <CheckCandidates candidates={verdict.candidates} page={page} />}
    </section>
  );
}

function headingOf({ admitted, direction, reason }: Verdict): string {
  if (reason === "ambiguous") return m.check_ambiguous();
  if (!admitted) return m.check_refused();
  return direction === "out" ? m.check_exit_allowed() : m.check_admitted();
}

/** Tickets of the order that do not go through here, each with its reason. */
function Unfit({ unfit, opens }: Pick<Verdict, "unfit"> & { opens: Opens }) {
  return (
    <details className="verdict-unfit">
      <summary>
        {m.check_unfit()} ({unfit.length})
      </summary>
      <ul>
        {unfit.map(({ ticketNo, ticketTypeName, message }) => (
          <li key={ticketNo}>
            {ticketTypeName} <TicketNo no={ticketNo} opens={opens} />: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface AboutProps {
  ticket: NonNullable<Verdict["ticket"]>;
  holder: string;
  opens: Opens;
}

function AboutTicket({ ticket, holder, opens }: AboutProps) {
  const { lastPass: last } = ticket;
  return (
    <dl className="verdict-ticket">
      <dt>{ticket.ticketTypeName}</dt>
      <dd>
        <TicketNo no={ticket.ticketNo} opens={opens} /> ·{" "}
        {m.check_used_of({ used: ticket.used, total: ticket.admissions })}
      </dd>
      {ticket.points.length > 0 && (
        <dd>
          <ul className="verdict-points" aria-label={m.point_uses()}>
            {ticket.points.map((point) => (
              <li key={point.name}>{m.point_use(point)}</li>
            ))}
          </ul>
        </dd>
      )}
      {ticket.ofSet.length > 0 && <dd>{m.check_combo_left({ parts: leftOf(ticket.ofSet) })}</dd>}
      {holder && <dd>{m.check_holder({ name: holder })}</dd>}
      <dd title={last?.at}>
        {last ? m.check_last_pass({ ago: agoText(last.minutesAgo), gate: last.gate }) : m.check_first_pass()}
      </dd>
      {ticket.presence && <dd>{presenceText(ticket.presence)}</dd>}
    </dl>
  );
}

/** Whose card it is, with the photographs to compare. */
function AboutCard({ card }: { card: NonNullable<Verdict["card"]> }) {
  const { lastPass: last, holderName: name } = card;
  return (
    <div className="verdict-card">
      {card.photos.map((photo, place) => (
        <img key={photo} src={thumbnailOf(photo)} alt={m.check_card_photo({ name, n: place + 1 })} />
      ))}
      {card.passedBack && <strong className="verdict-flag">{m.check_card_passed_back()}</strong>}
      <dl className="verdict-ticket">
        <dt>{card.typeName}</dt>
        <dd>{[card.number, card.validTo && m.check_card_valid({ day: card.validTo })].filter(Boolean).join(" · ")}</dd>
        {name && <dd>{m.check_card_holder({ name })}</dd>}
        <dd>{m.check_card_today({ n: card.today })}</dd>
        <dd title={last?.at}>
          {last ? m.check_last_pass({ ago: agoText(last.minutesAgo), gate: last.gate }) : m.check_first_pass()}
        </dd>
      </dl>
    </div>
  );
}

const leftOf = (ofSet: NonNullable<Verdict["ticket"]>["ofSet"]) =>
  ofSet.map(({ ticketTypeName, parkName, left }) => `${ticketTypeName} (${parkName}) × ${left}`).join(m.words_comma());

/** The same scan once more, past the refusal: with a reason, under the name of who has the right. */
function Override({ page }: { page: CheckPage }) {
  const { scanned, errors } = page;
  const error = errors.forceReason?.[0];
  return (
    <Form method="post" action={actionOf(page.desk.gateId)} className="verdict-override">
      <input type="hidden" name="intent" value="check" />
      <input type="hidden" name="gateId" value={page.desk.gateId ?? ""} />
      <input type="hidden" name="idempotencyKey" value={`${page.idempotencyKey.slice(0, 55)}-force`} />
      <input type="hidden" name="code" value={scanned?.code ?? ""} />
      <input type="hidden" name="people" value={scanned?.people ?? ""} />
      <input type="hidden" name="ticketId" value={scanned?.ticketId ?? ""} />
      <input type="hidden" name="force" value="true" />
      <input type="hidden" name="direction" value={page.direction} />
      <label htmlFor="forceReason">{m.check_force_reason()}</label>
      <input
        className="input"
        id="forceReason"
        name="forceReason"
        maxLength={200}
        autoComplete="off"
        required
        defaultValue={scanned?.forceReason ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby="force-help"
      />
      <button className="button">{m.check_force()}</button>
      <small id="force-help">{error ?? m.check_force_why()}</small>
    </Form>
  );
}
