/** Parks, places and gates on the workbench. */
import { businessDay } from "../../contract/business-time";
import { m } from "../../contract/messages";
import { holidaysMissing } from "../../contract/ticket/holiday";
import { admissionsByHour, fullSlots, gatesToday, parkLoad, quietAfter, quietGates } from "../../contract/ticket/today";
import { type BlockView, homeBlock, listOf } from "../home-block";

const passages = "/manage/passageList";
const desk = "/manage/tktChevkPage";

const gates = homeBlock(
  10,
  gatesToday,
  (open): BlockView | null => {
    const [first] = open;
    if (!first) return null;
    const at = (id: number) => `${desk}?gateId=${id}`;
    return {
      kind: "work",
      title: m.home_desk(),
      button: m.home_check_at({ gate: first.name }),
      start: at(first.id),
      figures: [
        {
          ...{ label: m.home_gate_admitted({ gate: first.name }), value: String(first.admitted) },
          to: `${listOf(passages, "at", businessDay(new Date()))}&gateId=${first.id}`,
        },
      ],
      rows: open.slice(1).map(({ id, name, admitted }) => ({
        text: name,
        value: m.home_people({ n: admitted }),
        to: at(id),
      })),
    };
  },
  { unless: admissionsByHour },
);

const hours = homeBlock(31, admissionsByHour, ({ day, today, weekBefore }) => {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  // The hours in which anybody comes, and eight to eighteen in any case.
  const used = [...today, ...weekBefore].flatMap((people, place) => (people > 0 ? [place % 24] : []));
  const [first, last] = [Math.min(8, ...used), Math.max(17, ...used)];
  const text = m.home_hours_text({ today: sum(today), before: sum(weekBefore) });
  const values = today.slice(first, last + 1);
  const before = weekBefore.slice(first, last + 1);
  return {
    kind: "bars",
    title: m.home_hours(),
    text,
    to: listOf(passages, "at", day),
    ...{ values, before },
    labels: [`${first}:00`, `${Math.round((first + last + 1) / 2)}:00`, `${last + 1}:00`],
    most: m.home_people({ n: Math.max(0, ...values, ...before) }),
    alt: `${m.home_hours()} ${text}`,
  };
});

const loads = homeBlock(40, parkLoad, ({ day, parks }) => ({
  kind: "rows",
  title: m.home_load(),
  none: m.home_load_none(),
  rows: parks.map(({ id, name, capacity, entered, inside: within, countsExits }) => {
    const people = countsExits ? within : entered;
    const share = capacity ? people / capacity : null;
    const inside = countsExits ? m.home_load_inside({ n: people }) : m.home_load_entered({ n: people });
    return {
      text: name,
      value: inside,
      note: capacity
        ? m.home_load_capacity({ n: capacity.toLocaleString("en-US"), share: Math.round((share ?? 0) * 100) })
        : m.home_load_open(),
      share,
      ...(share !== null && share >= 0.8 && { tone: share >= 1 ? ("bad" as const) : ("warn" as const) }),
      to: `${listOf(passages, "at", day)}&parkId=${id}`,
    };
  }),
}));

const slots = homeBlock(41, fullSlots, ({ slots: full, more }) => ({
  kind: "rows",
  title: m.home_slots(),
  none: m.home_slots_none(),
  ...(more > 0 && { more: m.home_more({ n: more }) }),
  to: "/ticket/quotaList",
  rows: full.map(({ poolId, name, day, slot, total, taken }) => ({
    text: `${day.slice(5)} ${slot} ${name}`.replace("  ", " "),
    value: taken >= total ? m.home_slots_full() : m.home_slots_left({ n: total - taken }),
    note: m.home_slots_of({ taken, total }),
    share: taken / total,
    tone: taken >= total ? "bad" : "warn",
    to: `/ticket/quotaList/${poolId}?from=${day}`,
  })),
}));

const quiet = homeBlock(42, quietGates, ({ inService, quiet: silent, more }): BlockView | null =>
  inService === 0
    ? null
    : {
        kind: "rows",
        title: m.home_gates_quiet(),
        ...(silent.length > 0 && { text: m.home_gates_quiet_text({ minutes: quietAfter }) }),
        none: m.home_gates_quiet_none({ n: inService }),
        ...(more > 0 && { more: m.home_more({ n: more }) }),
        to: "/manage/tktParkGate",
        rows: silent.map(({ id, name, parkName, last }) => ({
          text: name,
          note: parkName,
          value: last ? m.home_gate_last({ at: last.slice(5, 16) }) : m.home_gate_never(),
          tone: "warn",
          to: `${passages}?gateId=${id}`,
        })),
      },
);

const holidays = homeBlock(
  43,
  holidaysMissing,
  ({ year }): BlockView | null =>
    year === null
      ? null
      : {
          kind: "rows",
          title: m.holiday_list(),
          none: "",
          rows: [
            {
              text: m.holiday_missing({ year }),
              note: m.holiday_missing_text({ year }),
              tone: "warn",
              to: "/ticket/holidayList",
            },
          ],
        },
  { isFor: ({ isHeadOffice }) => isHeadOffice },
);

export const homeBlocks = [gates, hours, loads, slots, quiet, holidays];
