/** A statement with its movements (`/travel/statementList/7/rows`): what is printed and sent to the agency. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { agencyStatementRows, statementPageSize, statementPrintedMost } from "~/contract/travel/statement";
import { disputeLine } from "~/contract/travel/statement-dispute";
import { attempt, done, typedOf } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { Fact } from "../card/card-steps";
import { idIn } from "../query.server";
import { type DisputeAnswer, DisputeForm } from "./dispute-line";
import { NamedTable } from "./period-form";
import "./statement.css";

export const handle = { menu: "/travel/statementList" };
const orderPage = "/offlineOrderDetail";
const receiptPage = "/travel/receiptList";
export const meta: MetaFunction = () => [{ title: m.bill_rows() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const query = new URL(request.url).searchParams;
  const all = query.get("all") === "1";
  const asked = Number(query.get("page") ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 100_000 ? asked : 1;
  const [answer, may] = await Promise.all([
    context.dispatch.call(agencyStatementRows, { id, page, all }),
    permission(context, "agencyStatement:dispute"),
  ]);
  const mayDispute = answer.disputable && may === "shown";
  const chosen = Number(query.get("dispute"));
  const disputed = (mayDispute && answer.rows.find((row) => row.id === chosen)) || null;
  const pages = Math.max(1, Math.ceil(answer.count / (all ? statementPrintedMost : statementPageSize)));
  return {
    id,
    page,
    pages,
    // Counted here: the page's length is the contract's, and that stays on the server.
    long: answer.count > statementPageSize,
    all,
    ...answer,
    mayDispute,
    disputed,
    mayOrder: context.mayOpen(orderPage),
    mayReceipt: context.mayOpen(receiptPage),
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const typed = typedOf(await request.formData());
  const reason = (typed.reason ?? "").trim().slice(0, 200);
  const refused = (answer: Omit<DisputeAnswer, "reason">, status: number) =>
    data({ ...answer, reason } satisfies DisputeAnswer as DisputeAnswer, status);
  if (reason === "")
    return refused({ errors: { reason: [m.v_enter({ label: m.travel_reason() })] }, notice: null }, 422);
  const rowId = /^[1-9]\d{0,14}$/.test(typed.rowId ?? "") ? Number(typed.rowId) : 0;
  if (rowId === 0) throw new Response(null, { status: 400 });
  const key = typed.idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const raised = await attempt(context, () =>
    context.dispatch.call(disputeLine, { id, rowId, reason, idempotencyKey }),
  );
  if (raised.ok) return done(context, pathOf(id), { text: m.bill_dispute_kept() });
  const { errors, notice, status } = raised.refusal;
  return refused({ errors, notice }, status);
}

const pathOf = (id: number) => `/travel/statementList/${id}/rows`;

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function StatementRows() {
  const statement = useLoaderData<typeof loader>();
  const { id, page, code, agency, state, from, to, total, paid, open, long, all, disputed, idempotencyKey } = statement;
  const answer = useActionData<typeof action>() as DisputeAnswer | undefined;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.bill_title_of({ code })}</h1>
        <div className="toolbar no-print">
          {/* Else the paper would show a part of it. */}
          {long && (
            <Link className="button" to={all ? pathOf(id) : `${pathOf(id)}?all=1`}>
              {all ? m.bill_by_page() : m.bill_all_rows()}
            </Link>
          )}
          <PrintButton />
          <a className="button" href={`/travel/statementList/${id}/file`} download>
            {m.bill_file()}
          </a>
          <Link className="button" to={`/travel/statementList/${id}`}>
            {m.bill_title()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          <Fact label={m.bill_issuer()} value={statement.issuer} />
          <Fact label={m.travel_agency()} value={agency} />
          <Fact label={m.travel_tax_title()} value={statement.taxTitle} />
          <Fact label={m.bill_period()} value={`${from} – ${to}`} />
          <Fact label={m.bill_basis()} value={statement.basis} />
          <Fact label={m.status()} value={state} />
          <Fact label={m.bill_total() + m.engine_yuan()} value={formatYuan(total)} />
          <Fact label={m.bill_paid() + m.engine_yuan()} value={formatYuan(paid)} />
          <Fact
            label={m.bill_offset() + m.engine_yuan()}
            value={statement.offset > 0 ? formatYuan(statement.offset) : ""}
          />
          <Fact label={m.bill_lost() + m.engine_yuan()} value={statement.lost > 0 ? formatYuan(statement.lost) : ""} />
          <Fact label={m.bill_open() + m.engine_yuan()} value={formatYuan(open)} />
          <Fact label={m.bill_count()} value={String(statement.count)} />
        </dl>
      </section>
      {disputed && (
        <DisputeForm
          {...{ path: pathOf(id), page, rowId: disputed.id, source: disputed.source, idempotencyKey, answer }}
          key={disputed.id}
        />
      )}
      <Movements {...statement} />
      {statement.receipts.length > 0 && <Receipts {...statement} />}
      {/* The agency sends it back with its stamp. */}
      {statement.disputable && (
        <section className="print-only">
          <p>{m.bill_checked()}</p>
          <dl className="facts">
            <Fact label={m.bill_signed()} value="____________________" />
            <Fact label={m.bill_signed_on()} value="____________________" />
          </dl>
        </section>
      )}
    </div>
  );
}

