/** Orders and money on the workbench. */
import { m } from "../../contract/messages";
import { formatYuan } from "../../contract/money";
import { ownShift } from "../../contract/order/shift";
import { bookingsTomorrow, ownSalesToday, salesToday, takingsByDay } from "../../contract/order/today";
import { homeBlock, listOf } from "../home-block";

const offline = "/order/offlineOrderList";
const network = "/order/networkOrderList";
const yuan = (fen: number) => `¥${formatYuan(fen)}`;

const today = homeBlock(20, salesToday, ({ day, weekBefore: before, ...now }) => {
  const to = listOf(offline, "createdAt", day);
  const against = (value: string) => m.home_week_before({ value });
  return {
    kind: "figures",
    title: m.home_today(),
    figures: [
      { label: m.home_orders(), value: String(now.orders), note: against(String(before.orders)), to },
      { label: m.home_tickets(), value: String(now.tickets), note: against(String(before.tickets)), to },
      { label: m.home_revenue(), value: yuan(now.revenue), note: against(yuan(before.revenue)), to },
      {
        ...{ label: m.home_refunded(), value: yuan(now.refunded), note: against(yuan(before.refunded)) },
        to: "/order/refundList",
      },
    ],
  };
});

const own = homeBlock(
  10,
  ownSalesToday,
  ({ day, shift, orders, tickets, revenue, ways }) => {
    const to = shift
      ? listOf("/inside/buyTktLog", "createdAt", shift.openedAt.slice(0, 10), day)
      : listOf("/inside/buyTktLog", "createdAt", day);
    return {
      kind: "work",
      title: shift ? m.home_own_shift({ pos: shift.posName }) : m.home_own(),
      ...(shift && { text: m.home_own_shift_text({ at: shift.openedAt.slice(0, 16) }) }),
      button: m.home_sell_now(),
      start: "/inside/buyTktList",
      to,
      figures: [
        { label: shift ? m.home_own_not_cash() : m.home_own_revenue(), value: yuan(revenue), to },
        { label: m.home_own_orders(), value: String(orders), to },
        { label: m.home_own_tickets(), value: String(tickets), to },
      ],
      rows: ways.map(({ label, taken, refunded }) => ({
        text: label,
        value: yuan(taken),
        to,
        ...(refunded > 0 && { note: m.home_own_refunded({ amount: yuan(refunded) }) }),
      })),
    };
  },
  { unless: salesToday },
);

const takings = homeBlock(30, takingsByDay, (days) => {
  const values = days.map(({ sales, refunds }) => (sales - refunds) / 100);
  const sum = days.reduce((total, { sales, refunds }) => total + sales - refunds, 0);
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const most = Math.max(0, ...values);
  const text = m.home_takings_text({ sum: yuan(sum), mean: yuan(Math.round(sum / Math.max(1, days.length))) });
  return {
    kind: "line",
    title: m.home_takings(),
    text,
    to: listOf(offline, "createdAt", first, last),
    values,
    labels: [first.slice(5), days[Math.floor(days.length / 2)]?.day.slice(5) ?? "", last.slice(5)],
    most: yuan(Math.round(most * 100)),
    alt: `${m.home_takings()} ${text}`,
  };
});

const tomorrow = homeBlock(50, bookingsTomorrow, ({ day, network: online, offline: counter }) => {
  const value = ({ orders, tickets }: typeof online) => m.home_bookings_n({ orders, tickets });
  return {
    kind: "rows",
    title: m.home_tomorrow({ day: day.slice(5) }),
    none: m.home_tomorrow_none(),
    rows: [
      { text: m.home_tomorrow_network(), value: value(online), to: listOf(network, "visitDay", day), of: online },
      { text: m.home_tomorrow_offline(), value: value(counter), to: listOf(offline, "visitDay", day), of: counter },
    ].flatMap(({ of, ...row }) => (of.orders > 0 ? [row] : [])),
  };
});

const shift = homeBlock(15, ownShift, ({ open, needed }) => {
  const to = "/manage/shift";
  const none = needed ? m.shift_home_needed() : m.shift_home_none();
  return {
    kind: "rows",
    title: m.shift_home(),
    none,
    rows: open
      ? [
          {
            text: m.shift_home_open({ shiftNo: open.shiftNo, pos: open.posName }),
            value: m.shift_home_since({ at: open.openedAt.slice(11, 16) }),
            to,
          },
        ]
      : [{ text: none, value: m.shift_open_button(), to }],
  };
});

export const homeBlocks = [own, shift, today, takings, tomorrow];
