/** What is owed to holders of stored-value cards at the end of a day, by type (`/smartCard/ledger/owed`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { storedOwed } from "~/contract/stored/counter";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { dayFrom } from "../query.server";

const path = "/smartCard/ledger/owed";

export const handle = { menu: "/smartCard/ledger" };
export const meta: MetaFunction = () => [{ title: m.stored_owed() }];

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  context.dispatch.call(storedOwed, { day: dayFrom(request, "day", today()) });

const figures = ["principal", "gift", "deposit"] as const;

export default function StoredOwed() {
  const { day, rows } = useLoaderData<typeof loader>();
  const total = figures.map((figure) => rows.reduce((sum, row) => sum + row[figure], 0));
  const cards = rows.reduce((sum, row) => sum + row.cards, 0);
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.stored_owed()}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <a className="button" href={`${path}/file?day=${day}`} download>
            {m.stored_file()}
          </a>
          <Link className="button" to="/smartCard/ledger">
            {m.stored_ledger()}
          </Link>
        </div>
      </header>
      <Form method="get" action={path} className="filters panel no-print" role="search" key={day}>
        <div className="field">
          <label htmlFor="owed-day">{m.stored_as_of()}</label>
          <DayInput id="owed-day" name="day" defaultValue={day} />
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <section className="panel">
        <h2>{m.stored_owed_on({ day })}</h2>
        {rows.length === 0 ? (
          <p className="empty">{m.stored_owed_none()}</p>
        ) : (
          <TableFrame label={m.stored_owed()}>
            <table className="table">
              <caption className="visually-hidden">{m.stored_owed()}</caption>
              <thead>
                <tr>
                  <th scope="col">{m.card_type_title()}</th>
                  <th scope="col" className="num">
                    {m.stored_cards()}
                  </th>
                  {[m.stored_principal, m.stored_gift, m.card_deposit_held].map((label) => (
                    <th scope="col" className="num" key={label()}>
                      {label() + m.engine_yuan()}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.cardTypeId}>
                    <th scope="row">{row.typeName}</th>
                    <AmountCells cells={[String(row.cards), ...figures.map((figure) => formatYuan(row[figure]))]} />
                  </tr>
                ))}
                <tr className="table-sum">
                  <th scope="row">{m.cash_up_all()}</th>
                  <AmountCells cells={[String(cards), ...total.map(formatYuan)]} />
                </tr>
              </tbody>
            </table>
          </TableFrame>
        )}
      </section>
    </div>
  );
}
