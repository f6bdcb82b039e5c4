/** What the settlement of sub-tickets shows: one after the other, day by day, with sums. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { addDays } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { longestSettlement, subTicketSettlement } from "~/contract/ticket/sub-ticket";
import { businessDay } from "~/screens/business-day";
import { dayFrom } from "~/screens/query.server";

const columns = ["sold", "givenBack", "due"] as const;
type Sums = Record<(typeof columns)[number], number> & { quantity: number };

export async function loadSettlement({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const today = businessDay();
  const from = dayFrom(request, "from", `${today.slice(0, 8)}01`);
  const last = dayFrom(request, "to", [from, today].sort().at(-1) ?? today);
  // Nonsense in the address shows what there is, as in a list.
  const to = last < from || last >= addDays(from, longestSettlement) ? from : last;
  const type = /^[1-9]\d{0,14}$/.test(asked.get("type") ?? "") ? Number(asked.get("type")) : undefined;
  const { rows, types } = await context.dispatch.call(subTicketSettlement, {
    ...{ from, to },
    ...(type !== undefined && { ticketTypeId: type }),
  });
  const keyOf = (row: (typeof rows)[number]) => JSON.stringify([row.ticketTypeId, row.name, row.settleTo]);
  const parties = [...new Set(rows.map(({ settleTo }) => settleTo))].sort();
  return {
    ...{ from, to, type: type === undefined ? "" : String(type), types: types.map(({ id, name }) => ({ id, name })) },
    problem: to === last ? "" : last < from ? m.forms_v_range() : m.cash_up_too_long({ days: longestSettlement }),
    heading: from === to ? from : m.cash_up_period({ from, to }),
    groups: [...new Set(rows.map(keyOf))].map((key) => {
      const own = rows.filter((row) => keyOf(row) === key);
      const { ticketTypeId, ticketTypeName, name, settleTo } = own[0] ?? {
        ticketTypeId: 0,
        ticketTypeName: "",
        name: "",
        settleTo: "",
      };
      const ordersOf = (first: string, end: string) =>
        `/ticket/sonTkShares?${new URLSearchParams({ "day.from": first, "day.to": end, ticketTypeId: String(ticketTypeId), name, settleTo })}`;
      return {
        key,
        ...{ ticketTypeName, name, settleTo, orders: ordersOf(from, to) },
        days: own.map((row) => ({ day: row.day, orders: ordersOf(row.day, row.day), cells: cellsOf(row) })),
        sum: cellsOf(sumOf(own)),
      };
    }),
    parties: parties.map((party) => ({
      party,
      cells: amountsOf(sumOf(rows.filter(({ settleTo }) => settleTo === party))),
    })),
    sum: amountsOf(sumOf(rows)),
  };
}

/** Of several sub-tickets together: a ticket is in each of them, so their numbers do not add up to tickets. */
const amountsOf = (of: Sums) => ["", ...cellsOf(of).slice(1)];
const cellsOf = (of: Sums) => [String(of.quantity), ...columns.map((column) => formatYuan(of[column]))];

function sumOf(rows: readonly Sums[]): Sums {
  const sum = (column: keyof Sums) => rows.reduce((all, row) => all + row[column], 0);
  return { quantity: sum("quantity"), sold: sum("sold"), givenBack: sum("givenBack"), due: sum("due") };
}
