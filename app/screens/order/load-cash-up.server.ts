/** What the cash-up shows: seller by seller and payment type by payment type, with what each hands over. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { addDays } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { cashUp, longestCashUp } from "~/contract/order/cash-up";
import { businessDay } from "~/screens/business-day";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { dayFrom } from "~/screens/query.server";

const columns = ["taken", "givenBack", "corrected", "heldTaken", "heldGivenBack", "due"] as const;
type Sums = Record<(typeof columns)[number], number>;

export async function loadCashUp({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const [from, last] = [dayFrom(request, "from", businessDay()), dayFrom(request, "to", businessDay())];
  // Nonsense in the address shows what there is, as in a list.
  const to = last < from || last >= addDays(from, longestCashUp) ? from : last;
  const seller = /^[1-9]\d{0,14}$/.test(asked.get("seller") ?? "") ? Number(asked.get("seller")) : undefined;
  const [{ rows, people }, labels] = await Promise.all([
    context.dispatch.call(cashUp, { from, to, ...(seller !== undefined && { accountId: seller }) }),
    loadLabels(context, "paymentType"),
  ]);
  const cells = (of: Sums) => columns.map((column) => formatYuan(of[column]));
  const ids = [...new Set(rows.map(({ accountId }) => accountId))];
  return {
    from,
    to,
    seller: seller === undefined ? "" : String(seller),
    problem: to === last ? "" : last < from ? m.forms_v_range() : m.cash_up_too_long({ days: longestCashUp }),
    people: people.map(({ id, name }) => ({ id: String(id), name: name || m.timeline_system() })),
    heading: from === to ? from : m.cash_up_period({ from, to }),
    groups: ids.map((id) => {
      const own = rows.filter(({ accountId }) => accountId === id);
      const name = own[0]?.name || m.timeline_system();
      return {
        id,
        name,
        rows: own.map((row) => [labelOf(labels, "paymentType", row.paymentType), ...cells(row)]),
        sum: cells(sumOf(own)),
      };
    }),
    byType: [...new Set(rows.map(({ paymentType }) => paymentType))].sort().map((type) => {
      const own = rows.filter(({ paymentType }) => paymentType === type);
      return [labelOf(labels, "paymentType", type), ...cells(sumOf(own))];
    }),
    sum: cells(sumOf(rows)),
  };
}

function sumOf(rows: readonly Sums[]): Sums {
  const sum = (column: keyof Sums) => rows.reduce((all, row) => all + row[column], 0);
  return {
    taken: sum("taken"),
    givenBack: sum("givenBack"),
    corrected: sum("corrected"),
    heldTaken: sum("heldTaken"),
    heldGivenBack: sum("heldGivenBack"),
    due: sum("due"),
  };
}
