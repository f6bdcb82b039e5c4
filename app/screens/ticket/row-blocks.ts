/** Today on the pages of ticket types, parks and gates. */
import { m } from "../../contract/messages";
import type { AnswerOf } from "../../contract/method";
import { formatYuan } from "../../contract/money";
import { gateToday, parkToday, type ticketTypeToday } from "../../contract/ticket/thing-today";
import { type BlockView, type Figure, listOf } from "../home-block";
import { liveRowBlocks } from "../row-block";

const passages = "/manage/passageList";
const yuan = (fen: number) => `¥${formatYuan(fen)}`;

export function ticketTypeBlocks(type: AnswerOf<typeof ticketTypeToday>, id: number): BlockView[] {
  const { price, listPrice, policy, holiday, soldByDay, pools, policies } = type;
  const today = soldByDay.at(-1);
  const count = soldByDay.reduce((sum, one) => sum + one.count, 0);
  const amount = soldByDay.reduce((sum, one) => sum + one.amount, 0);
  const known = pools.flatMap(({ total, taken }) => (total === null ? [] : [Math.max(0, total - taken)]));
  const why = [holiday, policy === "" ? m.thing_list_price() : m.thing_policy({ policy, price: yuan(listPrice) })];
  return [
    {
      kind: "figures",
      title: m.thing_today(),
      figures: [
        {
          label: m.thing_price_today(),
          value: yuan(price),
          note: why.filter(Boolean).join(" · "),
          to: "/ticket/priceCalendar",
        },
        {
          label: m.thing_sold_today(),
          value: m.thing_tickets({ n: today?.count ?? 0 }),
          note: yuan(today?.amount ?? 0),
          to: `/ticket/issuedList?ticketTypeId=${id}`,
        },
        { label: m.thing_sold_week(), value: m.thing_tickets({ n: count }), note: yuan(amount) },
        {
          label: m.thing_quota_left(),
          value: pools.length === 0 ? m.thing_no_quota() : known.length === 0 ? "—" : String(Math.min(...known)),
          to: "/ticket/quotaList",
        },
      ],
    },
    {
      kind: "bars",
      title: m.thing_sold_week(),
      values: soldByDay.map((one) => one.count),
      labels: soldByDay.map((one) => one.day.slice(5)),
      most: m.thing_tickets({ n: Math.max(0, ...soldByDay.map((one) => one.count)) }),
      alt: soldByDay.map((one) => `${one.day} ${one.count}`).join("; "),
    },
    {
      kind: "rows",
      title: m.thing_quotas(),
      none: m.thing_no_quota(),
      rows: pools.map(({ id, name, total, taken }) => ({
        text: name,
        value: total === null ? m.thing_taken({ n: taken }) : m.home_slots_of({ taken, total }),
        share: total ? taken / total : null,
        ...(total !== null && taken >= total * 0.8 && { tone: taken >= total ? ("bad" as const) : ("warn" as const) }),
        to: `/ticket/quotaList/${id}`,
      })),
    },
    {
      kind: "rows",
      title: m.thing_policies(),
      none: m.thing_list_price(),
      rows: policies.map(({ id, name, price: its, startDay, endDay }) => ({
        text: name,
        note: startDay === endDay ? startDay : `${startDay} – ${endDay}`,
        value: yuan(its),
        to: `/pricePolicyAdd?id=${id}`,
      })),
    },
  ];
}

export const parkRow = liveRowBlocks(parkToday, (park) => {
  const { day, opens, closes, open, capacity, entered, inside, countsExits, tickets, sold, gates, name, photo } = park;
  const people = countsExits ? inside : entered;
  const share = capacity ? people / capacity : null;
  return [
    {
      kind: "figures",
      title: m.thing_today(),
      figures: [
        {
          label: m.thing_open(),
          value: open === null ? "—" : open ? m.thing_open_now() : m.thing_closed_now(),
          note: opens === "" ? m.thing_no_hours() : `${opens}–${closes}`,
        },
        {
          label: countsExits ? m.thing_inside() : m.thing_entered(),
          value: String(people),
          note: capacity
            ? m.home_load_capacity({ n: capacity.toLocaleString("en-US"), share: Math.round((share ?? 0) * 100) })
            : m.home_load_open(),
          to: listOf(passages, "at", day),
        },
        {
          // Of its tickets alone: no list has just these, and the report counts seats and cards of the park as well.
          label: m.thing_sold_today(),
          value: yuan(sold),
          note: m.thing_tickets({ n: tickets }),
        },
      ],
    },
    photo === "" ? null : { kind: "photo", title: name, path: photo },
    {
      kind: "rows",
      title: m.thing_gates(),
      none: m.thing_no_gates(),
      rows: gates.map(({ id, name, admitted, last }) => ({
        text: name,
        note: last ? m.home_gate_last({ at: last.slice(5, 16) }) : m.home_gate_never(),
        value: m.home_people({ n: admitted }),
        to: `/manage/tktParkGate/${id}`,
      })),
    },
  ];
});

type Devices = AnswerOf<typeof gateToday>["devices"];

/** All of them are heard of, or which is not and for how long; null where an account checks alone. */
function devicesFigure(devices: Devices): Figure | null {
  if (devices.length === 0) return null;
  const silent = devices.filter((device) => device.silent);
  const [first] = silent;
  const since = first && first.seenMinutes !== null ? m.thing_device_seen({ n: first.seenMinutes }) : "";
  return {
    label: m.thing_devices(),
    value: first ? m.thing_devices_silent({ n: silent.length }) : m.thing_devices_heard(),
    note: first ? [first.name, since].filter(Boolean).join(" · ") : m.thing_devices_count({ n: devices.length }),
    to: "/manage/gateBoard",
  };
}

export const gateRow = liveRowBlocks(gateToday, ({ day, admitted, refused, byHour, last, active, devices }) => {
  const used = byHour.flatMap((people, hour) => (people > 0 ? [hour] : []));
  const [first, end] = [Math.min(8, ...used), Math.max(17, ...used)];
  const values = byHour.slice(first, end + 1);
  const most = Math.max(0, ...values);
  return [
    {
      kind: "figures",
      title: m.thing_today(),
      figures: [
        { label: m.thing_gate_state(), value: active ? m.thing_gate_on() : m.thing_gate_off() },
        ...[devicesFigure(devices)].flatMap((figure) => figure ?? []),
        { label: m.thing_admitted(), value: m.home_people({ n: admitted }), to: listOf(passages, "at", day) },
        { label: m.thing_refused(), value: String(refused), to: `${listOf(passages, "at", day)}&result=refused` },
        {
          label: m.thing_last_pass(),
          value: last ? last.at.slice(5, 16) : "—",
          note: last
            ? [last.admitted ? m.check_admitted() : m.check_refused(), last.by].filter(Boolean).join(" · ")
            : m.home_gate_never(),
        },
        { label: m.thing_per_hour(), value: m.home_people({ n: most }), note: m.thing_busiest_hour() },
      ],
    },
    {
      kind: "bars",
      title: m.home_hours(),
      values,
      labels: [`${first}:00`, `${Math.round((first + end + 1) / 2)}:00`, `${end + 1}:00`],
      most: m.home_people({ n: most }),
      alt: values.map((people, place) => `${first + place}:00 ${people}`).join("; "),
    },
  ];
});
