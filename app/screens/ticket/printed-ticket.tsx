import { m } from "~/contract/messages";
import type { QrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";

interface Props {
  ticket: {
    no: string;
    name: string;
    park: string;
    slot: string;
    price: string;
    /** What it was before, and what is off; "" where nothing is. */
    off: string;
    offFor: string;
    validFrom: string;
    validTo: string;
    admissions: number;
    /** Of a select-point ticket, its points and how many may be chosen; else "". */
    choice: string;
    /** What it is cheaper or free for; else "". */
    concession: string;
    holder: string;
    prints: number;
    qr: QrPath;
  };
  job: {
    orderNo: string;
    corpName: string;
    /** Of the tenant; "" for none. */
    logo: string;
    seller: string;
    soldAt: string;
    payments: string[];
    cash: { received: string; change: string } | null;
  };
}

/** One ticket as it leaves the printer. */
export function PrintedTicket({ ticket, job }: Props) {
  return (
    <article className="ticket">
      <header>
        {job.logo && <img className="ticket-logo" src={job.logo} alt={job.corpName} />}
        <p className="ticket-park">{ticket.park}</p>
        <h2>{ticket.name}</h2>
      </header>
      <QrCode code={ticket.qr} label={ticket.no} />
      <p className="ticket-no">{ticket.no.replace(/(.{4})(?=.)/g, "$1 ")}</p>
      <p className="ticket-valid">
        {ticket.validFrom === ticket.validTo
          ? m.sale_valid_day({ day: ticket.validFrom })
          : m.sale_valid_range({ from: ticket.validFrom, to: ticket.validTo })}
        {ticket.slot && <b> {ticket.slot}</b>}
      </p>
      {ticket.choice && <p className="ticket-choice">{ticket.choice}</p>}
      <dl>
        <div>
          <dt>{m.sale_price()}</dt>
          <dd>¥{ticket.price}</dd>
        </div>
        {ticket.concession && (
          <div>
            <dt>{m.concession_printed()}</dt>
            <dd>{ticket.concession}</dd>
          </div>
        )}
        {ticket.off && (
          <div>
            <dt>{m.order_discount()}</dt>
            <dd>
              {ticket.off} {ticket.offFor}
            </dd>
          </div>
        )}
        <div>
          <dt>{m.sale_payment_type()}</dt>
          <dd>
            {job.payments.map((words) => (
              <span key={words} className="paid-way">
                {words}
              </span>
            ))}
          </dd>
        </div>
        {job.cash && (
          <div className="ticket-cash">
            <dt>{m.sale_given_short()}</dt>
            <dd>
              ¥{job.cash.received} · {m.sale_change()} ¥{job.cash.change}
            </dd>
          </div>
        )}
        {ticket.holder && (
          <div>
            <dt>{m.sale_holder()}</dt>
            <dd>{ticket.holder}</dd>
          </div>
        )}
        <div>
          <dt>{m.sale_order_no()}</dt>
          <dd>{job.orderNo}</dd>
        </div>
        <div>
          <dt>{m.sale_sold_at()}</dt>
          <dd>{job.soldAt}</dd>
        </div>
        <div>
          <dt>{m.sale_seller()}</dt>
          <dd>{job.seller}</dd>
        </div>
      </dl>
      <footer>
        {ticket.choice === "" && <span>{m.sale_entries({ n: ticket.admissions })}</span>}
        {ticket.prints > 1 && <span className="ticket-reprint">{m.sale_reprint({ n: ticket.prints - 1 })}</span>}
        <p>{m.sale_scan_hint()}</p>
      </footer>
    </article>
  );
}
