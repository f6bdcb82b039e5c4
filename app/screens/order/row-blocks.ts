/** Today on the page of a POS. */
import { m } from "../../contract/messages";
import { formatYuan } from "../../contract/money";
import { posToday } from "../../contract/order/pos-today";
import { rowBlocks } from "../row-block";

const yuan = (fen: number) => `¥${formatYuan(fen)}`;

export const posRow = rowBlocks(posToday, ({ count, tickets, paid, sellers, orders }) => {
  const [last] = sellers;
  return [
    {
      kind: "figures",
      title: m.thing_today(),
      figures: [
        { label: m.thing_sold_today(), value: yuan(paid), note: m.thing_orders_tickets({ orders: count, tickets }) },
        {
          label: m.thing_seller(),
          value: last?.name || "—",
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
