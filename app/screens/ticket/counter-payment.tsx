/** The right-hand side of the counter: day, terminal, payment, totals, and the two buttons. */
import { Fragment, type ReactNode } from "react";
import { addDays } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { cash } from "~/contract/order/cash";
import { DayInput } from "~/form/day-input";
import { Gap } from "~/widgets/gap";
import { Link } from "~/widgets/link";
import { CounterAgency } from "./counter-agency";
import { besideOf } from "./counter-beside";
import { CounterDiscount } from "./counter-discount";
import type { CounterPage } from "./counter-form";
import { CounterGuide } from "./counter-guide";
import { anotherKey, holdKey } from "./counter-keys";
import { CounterLate } from "./counter-late";
import { CounterOverbook } from "./counter-overbook";
import { CounterReductions } from "./counter-reductions";
import { CounterStaff } from "./counter-staff";
import { CounterTender } from "./counter-tender";
import { differenceOf, serverPriced, type Totals, tenderedOf, typedOff } from "./counter-totals";
import { Labelled } from "./labelled";
import "./counter-due.css";

interface Props {
  page: CounterPage;
  totals: Totals;
  /** What stands in the form now. */
  fields: Record<string, string>;
  /** Scripts run: totals follow the typing. */
  live: boolean;
  busy: boolean;
  /** On its way: a button pressed now would send it twice. Once answered, the focus must be able to go on. */
  sending: boolean;
  /** Proofs to tick, beside the button that issues. */
  proofs: ReactNode;
}

