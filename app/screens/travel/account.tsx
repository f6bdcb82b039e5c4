/** An agency's account (`/travel/agencyList/7/account`): how it stands, how old what it owes is, and its movements. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { agencyAccount } from "~/contract/travel/account";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { paperOf } from "~/widgets/print/paper.server";
import { Printable, PrintLink } from "~/widgets/print/printable";
import { TableFrame } from "~/widgets/table-frame";
import { Fact } from "../card/card-steps";
import { dayFrom, idIn } from "../query.server";
import { Exceptions } from "./exceptions";

export const handle = { menu: "/travel/agencyList" };
export const meta: MetaFunction = () => [{ title: m.account_title() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const to = dayFrom(request, "to", today());
  const from = dayFrom(request, "from", "");
  const answer = await context.dispatch.call(agencyAccount, { id, to, ...(from !== "" && from <= to && { from }) });
  const rows = answer.rows.map((row) => ({ ...row, to: row.to && context.mayOpen(row.to) ? row.to : "" }));
  return { id, ...answer, rows, paper: paperOf({ request, context }) };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function AgencyAccount() {
  const account = useLoaderData<typeof loader>();
  return (
    <Printable paper={account.paper}>
      <header className="page-head">
        <h1>{m.account_title_of({ name: account.name })}</h1>
        <div className="toolbar no-print">
          <PrintLink paper={account.paper} />
          <Link className="button" to={`/travel/agencyList/${account.id}`}>
            {m.travel_agency()}
          </Link>
        </div>
      </header>
      <Standing {...account} />
      {account.exceptions.length > 0 && <Exceptions {...account} />}
      <Movements {...account} />
    </Printable>
  );
}

function Standing({ settlement, state, standing, ages, oldest, whyNot }: Loaded) {
  const amounts = [
    [m.account_prepaid, standing.prepaid],
    [m.account_limit, standing.limit],
    [m.account_used, standing.used],
    [m.account_under_way, standing.underWay],
    [m.account_free, standing.free],
    [m.account_deposit, standing.deposit],
  ] as const;
  const aged = [m.account_age_30, m.account_age_60, m.account_age_90, m.account_age_more];
  return (
    <section className="panel">
      {whyNot !== "" && (
        <p className="notice notice-warn" role="status">
          {whyNot}
        </p>
      )}
      <dl className="facts">
        <Fact label={m.travel_settlement()} value={settlement} />
        <Fact label={m.status()} value={state} />
        {amounts.map(([label, amount]) => (
          <Fact key={label()} label={label() + m.engine_yuan()} value={formatYuan(amount)} />
        ))}
        {oldest !== "" && <Fact label={m.account_oldest()} value={oldest} />}
      </dl>
      {standing.used > 0 && (
        <TableFrame label={m.account_ages()}>
          <table className="table">
            <caption>{m.account_ages()}</caption>
            <thead>
              <tr>
                {aged.map((label) => (
                  <th scope="col" className="num" key={label()}>
                    {label() + m.engine_yuan()}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <AmountCells cells={ages.map(formatYuan)} />
              </tr>
            </tbody>
          </table>
        </TableFrame>
      )}
    </section>
  );
}

function Movements({ id, from, to, opening, closing, rows, more }: Loaded) {
  const cells = ({ prepaid, used, deposit }: Loaded["opening"]) => [prepaid, used, deposit].map(formatYuan);
  return (
    <>
      <Form method="get" className="filters panel no-print" role="search" key={`${id} ${from} ${to}`}>
        <div className="field">
          <label htmlFor="account-from">{m.cash_up_from()}</label>
          <DayInput id="account-from" name="from" defaultValue={from} />
        </div>
        <div className="field">
          <label htmlFor="account-to">{m.cash_up_to()}</label>
          <DayInput id="account-to" name="to" defaultValue={to} />
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <section className="panel">
        <h2>{m.account_movements()}</h2>
        {more && (
          <p className="notice notice-warn" role="status">
            {m.stored_statement_more({ n: rows.length })}
          </p>
        )}
        <TableFrame label={m.account_movements()}>
          <table className="table">
            <caption className="visually-hidden">{m.account_movements()}</caption>
            <thead>
              <tr>
                <th scope="col">{m.card_log_at()}</th>
                <th scope="col">{m.ledger_kind()}</th>
                <th scope="col">{m.ledger_source()}</th>
                <th scope="col">{m.ledger_by()}</th>
                {[m.card_log_amount, m.account_prepaid, m.account_used, m.account_deposit].map((label) => (
                  <th scope="col" className="num" key={label()}>
                    {label() + m.engine_yuan()}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row" colSpan={5}>
                  {m.stored_opening()}
                </th>
                <AmountCells cells={cells(opening)} />
              </tr>
              {rows.map(({ at, kind, source, to, by, change, ...held }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of one answer, in its order
                <tr key={place}>
                  <td>{at}</td>
                  <td>{kind}</td>
                  <td>{to ? <Link to={to}>{source}</Link> : source}</td>
                  <td>{by}</td>
                  <AmountCells cells={[formatYuan(change), ...cells(held)]} />
                </tr>
              ))}
              <tr className="table-sum">
                <th scope="row" colSpan={5}>
                  {m.stored_closing()}
                </th>
                <AmountCells cells={cells(closing)} />
              </tr>
            </tbody>
          </table>
        </TableFrame>
      </section>
    </>
  );
}
