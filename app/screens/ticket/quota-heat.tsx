/**
 * How full the days of a quota are, at a glance: weeks with their weekdays or, counted by slot, days with their slots. What
 * is left and the share that is taken stand in every cell in figures; the shade repeats them. Days may be ticked for the
 * setting of several at once.
 */
import type { CSSProperties } from "react";
import { m } from "~/contract/messages";
import { weekdayNames } from "~/contract/ticket/weekdays";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { rangeForm } from "./quota-range";

interface Place {
  day: string;
  slot: string;
  total: number;
  sold: number;
  held: number;
  parts: { channel: string; total: number; sold: number; held: number }[];
  /** Its total may be set. */
  open: boolean;
  /** Where its movements are. */
  ledger: string;
}

interface Props {
  days: Place[];
  bySlot: boolean;
  /** Of the page as it is shown. */
  address: string;
  /** Days that are ticked. */
  ticked: readonly string[];
}

/** Monday first. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

export function QuotaHeat({ days, bySlot, address, ticked }: Props) {
  return (
    <>
      <TableFrame label={m.quota_heat()}>
        <table className="table quota-heat">
          <caption className="visually-hidden">{m.quota_heat()}</caption>
          {bySlot ? (
            <Slots days={days} address={address} ticked={ticked} />
          ) : (
            <Weeks days={days} address={address} ticked={ticked} />
          )}
        </table>
      </TableFrame>
      <p className="quota-heat-key dim">
        {m.quota_heat_key()}
        {[0, 25, 50, 75, 100].map((share) => (
          <span key={share} className="quota-heat-cell" style={shade(share)}>
            {share}%
          </span>
        ))}
      </p>
    </>
  );
}

type Within = Omit<Props, "bySlot">;

function Weeks({ days, address, ticked }: Within) {
  const [first] = days;
  if (!first) return null;
  const cells: (Place | null)[] = [...Array.from({ length: weekdayOf(first.day) }, () => null), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return (
    <>
      <thead>
        <tr>
          {weekdayNames().map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((one) => one)?.day}>
            {weekdayNames().map((name, weekday) => {
              const day = week[weekday];
              return day ? (
                <td key={name}>
                  <Tick day={day.day} open={day.open} ticked={ticked} inWeek />
                  <Cell day={day} address={address} />
                </td>
              ) : (
                <td key={name} />
              );
            })}
          </tr>
        ))}
      </tbody>
    </>
  );
}

function Slots({ days, address, ticked }: Within) {
  const slots = [...new Set(days.map(({ slot }) => slot))].sort();
  const byDay = new Map<string, Place[]>();
  for (const day of days) byDay.set(day.day, [...(byDay.get(day.day) ?? []), day]);
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{m.quota_day()}</th>
          {slots.map((slot) => (
            <th key={slot} scope="col">
              {slot}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...byDay].map(([day, places]) => (
          <tr key={day}>
            <th scope="row">
              <Tick day={day} open={places.some(({ open }) => open)} ticked={ticked} />
            </th>
            {slots.map((slot) => {
              const place = places.find((one) => one.slot === slot);
              return <td key={slot}>{place && <Cell day={place} address={address} />}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </>
  );
}

interface TickProps {
  day: string;
  open: boolean;
  ticked: readonly string[];
  /** Its weekday heads the column. */
  inWeek?: boolean;
}

/** A day with its weekday where weeks have no columns; to be ticked where its total may be set. */
function Tick({ day, open, ticked, inWeek }: TickProps) {
  const text = (
    <>
      <span className="quota-heat-year">{day.slice(0, 5)}</span>
      {day.slice(5)} {!inWeek && <small className="dim">{weekdayNames()[weekdayOf(day)]}</small>}
    </>
  );
  if (!open) return <span className="quota-heat-day">{text}</span>;
  return (
    <label className="quota-heat-day">
      <input
        type="checkbox"
        name={`on.${day}`}
        form={rangeForm}
        defaultChecked={ticked.includes(day)}
        onChange={() => document.getElementById(rangeForm)?.closest("details")?.setAttribute("open", "")}
      />{" "}
      {text}
    </label>
  );
}

function Cell({
  day: { day, slot, total, sold, held, parts, open, ledger },
  address,
}: {
  day: Place;
  address: string;
}) {
  const left = total - sold - held;
  const share = total > 0 ? Math.round(((sold + held) / total) * 100) : 100;
  const key = `${day}~${slot}`;
  const shown = left > 0 ? String(left) : m.quota_heat_full();
  // What is to be seen stands in the name as it is seen: whoever speaks to the page says that.
  const aside = parts.reduce((sum, part) => sum + part.total - part.sold - part.held, 0);
  const seen = [shown, `${share}%`, ...(aside > 0 ? [m.quota_heat_aside({ n: aside })] : [])].join(" ");
  const named = m.quota_heat_cell({ day: `${day} ${slot}`.trim(), total, shown: seen });
  return (
    <Link
      className="quota-heat-cell"
      style={shade(share)}
      to={open ? `${address}&set=${encodeURIComponent(key)}#d-${key}` : ledger}
      aria-label={named}
      title={named}
    >
      <strong>{shown}</strong> <small>{share}%</small>
      {aside > 0 && <small className="quota-heat-aside">{m.quota_heat_aside({ n: aside })}</small>}
    </Link>
  );
}

const shade = (share: number): CSSProperties =>
  ({
    "--heat": `${Math.min(100, share) * 0.45}%`,
    ...(share >= 100 && { "--heat-tone": "var(--bad)" }),
  }) as CSSProperties;
