/** The counter's log (`/inside/buyTktLog`): what the caller took in in their open shift, or else today, by payment, over the sales. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { saleLog } from "~/contract/order/order-lists";
import { ownSalesToday } from "~/contract/order/today";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { mayPress } from "~/screens/rights.server";

export const meta: MetaFunction = () => [{ title: m.sale_log_title() }];

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const [list, shift] = await Promise.all([
    loadList(args, saleLog),
    context.dispatch.call(ownSalesToday, {}, { silent: true }),
  ]);
  const print = { to: "/inside/buyTktList/print?orderId={id}", label: m.sale_last_reprint() };
  const links = mayPress(context, "sale:print") && !list.print ? [print] : [];
  return {
    list: links.length > 0 ? { ...list, rows: list.rows.map((row) => ({ ...row, links })) } : list,
    taken: shift && !list.print ? { ...headOf(shift), figures: totalsOf(shift) } : null,
  };
}

export const action = (args: ActionFunctionArgs) => commandList(args, saleLog);

const yuan = (fen: number) => `¥${formatYuan(fen)}`;

interface Shift {
  shift: { shiftNo: string; posName: string; openedAt: string } | null;
  orders: number;
  tickets: number;
  ways: { label: string; taken: number; refunded: number }[];
}

/** Which it is: an open shift, of which no cash is told before the count, or the day. */
function headOf({ shift }: Shift): { title: string; text: string } {
  if (!shift) return { title: m.sale_shift(), text: "" };
  return {
    title: m.sale_shift_open({ shiftNo: shift.shiftNo, pos: shift.posName }),
    text: m.home_own_shift_text({ at: shift.openedAt.slice(0, 16) }),
  };
}

/** What lies in the drawer and on the accounts: taken less given back, and each way of paying for itself. */
function totalsOf({ shift, orders, tickets, ways }: Shift): { label: string; value: string; note: string }[] {
  const given = (fen: number) => (fen > 0 ? m.home_own_refunded({ amount: yuan(fen) }) : "");
  const sum = (of: (way: Shift["ways"][number]) => number) => ways.reduce((total, way) => total + of(way), 0);
  const all = sum(({ taken, refunded }) => taken - refunded);
  return [
    {
      label: shift ? m.sale_shift_not_cash() : m.sale_shift_total(),
      value: yuan(all),
      note: m.thing_orders_tickets({ orders, tickets }),
    },
    ...ways.map(({ label, taken, refunded }) => ({ label, value: yuan(taken - refunded), note: given(refunded) })),
  ];
}

export default function SaleLog() {
  const { list, taken } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      {taken && (
        <section className="page shift" aria-label={taken.title}>
          <h2>{taken.title}</h2>
          {taken.text && <p className="dim">{taken.text}</p>}
          <dl className="figures">
            {taken.figures.map(({ label, value, note }) => (
              <div key={label} className="panel">
                <dt className="dim">{label}</dt>
                <dd>
                  {value}
                  {note && <small className="dim">{note}</small>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <ListFrame view={list} notice={answer?.notice} />
    </>
  );
}