function Movements({ id, rows, page, pages, all, mayDispute, mayOrder }: Loaded) {
  const disputes = rows.some(({ dispute }) => dispute !== "");
  const told = mayDispute || disputes;
  // On paper a column that says nothing is left out.
  const onPaper = disputes ? undefined : "no-print";
  const whole = all ? "&all=1" : "";
  return (
    <section className="panel">
      <h2>{m.bill_rows()}</h2>
      <NamedTable
        label={m.bill_rows()}
        head={
          <>
            <th scope="col">{m.card_log_at()}</th>
            <th scope="col">{m.ledger_kind()}</th>
            <th scope="col">{m.ledger_source()}</th>
            <th scope="col">{m.bill_visit_day()}</th>
            <th scope="col">{m.bill_what()}</th>
            <th scope="col" className="num">
              {m.account_amount() + m.engine_yuan()}
            </th>
            {told && (
              <th scope="col" className={onPaper}>
                {m.bill_dispute_state()}
              </th>
            )}
          </>
        }
      >
        {rows.map(({ id: rowId, at, kind, source, visitDay, what, amount, dispute, reason, answer, waits }) => (
          <tr key={rowId}>
            <td>{at}</td>
            <td>{kind}</td>
            <td>{mayOrder ? <Link to={`${orderPage}?orderNo=${source}`}>{source}</Link> : source}</td>
            <td className="whole">{visitDay}</td>
            <td className="statement-what">{what}</td>
            <AmountCells cells={[formatYuan(amount)]} />
            {told && (
              <td className={onPaper}>
                {dispute && <div>{[dispute, reason].filter(Boolean).join(m.bill_dispute_apart())}</div>}
                {answer && <div>{[m.bill_answer(), answer].join(m.bill_dispute_apart())}</div>}
                {mayDispute && !waits && (
                  <Link
                    className="no-print"
                    to={`${pathOf(id)}?page=${page}&dispute=${rowId}`}
                    aria-label={`${m.bill_dispute_line()} ${source}`}
                  >
                    {m.bill_dispute_line()}
                  </Link>
                )}
              </td>
            )}
          </tr>
        ))}
      </NamedTable>
      {pages > 1 && (
        <nav className="toolbar" aria-label={m.bill_rows()}>
          {page > 1 && <Link to={`${pathOf(id)}?page=${page - 1}${whole}`}>{m.bill_previous()}</Link>}
          <span>{m.bill_page({ page, pages })}</span>
          {page < pages && <Link to={`${pathOf(id)}?page=${page + 1}${whole}`}>{m.bill_next()}</Link>}
        </nav>
      )}
    </section>
  );
}

function Receipts({ receipts, mayReceipt }: Loaded) {
  return (
    <section className="panel">
      <h2>{m.bill_receipts()}</h2>
      <NamedTable
        label={m.bill_receipts()}
        head={
          <>
            <th scope="col">{m.bill_receipt_ref()}</th>
            <th scope="col">{m.card_log_at()}</th>
            <th scope="col">{m.ledger_by()}</th>
            <th scope="col" className="num">
              {m.account_amount() + m.engine_yuan()}
            </th>
          </>
        }
      >
        {receipts.map(({ bankRef, at, by, amount }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of one answer, in its order
          <tr key={place}>
            <td>
              {mayReceipt ? (
                <Link to={`${receiptPage}?bankRef=${encodeURIComponent(bankRef)}`}>{bankRef}</Link>
              ) : (
                bankRef
              )}
            </td>
            <td>{at}</td>
            <td>{by}</td>
            <AmountCells cells={[formatYuan(amount)]} />
          </tr>
        ))}
      </NamedTable>
    </section>
  );
}
