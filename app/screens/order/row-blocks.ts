/** Today on the page of a POS. */
import { m } from "../../contract/messages";
import { formatYuan } from "../../contract/money";
import { posToday } from "../../contract/order/pos-today";
import { liveRowBlocks } from "../row-block";

const yuan = (fen: number) => `¥${formatYuan(fen)}`;

export const posRow = liveRowBlocks(posToday, ({ count, tickets, paid, shift, sellers, orders }) => {
  const [last] = sellers;
  return [
    {
      kind: "figures",
      title: m.thing_today(),
      figures: [
        { label: m.thing_sold_today(), value: yuan(paid), note: m.thing_orders_tickets({ orders: count, tickets }) },
        {
          label: m.thing_seller(),
          value: shift?.sellerName ?? "—",
          note: shift ? m.thing_shift_since({ at: shift.openedAt.slice(5, 16) }) : m.thing_no_shift(),
        },
        {
          label: m.thing_last_seller(),
          value: last ? last.name || m.thing_no_seller() : "—",
          note: last ? m.thing_last_sale({ at: last.last.slice(11, 16) }) : m.thing_nobody_sold(),
        },
      ],
    },
    {
      kind: "rows",
      title: m.thing_sellers(),
      none: m.thing_nobody_sold(),
      rows: sellers.map(({ name, count: n, paid: taken }) => ({
        text: name || m.thing_no_seller(),
        note: m.thing_orders({ n }),
        value: yuan(taken),
      })),
    },
    {
      kind: "rows",
      title: m.thing_last_orders(),
      none: m.thing_no_orders(),
      rows: orders.map(({ id, orderNo, at, quantity, paid: its }) => ({
        text: orderNo,
        note: `${at.slice(5, 16)} · ${m.thing_tickets({ n: quantity })}`,
        value: yuan(its),
        to: `/offlineOrderDetail?id=${id}`,
      })),
    },
  ];
});
