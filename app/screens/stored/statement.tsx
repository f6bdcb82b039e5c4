/** The statement of a card on paper (`/smartCard/list/7/statement`): what it held, what moved, what it holds. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { storedStatement } from "~/contract/stored/counter";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { Fact } from "../card/card-steps";
import { dayFrom, idIn } from "../query.server";

export const handle = { menu: "/smartCard/list" };
export const meta: MetaFunction = () => [{ title: m.stored_statement() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const to = dayFrom(request, "to", today());
  const from = dayFrom(request, "from", "");
  const answer = await context.dispatch.call(storedStatement, { id, to, ...(from !== "" && from <= to && { from }) });
  return { id, ...answer };
}

interface Held {
  principal: number;
  gift: number;
  deposit: number;
}
const cells = ({ principal, gift, deposit }: Held) => [principal, gift, deposit].map(formatYuan);

export default function StoredStatement() {
  const { id, number, typeName, holderName, from, to, opening, closing, rows, more, listId } =
    useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.stored_statement()} {number}
        </h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={`/smartCard/list/counter?card=${id}`}>
            {m.stored_counter()}
          </Link>
          {listId !== null && (
            <Link className="button" to={`/smartCard/list/group/${listId}`}>
              {m.card_list_sheet()}
            </Link>
          )}
        </div>
      </header>
      <Form method="get" className="filters panel no-print" role="search" key={`${from} ${to}`}>
        <div className="field">
          <label htmlFor="statement-from">{m.cash_up_from()}</label>
          <DayInput id="statement-from" name="from" defaultValue={from} />
        </div>
        <div className="field">
          <label htmlFor="statement-to">{m.cash_up_to()}</label>
          <DayInput id="statement-to" name="to" defaultValue={to} />
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <section className="panel">
        <dl className="facts">
          <Fact label={m.card_type_title()} value={typeName} />
          <Fact label={m.card_holder()} value={holderName} />
          <Fact label={m.stored_period()} value={`${from} ~ ${to}`} />
        </dl>
        {more && (
          <p className="notice notice-warn" role="status">
            {m.stored_statement_more({ n: rows.length })}
          </p>
        )}
        <TableFrame label={m.stored_statement()}>
          <table className="table">
            <caption className="visually-hidden">{m.stored_statement()}</caption>
            <thead>
              <tr>
                <th scope="col">{m.card_log_at()}</th>
                <th scope="col">{m.ledger_kind()}</th>
                <th scope="col">{m.ledger_source()}</th>
                {[m.card_log_amount, m.stored_principal, m.stored_gift, m.card_deposit_held].map((label) => (
                  <th scope="col" className="num" key={label()}>
                    {label() + m.engine_yuan()}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row" colSpan={4}>
                  {m.stored_opening()}
                </th>
                <AmountCells cells={cells(opening)} />
              </tr>
              {rows.map(({ at, kind, source, slip, change, ...held }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of one answer, in its order
                <tr key={place}>
                  <td>{at}</td>
                  <td>{kind}</td>
                  <td>
                    {slip ? (
                      <a
                        href={`/smartCard/list/${id}/slip?no=${encodeURIComponent(source)}`}
                        aria-label={`${source} ${m.stored_slip_print()}`}
                      >
                        {source}
                      </a>
                    ) : (
                      source
                    )}
                  </td>
                  <AmountCells cells={[formatYuan(change), ...cells(held)]} />
                </tr>
              ))}
              <tr className="table-sum">
                <th scope="row" colSpan={4}>
                  {m.stored_closing()}
                </th>
                <AmountCells cells={cells(closing)} />
              </tr>
            </tbody>
          </table>
        </TableFrame>
        <p>{m.card_slip_sign()}: ______________</p>
      </section>
    </div>
  );
}
