/** The days of a quota: total, sold, held, left and how full; the total of one may be set in its row. */
import { Form } from "@remix-run/react";
import type { CSSProperties } from "react";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import type { QuotaDayView } from "./quota-detail";

interface Props {
  days: QuotaDayView[];
  bySlot: boolean;
  channels: Option[];
  /** Of the page as it is shown. */
  address: string;
  /** `<day>~<slot>` of the row whose total is being set. */
  setting: string;
  typed: Record<string, string> | null;
}

export function QuotaDays({ days, bySlot, channels, address, setting, typed }: Props) {
  const adjusts = days.some(({ open }) => open);
  const setsAside = days.some(({ parts }) => parts.length > 0);
  return (
    <TableFrame label={m.quota_days()}>
      <table className="table table-cards">
        <caption className="visually-hidden">{m.quota_days()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.quota_day()}</th>
            {bySlot && <th scope="col">{m.quota_slot()}</th>}
            <th scope="col" className="num">
              {m.quota_total()}
            </th>
            <th scope="col" className="num">
              {m.quota_sold()}
            </th>
            <th scope="col" className="num">
              {m.quota_held()}
            </th>
            <th scope="col" className="num">
              {m.quota_left()}
            </th>
            {setsAside && <th scope="col">{m.quota_set_aside()}</th>}
            <th scope="col">{m.quota_fill()}</th>
            {adjusts && <th scope="col">{m.engine_actions()}</th>}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => {
            const key = `${day.day}~${day.slot}`;
            return (
              <tr key={key} id={`d-${key}`}>
                <th scope="row">
                  <Link to={day.ledger} aria-label={m.quota_ledger_of_day({ day: `${day.day} ${day.slot}`.trim() })}>
                    {day.day}
                  </Link>
                </th>
                {bySlot && <td data-label={m.quota_slot()}>{day.slot}</td>}
                <td className="num" data-label={m.quota_total()}>
                  {day.total}
                  {day.overbooked > 0 && <small className="dim">{m.quota_overbooked_of({ n: day.overbooked })}</small>}
                </td>
                <td className="num" data-label={m.quota_sold()}>
                  {day.sold}
                </td>
                <td className="num" data-label={m.quota_held()}>
                  {day.held}
                </td>
                <td className="num" data-label={m.quota_left()}>
                  {day.total - day.sold - day.held}
                </td>
                {setsAside && (
                  <td data-label={m.quota_set_aside()}>
                    <Parts day={day} />
                  </td>
                )}
                <td data-label={m.quota_fill()}>
                  <Bar {...day} />
                </td>
                {adjusts && (
                  <td className="cell-actions" data-label={m.engine_actions()}>
                    {!day.open ? null : setting === key ? (
                      <SetTotal day={day} channels={channels} address={address} typed={typed} />
                    ) : (
                      <Link
                        to={`${address}&set=${encodeURIComponent(key)}#d-${key}`}
                        aria-label={`${m.quota_adjust()} ${day.day} ${day.slot}`.trim()}
                        preventScrollReset
                      >
                        {m.quota_adjust()}
                      </Link>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** The figures stand beside it: it is for the eye alone. */
function Bar({ total, sold, held }: QuotaDayView) {
  const share = (n: number) => `${total > 0 ? Math.round((n / total) * 1000) / 10 : 0}%`;
  const style = { "--sold": share(sold), "--taken": share(sold + held) } as CSSProperties;
  return <span className="quota-bar" style={style} aria-hidden="true" />;
}

/** Of each channel what is taken of its own, and what that leaves to all. */
function Parts({ day: { total, sold, held, parts } }: { day: QuotaDayView }) {
  if (parts.length === 0) return null;
  const own = parts.reduce((sum, part) => sum + part.total - part.sold - part.held, 0);
  return (
    <ul className="quota-parts-list">
      {parts.map(({ channel, label, ...part }) => (
        <li key={channel}>{m.quota_part_of({ channel: label, taken: part.sold + part.held, total: part.total })}</li>
      ))}
      <li className="dim">{m.quota_left_shared({ left: total - sold - held - own })}</li>
    </ul>
  );
}

interface SetTotalProps {
  day: QuotaDayView;
  channels: Option[];
  address: string;
  typed: Props["typed"];
}

function SetTotal({ day, channels, address, typed }: SetTotalProps) {
  const label = m.quota_adjust_total({ day: `${day.day} ${day.slot}`.trim() });
  const wrong = typed !== null;
  return (
    <Form
      method="post"
      action={`${address}&set=${encodeURIComponent(`${day.day}~${day.slot}`)}`}
      className="quota-set"
      noValidate
    >
      <input type="hidden" name="day" value={day.day} />
      <input type="hidden" name="slot" value={day.slot} />
      <input
        className="input"
        name="total"
        inputMode="numeric"
        maxLength={8}
        autoComplete="off"
        autoFocus
        aria-label={label}
        aria-invalid={wrong || undefined}
        defaultValue={typed?.total ?? day.total}
      />
      <details open={day.parts.length > 0 || wrong}>
        <summary>{m.quota_set_aside()}</summary>
        <div className="quota-parts">
          {channels.map(({ value, label: channel }) => (
            <label key={value}>
              {channel}
              <input
                className="input"
                name={`part.${value}`}
                inputMode="numeric"
                maxLength={8}
                autoComplete="off"
                aria-label={m.quota_parts_of_day({ day: `${day.day} ${day.slot}`.trim(), channel })}
                defaultValue={typed ? typed[`part.${value}`] : day.parts.find((part) => part.channel === value)?.total}
              />
            </label>
          ))}
        </div>
      </details>
      <button className="button button-primary">{m.quota_set()}</button>
      <Link className="button" to={address} preventScrollReset>
        {m.engine_cancel()}
      </Link>
    </Form>
  );
}
