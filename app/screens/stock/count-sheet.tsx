/** The sheet of a count: what was counted against the books; of a blind one an empty form to count with, until it has ended. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { stockCountSheet } from "~/contract/stock/count";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { idIn } from "../query.server";

const path = "/manage/storelist/listBillCounts";

export const handle = { menu: path };
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? m.stock_count_sheet() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const sheet = await context.dispatch.call(stockCountSheet, { id: idIn(params) });
  return { ...sheet, title: m.stock_count_sheet_of({ code: sheet.code, store: sheet.store }) };
}

type Sheet = Awaited<ReturnType<typeof loader>>;

export default function CountSheet() {
  const { id, title, hidden, rows } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar no-print">
          <Link className="button" to={`${path}/${id}`}>
            {m.stock_count()}
          </Link>
          <PrintButton />
        </div>
      </header>
      <section className="panel">
        {hidden && <p className="notice">{m.stock_hidden()}</p>}
        {rows.length === 0 ? <p className="empty">{m.stock_count_none()}</p> : <Rows rows={rows} />}
      </section>
    </div>
  );
}

const shown = (value: number | null) => value ?? "";

function Rows({ rows }: Pick<Sheet, "rows">) {
  const heads = [m.stock_book(), m.stock_counted(), m.stock_difference(), m.stock_difference_value() + m.engine_yuan()];
  return (
    <TableFrame label={m.stock_count_sheet()}>
      <table className="table">
        <caption className="visually-hidden">{m.stock_count_sheet()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.stock_item()}</th>
            <th scope="col">{m.stock_unit()}</th>
            {heads.map((head) => (
              <th scope="col" className="num" key={head}>
                {head}
              </th>
            ))}
            <th scope="col">{m.stock_difference_reason()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.itemId}>
              <th scope="row">{row.item}</th>
              <td>{row.unit}</td>
              <td className="num">{shown(row.book)}</td>
              <td className="num">{shown(row.counted)}</td>
              <td className="num">{shown(row.difference)}</td>
              <td className="num">{row.amount === null ? "" : formatYuan(row.amount)}</td>
              <td>{row.reason}</td>
            </tr>
          ))}
        </tbody>
        {rows.some(({ amount }) => amount !== null) && <Totals rows={rows} />}
      </table>
    </TableFrame>
  );
}

/** What is missing, what was found, and what the count costs when it is posted. */
function Totals({ rows }: Pick<Sheet, "rows">) {
  const sum = (of: (amount: number) => boolean) =>
    rows.reduce((all, { amount }) => (amount !== null && of(amount) ? all + amount : all), 0);
  const sums = [
    { label: m.stock_move_less(), amount: sum((amount) => amount < 0) },
    { label: m.stock_move_more(), amount: sum((amount) => amount > 0) },
    { label: m.lines_total(), amount: sum(() => true) },
  ];
  return (
    <tfoot>
      {sums.map(({ label, amount }) => (
        <tr className="table-sum" key={label}>
          <th scope="row" colSpan={5}>
            {label}
          </th>
          <td className="num">{formatYuan(amount)}</td>
          <td />
        </tr>
      ))}
    </tfoot>
  );
}
