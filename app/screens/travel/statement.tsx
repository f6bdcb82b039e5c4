/** A statement with its movements (`/travel/statementList/7/rows`): what is printed and sent to the agency. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { agencyStatementRows, statementPageSize } from "~/contract/travel/statement";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { Fact } from "../card/card-steps";
import { idIn } from "../query.server";

export const handle = { menu: "/travel/statementList" };
export const meta: MetaFunction = () => [{ title: m.bill_rows() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const asked = Number(new URL(request.url).searchParams.get("page") ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 100_000 ? asked : 1;
  const answer = await context.dispatch.call(agencyStatementRows, { id, page });
  return { id, page, pages: Math.max(1, Math.ceil(answer.count / statementPageSize)), ...answer };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function StatementRows() {
  const statement = useLoaderData<typeof loader>();
  const { id, code, agency, state, from, to, total, paid, open, count } = statement;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.bill_title_of({ code })}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={`/travel/statementList/${id}`}>
            {m.bill_title()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          <Fact label={m.travel_agency()} value={agency} />
          <Fact label={m.bill_period()} value={`${from} – ${to}`} />
          <Fact label={m.status()} value={state} />
          <Fact label={m.bill_total() + m.engine_yuan()} value={formatYuan(total)} />
          <Fact label={m.bill_paid() + m.engine_yuan()} value={formatYuan(paid)} />
          <Fact label={m.bill_open() + m.engine_yuan()} value={formatYuan(open)} />
          <Fact label={m.bill_count()} value={String(count)} />
        </dl>
      </section>
      <Movements {...statement} />
      {statement.receipts.length > 0 && <Receipts {...statement} />}
    </div>
  );
}

function Movements({ id, rows, page, pages }: Loaded) {
  return (
    <section className="panel">
      <h2>{m.bill_rows()}</h2>
      <TableFrame label={m.bill_rows()}>
        <table className="table">
          <caption className="visually-hidden">{m.bill_rows()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.card_log_at()}</th>
              <th scope="col">{m.ledger_kind()}</th>
              <th scope="col">{m.ledger_source()}</th>
              <th scope="col" className="num">
                {m.account_amount() + m.engine_yuan()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, kind, source, amount }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one answer, in its order
              <tr key={place}>
                <td>{at}</td>
                <td>{kind}</td>
                <td>{source}</td>
                <AmountCells cells={[formatYuan(amount)]} />
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {pages > 1 && (
        <nav className="toolbar" aria-label={m.bill_rows()}>
          {page > 1 && <Link to={`/travel/statementList/${id}/rows?page=${page - 1}`}>{m.bill_previous()}</Link>}
          <span>{m.bill_page({ page, pages })}</span>
          {page < pages && <Link to={`/travel/statementList/${id}/rows?page=${page + 1}`}>{m.bill_next()}</Link>}
        </nav>
      )}
    </section>
  );
}

function Receipts({ receipts }: Loaded) {
  return (
    <section className="panel">
      <h2>{m.bill_receipts()}</h2>
      <TableFrame label={m.bill_receipts()}>
        <table className="table">
          <caption className="visually-hidden">{m.bill_receipts()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.account_bank_ref()}</th>
              <th scope="col">{m.card_log_at()}</th>
              <th scope="col">{m.ledger_by()}</th>
              <th scope="col" className="num">
                {m.account_amount() + m.engine_yuan()}
              </th>
            </tr>
          </thead>
          <tbody>
            {receipts.map(({ bankRef, at, by, amount }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one answer, in its order
              <tr key={place}>
                <td>{bankRef}</td>
                <td>{at}</td>
                <td>{by}</td>
                <AmountCells cells={[formatYuan(amount)]} />
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
