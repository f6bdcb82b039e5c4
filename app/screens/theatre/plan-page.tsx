/** What both plan pages share: the area that is chosen, what went wrong, and the seats as they are. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { partnersIn, withoutPartner } from "~/contract/theatre/couples";
import type { theatrePlan } from "~/contract/theatre/plan";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { Link } from "~/widgets/link";
import { downBy, leadOf, seatLines } from "./seat-lines";
import { kindWord } from "./words";
import "./seats.css";

export type Plan = AnswerOf<typeof theatrePlan>;
export type PlanArea = NonNullable<Plan["area"]>;

interface Props {
  plan: Plan;
  path: string;
  title: string;
  answered: { notice: Notice | null; errors: FieldErrors } | undefined;
  children: ReactNode;
}

export function PlanPage({ plan: { areas, area }, path, title, answered, children }: Props) {
  const problems = answered ? [...new Set(Object.values(answered.errors).flat())] : [];
  return (
    <div className="page">
      <header className="page-head">
        <h1>{area ? m.theatre_plan_of({ hall: area.hall, area: area.name }) : title}</h1>
        <div className="toolbar">
          <Link className="button" to="/theatre_set/siteArea_set">
            {m.fun_site_area_set()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={problems.length > 0 ? { "": problems } : undefined} />
      {areas.length === 0 && (
        <section className="panel">
          <p className="empty">{m.theatre_no_areas()}</p>
        </section>
      )}
      {areas.length > 1 && (
        <Form method="get" action={path} className="panel seat-forms">
          <Field name="area" id="plan-area" label={m.theatre_choose_area()}>
            <select className="input" defaultValue={String(area?.id ?? "")} key={area?.id}>
              {areas.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <button className="button">{m.theatre_show_day()}</button>
        </Form>
      )}
      {area && children}
    </div>
  );
}

/** The seats as they stand; with `ticks`, each with a box, and one for its row. */
export function PlanTable({ area, ticks }: { area: PlanArea; ticks: boolean }) {
  const tints = new Map(area.zones.map(({ code, tint }) => [code, tint]));
  const { lines, deepest } = seatLines(area.rows);
  const alone = withoutPartner(area.rows);
  if (area.rows.length === 0) return <p className="empty">{m.theatre_plan_empty()}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section className="seat-hall" aria-label={area.name} tabIndex={0}>
      <p className="seat-stage">{m.theatre_stage()}</p>
      {area.picture && <Traced picture={area.picture} />}
      <table className="seat-table" style={deepest > 0 ? { marginBottom: deepest } : undefined}>
        <tbody>
          {lines.map(({ name, lead, cells }) => {
            const partners = partnersIn(cells.flatMap((cell) => cell?.seat ?? []));
            return (
              <tr key={name}>
                <th scope="row" style={leadOf(lead)}>
                  {ticks ? (
                    <label className="choice">
                      <input type="checkbox" name="row" value={name} aria-label={m.theatre_whole_row({ row: name })} />{" "}
                      {name}
                    </label>
                  ) : (
                    name
                  )}
                </th>
                {cells.map((cell, at) => {
                  // biome-ignore lint/suspicious/noArrayIndexKey: an aisle is its place
                  if (cell === null) return <td key={`gap-${at}`} />;
                  const { number, kind, zone } = cell.seat;
                  const partner = partners.get(cell.seat);
                  const words = `${m.theatre_seat_label({ area: "", row: name, seat: number }).trim()} ${partner ? m.theatre_kind_couple_with({ seat: partner.number }) : kindWord(kind)} ${zone}`;
                  const look = `seat seat-${kind === "blocked" ? "blocked" : "free"} seat-${kind} tint-${tints.get(zone) ?? "grey"}${partner ? " seat-pair" : ""}`;
                  return (
                    <td key={number} style={{ ...leadOf(lead), ...downBy(cell.down) }}>
                      {ticks ? (
                        <label className={look} title={words}>
                          <input type="checkbox" name="seat" value={`${name}/${number}`} aria-label={words} />
                          <span aria-hidden="true">{number}</span>
                        </label>
                      ) : (
                        <span className={look} role="img" aria-label={words} title={words}>
                          {number}
                        </span>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      {alone.length > 0 && (
        <ul className="dim">
          {alone.slice(0, 20).map((one) => (
            <li key={`${one.row}/${one.seat}`}>{m.theatre_pair_missing(one)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Behind the seats; it says nothing that the plan does not. */
function Traced({ picture: { src, opacity, scale, right, down } }: { picture: NonNullable<PlanArea["picture"]> }) {
  const lies = { opacity: opacity / 100, transform: `translate(${right}px, ${down}px) scale(${scale / 100})` };
  return (
    <div className="seat-traced" aria-hidden="true">
      <img src={src} alt="" style={lies} />
    </div>
  );
}

export function ZoneChoice({ zones, value }: { zones: PlanArea["zones"]; value?: string }) {
  return (
    <Field name="zone" label={m.theatre_zone()}>
      <select className="input" defaultValue={value}>
        {zones.map(({ code, name }) => (
          <option key={code} value={code}>
            {m.theatre_zone_line({ code, name })}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function KindChoice() {
  const kinds = ["normal", "couple", "wheelchair", "companion", "staff", "blocked"] as const;
  return (
    <Field name="kind" label={m.theatre_seat_kind()}>
      <select className="input">
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindWord(kind)}
          </option>
        ))}
      </select>
    </Field>
  );
}