export function CounterPayment({ page, totals, fields, live, busy, sending, proofs }: Props) {
  const { counter, quote, errors, notice, typed } = page;
  const tickets = live ? totals.tickets : (quote?.lines.reduce((sum, line) => sum + line.quantity, 0) ?? 0);
  const read = (name: string) => (live ? fields : typed)[name] ?? "";
  const { asked, fresh } = serverPriced(fields, typed);
  const byServer = !live || asked || totals.unpriced;
  const answer = live && !fresh ? null : quote;
  const discount = byServer ? (answer?.discount ?? 0) : typedOff(totals, read);
  const beside = besideOf(page, live ? fields : typed);
  const payable = byServer ? (answer?.payable ?? null) : Math.max(0, totals.total - discount) + beside.amount;
  const types = counter.paymentTypes.map(({ value }) => value);
  const first = types.find((type) => type === counter.lastPaymentType) ?? types[0] ?? "";
  const tendered = tenderedOf(types, cash, (name) => read(name) || (name === "paymentType" ? first : ""));
  const difference = payable !== null && tendered.given !== null ? differenceOf(tendered, payable) : null;
  const words = { short: m.sale_short, change: m.sale_change, above: m.sale_above };
  const blocked = quote?.whyNot ?? "";
  const { open, needed } = counter.shift;
  return (
    <aside className="panel counter-pay">
      {needed && !open && (
        <p className="notice notice-warn">
          {m.shift_counter_none()} <Link to="/manage/shift">{m.shift_counter_open()}</Link>
        </p>
      )}
      {open && (
        <p className="dim counter-shift">
          <Link to="/manage/shift">{m.shift_counter({ shiftNo: open.shiftNo, pos: open.posName })}</Link>
        </p>
      )}
      {(notice || errors[""] || blocked) && (
        <div className="notice notice-bad" role="alert">
          {notice && <strong>{notice.title}</strong>}
          <p>{notice?.message ?? errors[""]?.join(" ") ?? blocked}</p>
          {notice && errors[""] && <p>{errors[""].join(" ")}</p>}
        </div>
      )}
      <CounterOverbook overbook={answer?.overbook ?? null} typed={typed} />
      <CounterLate says={answer?.late ?? []} typed={typed} />
      {page.said && (
        <p className="notice notice-good" role="status">
          {page.said}
        </p>
      )}
      <div className="counter-when">
        <Labelled name="visitDay" label={m.sale_visit_day()} errors={errors}>
          <DayInput
            className="input"
            id="visitDay"
            // Another day came from a chip.
            key={counter.visitDay}
            name="visitDay"
            min={counter.today}
            defaultValue={counter.visitDay}
            required
          />
        </Labelled>
        {counter.posList.length > 0 && (
          <Labelled name="posId" label={m.sale_pos()} errors={errors}>
            <select className="input" id="posId" name="posId" defaultValue={typed.posId || String(counter.posId ?? "")}>
              {counter.posList.map((pos) => (
                <option key={pos.value} value={pos.value}>
                  {pos.label}
                </option>
              ))}
            </select>
          </Labelled>
        )}
      </div>
      <div className="segments counter-days">
        {[m.sale_today, m.sale_tomorrow, m.sale_after_tomorrow].map((label, days) => {
          const day = addDays(counter.today, days);
          return (
            <Fragment key={day}>
              <button name="day" value={day} className="segment" aria-pressed={day === counter.visitDay}>
                {label()}
              </button>
              <Gap />
            </Fragment>
          );
        })}
      </div>
      <button className="button counter-another" name="intent" value="another" disabled={sending}>
        + {m.sale_another_day()} {live && <kbd>{anotherKey}</kbd>}
      </button>
      <Gap />
      {counter.blackouts.length > 0 && (
        <details className="counter-contact">
          <summary>{m.blackout_counter({ n: counter.blackouts.length })}</summary>
          <ul>
            {counter.blackouts.map(({ days, names }) => (
              <li key={days}>
                {days}: {names.join(m.words_comma())}
              </li>
            ))}
          </ul>
        </details>
      )}
      <CounterTender page={page} live={live} payer={answer?.payer ?? ""} />
      {counter.takesAgencies && <CounterAgency typed={typed} errors={errors} said={answer?.agency ?? ""} />}
      {counter.takesGuides && (
        <CounterGuide
          typed={typed}
          errors={errors}
          said={read("guide") === (typed.guide ?? "") ? (quote?.guide ?? "") : ""}
        />
      )}
      {counter.takesCards && (
        <Labelled name="card" label={m.sale_card()} errors={errors}>
          <input
            className="input"
            id="card"
            name="card"
            maxLength={400}
            autoComplete="off"
            placeholder={m.sale_card_help()}
            defaultValue={typed.card ?? ""}
            aria-invalid={errors.card ? true : undefined}
            aria-describedby={errors.card ? "card-error" : undefined}
          />
        </Labelled>
      )}
      {counter.ownAccount !== null && (
        <CounterStaff own={counter.ownAccount} typed={typed} errors={errors} standing={quote?.staffStanding ?? []} />
      )}
      {counter.mayDiscount && <CounterDiscount page={page} fields={live ? fields : typed} />}
      <details
        className="counter-contact"
        open={Boolean(typed.contactName || typed.contactMobile || typed.remark || errors.contactMobile)}
      >
        <summary>{m.sale_contact_more()}</summary>
        <Labelled name="contactName" label={m.sale_contact_name()} errors={errors}>
          <input
            className="input"
            id="contactName"
            name="contactName"
            maxLength={40}
            autoComplete="off"
            defaultValue={typed.contactName ?? ""}
          />
        </Labelled>
        <Labelled name="contactMobile" label={m.sale_contact_mobile()} errors={errors}>
          <input
            className="input"
            id="contactMobile"
            name="contactMobile"
            inputMode="tel"
            maxLength={24}
            autoComplete="off"
            defaultValue={typed.contactMobile ?? ""}
          />
        </Labelled>
        <Labelled name="remark" label={m.sale_remark()} errors={errors}>
          <input
            className="input"
            id="remark"
            name="remark"
            maxLength={200}
            autoComplete="off"
            defaultValue={typed.remark ?? ""}
          />
        </Labelled>
      </details>
      {proofs}
      <div className="counter-due">
        {answer && <CounterReductions reductions={answer.reductions} />}
        <output className="counter-totals" aria-live="polite">
          <span>{m.sale_tickets_n({ n: tickets + beside.quantity })}</span>
          <Gap />
          {discount > 0 && <span className="dim">− {formatYuan(discount)}</span>}
          <span className="counter-payable">
            <small>{m.sale_payable()}</small> {payable === null ? "—" : `¥${formatYuan(payable)}`}
          </span>
          <Gap />
          {difference && (
            <span className={difference.kind === "change" ? "counter-change" : "counter-short"}>
              {words[difference.kind]()} ¥{formatYuan(difference.fen)}
            </span>
          )}
        </output>
        <div className="counter-buttons">
          <button className="button" name="intent" value="review" disabled={sending}>
            {m.sale_review()}
          </button>
          <Gap />
          <button className="button" name="intent" value="hold" disabled={sending}>
            {m.held_hold()} {live && <kbd>{holdKey}</kbd>}
          </button>
          <Gap />
          {!quote && (
            <noscript>
              <small className="dim">{m.sale_review_first()}</small>
            </noscript>
          )}
          {(live || quote) && (
            <>
              <input type="hidden" name="expectedPayable" value={payable ?? ""} />
              <button
                className="button button-primary counter-sell"
                name="intent"
                value={payable === null ? "review" : "sell"}
                disabled={sending}
                autoFocus={!live && quote !== null && Object.keys(errors).length === 0 && notice === null}
              >
                {payable === null ? m.sale_review() : busy ? m.sale_selling() : m.sale_sell()}
              </button>
            </>
          )}
        </div>
      </div>
      {live && (
        <p className="dim counter-keys">
          <kbd>↑</kbd>
          <kbd>↓</kbd> {m.sale_hint_arrows()} · <kbd>Enter</kbd> {m.sale_hint_enter()} · <kbd>Ctrl</kbd>+
          <kbd>Enter</kbd> {m.sale_hint_sell()}
        </p>
      )}
    </aside>
  );
}
