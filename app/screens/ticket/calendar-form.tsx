/** The month as a table; with the right to, days are ticked and priced in one form that needs no script. */
import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { weekdayNames } from "~/contract/ticket/weekdays";
import { Field } from "~/form/field";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { CalendarRange } from "./calendar-range";
import { type CalendarDay, type CalendarView, letterOf, weeksOf } from "./calendar-view";
import { ChangeImpact } from "./change-impact";
import type { ImpactView } from "./change-impact.server";

interface Props {
  view: CalendarView;
  errors: FieldErrors;
  typed: Record<string, string> | null;
  /** What the price would touch: sent again, it is set. */
  impact: ImpactView | null;
}

export function CalendarForm(props: Props) {
  const { view } = props;
  // A price that was set, or another month, starts with nothing ticked.
  return <PricedMonth key={view.address + view.days.map(({ price, mark }) => `${price}${mark}`).join()} {...props} />;
}

function PricedMonth({ view, errors, typed, impact }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const selection = useSelection(form);
  useEffect(() => {
    if (errors.price) form.current?.querySelector<HTMLElement>("[name=price]")?.focus();
    else if (impact) document.getElementById("change-impact")?.focus();
  }, [errors, impact]);
  const month = <Month view={view} typed={typed} toggle={selection.toggleColumn} />;
  if (!view.mayEdit) return month;
  return (
    <Form
      method="post"
      action={view.address}
      ref={form}
      noValidate
      onClick={selection.clicked}
      onChange={selection.count}
    >
      <input type="hidden" name="ticketTypeId" value={view.type} />
      <input type="hidden" name="slot" value={view.slot} />
      {month}
      <CalendarRange holidays={view.holidays} errors={errors} typed={typed} />
      {impact && <ChangeImpact impact={impact} />}
      <Edit view={view} errors={errors} typed={typed} impact={impact} chosen={selection.chosen} />
    </Form>
  );
}

/** Ticking many days with few clicks, where scripts run: a column by its heading, a range with shift. */
function useSelection(form: React.RefObject<HTMLFormElement>) {
  const [chosen, setChosen] = useState(0);
  const last = useRef<HTMLInputElement | null>(null);
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>("[name^='day-']:not(:disabled)") ?? [])];
  const count = () => setChosen(boxes().filter(({ checked }) => checked).length);
  const clicked = (event: React.MouseEvent) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !box.name.startsWith("day-")) return;
    const all = boxes();
    const [from, to] = [last.current ? all.indexOf(last.current) : -1, all.indexOf(box)].sort((a, b) => a - b);
    if (event.shiftKey && from !== undefined && to !== undefined && from >= 0) {
      for (const between of all.slice(from, to + 1)) between.checked = box.checked;
    }
    last.current = box;
    count();
  };
  const toggleColumn = (weekday: number) => {
    const column = boxes().filter((box) => Number(box.dataset.weekday) === weekday);
    const checked = !column.every((box) => box.checked);
    for (const box of column) box.checked = checked;
    count();
  };
  return { chosen, count, clicked, toggleColumn };
}

function Month({ view, typed, toggle }: Pick<Props, "view" | "typed"> & { toggle: (weekday: number) => void }) {
  const hydrated = useHydrated();
  return (
    <section className="panel calendar-panel">
      <div className="panel-head">
        <h2 id="month">{view.month}</h2>
        <nav className="toolbar" aria-label={m.policy_months()}>
          <Link className="button" to={view.previous} preventScrollReset>
            ‹ {m.policy_previous_month()}
          </Link>
          {view.now && (
            <Link className="button" to={view.now} preventScrollReset>
              {m.policy_this_month()}
            </Link>
          )}
          <Link className="button" to={view.next} preventScrollReset>
            {m.policy_next_month()} ›
          </Link>
        </nav>
      </div>
      <table className="calendar" aria-labelledby="month">
        <thead>
          <tr>
            {weekdayNames().map((name, weekday) => (
              <th key={name} scope="col">
                {hydrated && view.mayEdit ? (
                  <button
                    type="button"
                    className="link-button"
                    title={m.policy_choose_column({ name })}
                    onClick={() => toggle(weekday)}
                  >
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(view.days, view.blanks).map((week, row) => (
            <tr key={week.find(Boolean)?.day}>
              {week.map((day, weekday) =>
                day ? (
                  <Day
                    key={day.day}
                    day={day}
                    view={view}
                    weekday={weekday}
                    ticked={typed !== null && `day-${day.day}` in typed}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has its place and nothing else
                  <td key={`${row}-${weekday}`} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DayProps {
  day: CalendarDay;
  view: CalendarView;
  weekday: number;
  ticked: boolean;
}

function Day({ day, view, weekday, ticked }: DayProps) {
  const number = Number(day.day.slice(8));
  const policy = view.legend[day.mark]?.name;
  const head = (
    <>
      <span>{number}</span>
      {day.holiday && <span className={day.makeUp ? "calendar-work" : "calendar-holiday"}>{day.holiday}</span>}
    </>
  );
  return (
    <td className={day.when || undefined} aria-current={day.when === "today" ? "date" : undefined}>
      {view.mayEdit && day.when !== "past" ? (
        <label className="calendar-day">
          <input
            type="checkbox"
            name={`day-${day.day}`}
            value="T"
            data-weekday={weekday}
            defaultChecked={ticked}
            aria-label={day.day}
          />
          {head}
        </label>
      ) : (
        <div className="calendar-day">{head}</div>
      )}
      <Link className="calendar-price" to={`${view.address}&win=${day.day}`} title={policy} preventScrollReset>
        <span>
          <span className="visually-hidden">{day.day} </span>
          {day.price}
        </span>
        {policy && <span className="calendar-name">{policy}</span>}
        {policy && <span className="calendar-mark">{letterOf(day.mark)}</span>}
      </Link>
    </td>
  );
}

function Edit({ view, errors, typed, impact, chosen }: Props & { chosen: number }) {
  const busy = useNavigation().state !== "idle";
  const hydrated = useHydrated();
  return (
    <div className="panel calendar-edit">
      <Field name="price" label={m.policy_price() + m.engine_yuan()} errors={errors.price} required>
        <input inputMode="decimal" maxLength={12} autoComplete="off" defaultValue={typed?.price} />
      </Field>
      <Field name="channel" label={m.policy_channel()} errors={errors.channel}>
        <select defaultValue={typed?.channel ?? view.channel}>
          {view.anyChannels.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field name="customerGroup" label={m.policy_group()} errors={errors.customerGroup}>
        <select defaultValue={typed?.customerGroup ?? view.group}>
          {view.groups.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <button className="button button-primary" disabled={busy}>
        {busy ? m.engine_saving() : impact ? m.impact_confirm() : m.policy_set()}
      </button>
      <p className="dim" role="status">
        {hydrated && chosen > 0 ? m.policy_chosen({ n: chosen }) : m.policy_set_help()}
      </p>
      {errors.days && (
        <p className="field-error" role="alert">
          {errors.days[0]}
        </p>
      )}
    </div>
  );
}
