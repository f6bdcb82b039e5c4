/** Quota days of the demonstration with the ledger that led there: sales and refunds in the order of their moments. */

import type { Row } from "../../../seed/bulk";
import type { Staff } from "../../manifest";
import type { DemoRefund } from "./aftermath";
import type { DemoOrder, World } from "./history";
import type { Ids } from "./rows";

interface Movement {
  at: Date;
  quantity: number;
  orderNo: string;
  by: Staff;
}

interface Day {
  id: number;
  poolId: number;
  day: string;
  slot: string;
  total: number;
  sold: number;
  movedAt: string;
  movements: Movement[];
}

export function quotaRows(
  { catalogue, manager }: World,
  orders: readonly DemoOrder[],
  refunds: readonly DemoRefund[],
  ids: Ids,
  firstId: number,
) {
  const days = new Map<string, Day>();
  const drawn: Row[] = [];
  const daysOf = (order: DemoOrder, line: DemoOrder["lines"][number]): Day[] =>
    catalogue.pools
      .filter(({ typeIds }) => typeIds.includes(line.type.id))
      .map(({ id: poolId, dailyTotal, bySlot }) => {
        const slot = bySlot ? line.slot : "";
        const key = `${poolId} ${order.visitDay} ${slot}`;
        const known = days.get(key);
        if (known) return known;
        const id = firstId + days.size;
        const day: Day = {
          id,
          poolId,
          day: order.visitDay,
          slot,
          total: dailyTotal,
          sold: 0,
          movedAt: "",
          movements: [],
        };
        days.set(key, day);
        return day;
      });
  for (const order of orders) {
    const orderNo = ids.order.get(order)?.orderNo ?? "";
    for (const line of order.lines) {
      for (const day of daysOf(order, line)) {
        day.movements.push({ at: order.at, quantity: line.quantity, orderNo, by: order.seller });
        drawn.push({ line_id: ids.line.get(line) ?? 0, quota_day_id: day.id });
      }
    }
  }
  for (const { order, tickets, state, decidedAt, decidedBy } of refunds) {
    const line = tickets[0]?.ticket.line;
    if (state !== "done" || !line || !decidedAt || !decidedBy) continue;
    const orderNo = ids.order.get(order)?.orderNo ?? "";
    for (const day of daysOf(order, line)) {
      day.movements.push({ at: decidedAt, quantity: -tickets.length, orderNo, by: decidedBy });
    }
  }
  const ledger = [...days.values()].flatMap((day) => ledgerOf(day, manager));
  return {
    days: [...days.values()].map(({ id, poolId, day, slot, total, sold, movedAt }) => ({
      id,
      pool_id: poolId,
      day,
      slot,
      total,
      held: 0,
      sold,
      moved_at: movedAt,
    })),
    ledger: ledger.sort((one, other) => String(one.at).localeCompare(String(other.at))),
    drawn,
  };
}

/** Adds up as it goes; the day ends with the last row's balance. */
function ledgerOf(day: Day, manager: Staff): Row[] {
  const movements = day.movements.sort((one, other) => one.at.getTime() - other.at.getTime());
  const first = movements[0]?.at.getTime() ?? 0;
  day.movedAt = movements.at(-1)?.at.toISOString() ?? "";
  const { id, poolId, slot } = day;
  const account = { quota_day_id: id, pool_id: poolId, day: day.day, slot, part: "" };
  const base = { ...account, held_change: 0, total: day.total, held: 0, overbooked: 0 };
  const opening = {
    ...base,
    at: new Date(first - 1000).toISOString(),
    kind: "open",
    total_change: day.total,
    sold_change: 0,
    sold: 0,
    source: "",
    account_id: manager.id,
    account_name: manager.name,
  };
  return [
    opening,
    ...movements.map(({ at, quantity, orderNo, by }) => {
      day.sold += quantity;
      return {
        ...base,
        at: at.toISOString(),
        kind: quantity > 0 ? "sell" : "giveBack",
        total_change: 0,
        sold_change: quantity,
        sold: day.sold,
        source: orderNo,
        account_id: by.id,
        account_name: by.name,
      };
    }),
  ];
}
