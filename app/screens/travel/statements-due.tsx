/** Statements that are due (`/travel/statementList/due`): what one press makes, and what is missing for the rest. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { makeStatements, statementsDue } from "~/contract/travel/statement-due";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal, typedOf } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { type Permission, Permitted } from "~/widgets/permitted";
import { NamedTable } from "./period-form";

const path = "/travel/statementList/due";
export const handle = { menu: "/travel/statementList" };
export const meta: MetaFunction = () => [{ title: m.bill_due() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const [answer, may] = await Promise.all([
    context.dispatch.call(statementsDue, {}),
    permission(context, "agencyStatement:add"),
  ]);
  return { ...answer, may, idempotencyKey: crypto.randomUUID() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const key = typedOf(await request.formData()).idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const begun = await attempt(context, () => context.dispatch.call(makeStatements, { idempotencyKey }));
  if (begun.ok) return done(context, path, { text: m.bill_due_begun() });
  return data({ notice: noticeOfRefusal(begun.refusal) as Notice | null }, begun.refusal.status);
}

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function StatementsDue() {
  const loaded = useLoaderData<typeof loader>();
  const notice = useActionData<typeof action>()?.notice;
  const { due, left, running, more } = loaded;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.bill_due()}</h1>
        <Link className="button" to="/travel/statementList">
          {m.fun_statement_list()}
        </Link>
      </header>
      <p className="dim">{m.bill_due_lead()}</p>
      <FormNotice notice={notice} />
      {running && (
        <p className="notice" role="status">
          {m.bill_due_running()} <Link to={path}>{m.bill_refresh()}</Link>
        </p>
      )}
      {more && (
        <p className="notice notice-warn" role="status">
          {m.bill_due_more({ n: due.length })}
        </p>
      )}
      {due.length === 0 ? (
        <p className="panel empty" role="status">
          {m.bill_due_none()}
        </p>
      ) : (
        <Due {...loaded} />
      )}
      {left.length > 0 && <Left left={left} />}
    </div>
  );
}

function Due({ due, total, running, may, idempotencyKey }: Loaded & { may: Permission }) {
  const busy = useNavigation().state !== "idle";
  return (
    <section className="panel">
      <NamedTable
        label={m.bill_due()}
        head={
          <>
            <th scope="col">{m.travel_agency()}</th>
            <th scope="col">{m.bill_period()}</th>
            <th scope="col" className="num">
              {m.bill_total() + m.engine_yuan()}
            </th>
            <th scope="col" className="num">
              {m.bill_count()}
            </th>
            <th scope="col">{m.bill_cycle()}</th>
            <th scope="col">{m.bill_basis()}</th>
            <th scope="col">{m.bill_due_warnings()}</th>
          </>
        }
      >
        {due.map((one) => (
          <tr key={`${one.agencyId} ${one.from}`}>
            <th scope="row">
              <Link to={`/travel/agencyList/${one.agencyId}`}>{one.agency}</Link>
            </th>
            <td>{`${one.from} – ${one.to}`}</td>
            <AmountCells cells={[formatYuan(one.total), String(one.count)]} />
            <td>{one.cycle}</td>
            <td>{one.basis}</td>
            <td>
              {one.warnings.map((sentence) => (
                <div key={sentence}>{sentence}</div>
              ))}
            </td>
          </tr>
        ))}
        <tr className="table-sum">
          <th scope="row" colSpan={2}>
            {m.bill_due_sum()}
          </th>
          <AmountCells cells={[formatYuan(total)]} />
          <td colSpan={4} />
        </tr>
      </NamedTable>
      <Form method="post" action={path} className="actions">
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Permitted by={may}>
          <button className="button button-primary" disabled={busy || running}>
            {m.bill_due_go({ n: due.length })}
          </button>
        </Permitted>
      </Form>
    </section>
  );
}

function Left({ left }: Pick<Loaded, "left">) {
  return (
    <section className="panel">
      <h2>{m.bill_due_left()}</h2>
      <NamedTable
        label={m.bill_due_left()}
        head={
          <>
            <th scope="col">{m.travel_agency()}</th>
            <th scope="col" className="num">
              {m.bill_count()}
            </th>
            <th scope="col" className="num">
              {m.account_amount() + m.engine_yuan()}
            </th>
            <th scope="col">{m.bill_due_why()}</th>
          </>
        }
      >
        {left.map(({ agencyId, agency, count, total, why }) => (
          <tr key={agencyId}>
            <th scope="row">
              <Link to={`/travel/agencyList/${agencyId}`}>{agency}</Link>
            </th>
            <AmountCells cells={[String(count), formatYuan(total)]} />
            <td>{why}</td>
          </tr>
        ))}
      </NamedTable>
    </section>
  );
}
