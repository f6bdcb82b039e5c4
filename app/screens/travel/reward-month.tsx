/** A month's rewards of guides (`/travelInfo/guideRewards/month`): what is earned and not calculated, and the pay-out list, on the screen and on paper. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan as yuan } from "~/contract/money";
import { isMonth } from "~/contract/travel/month";
import { guideRewardMonth, reckonRewards } from "~/contract/travel/reward";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal, typedOf } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { PrintButton } from "~/widgets/print/print-sheet";
import { NamedTable, PeriodForm } from "./period-form";

const list = "/travelInfo/guideRewards";
const path = `${list}/month`;
export const handle = { menu: list };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("month") ?? "";
  const [answer, may] = await Promise.all([
    context.dispatch.call(guideRewardMonth, isMonth(asked) ? { month: asked } : {}),
    permission(context, "guideReward:reckon"),
  ]);
  const wrong = asked !== "" && !isMonth(asked);
  return data(
    { ...answer, may, wrong, title: m.reward_title({ month: answer.month }), idempotencyKey: crypto.randomUUID() },
    wrong ? 422 : 200,
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const key = typed.idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const month = typed.month ?? "";
  const made = await attempt(context, () => context.dispatch.call(reckonRewards, { month, idempotencyKey }));
  if (made.ok) {
    const { rewards: n, amount } = made.value;
    return done(context, `${path}?month=${month}`, { text: m.reward_done({ n, amount: yuan(amount) }) });
  }
  return data({ notice: noticeOfRefusal(made.refusal) as Notice | null }, made.refusal.status);
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [{ title: loaded?.title ?? "" }];

type View = ReturnType<typeof useLoaderData<typeof loader>>;

export default function RewardMonth() {
  const view = useLoaderData<typeof loader>();
  const notice = useActionData<typeof action>()?.notice;
  const { title, month, wrong, on, more } = view;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={`${list}/export?month=${month}`}>
            {m.reward_export()}
          </Link>
          <Link className="button" to={list}>
            {m.fun_guide_rewards()}
          </Link>
          <Link className="button" to={`${list}/rules`}>
            {m.reward_rules()}
          </Link>
          <Link className="button" to={`${list}/payees`}>
            {m.reward_persons()}
          </Link>
        </div>
      </header>
      <FormNotice notice={notice} />
      {!on && (
        <p className="notice notice-warn" role="status">
          {m.reward_off()}
        </p>
      )}
      <section className="panel">
        <p className="dim">{m.reward_law()}</p>
      </section>
      <PeriodForm by="month" value={month} wrong={wrong} />
      {more && <p className="notice notice-warn">{m.reward_more({ n: 1000 })}</p>}
      <Waiting view={view} />
      <Paying view={view} />
    </div>
  );
}

function Waiting({ view: { waiting, month, on, may, idempotencyKey } }: { view: View }) {
  const busy = useNavigation().state !== "idle";
  return (
    <section className="panel no-print">
      <h2>{m.reward_waiting()}</h2>
      {waiting.length === 0 ? (
        <p className="empty">{m.reward_waiting_none()}</p>
      ) : (
        <>
          <NamedTable
            label={m.reward_waiting()}
            head={
              <>
                <th scope="col">{m.trade_guide_one()}</th>
                <th scope="col">{m.reward_agency()}</th>
                <th scope="col">{m.reward_payee()}</th>
                <th scope="col" className="num">
                  {m.reward_visitors()}
                </th>
                <th scope="col" className="num">
                  {m.reward_amount() + m.engine_yuan()}
                </th>
                <th scope="col">{m.reward_why()}</th>
              </>
            }
          >
            {waiting.map(({ guideId, guide, agency, payee, visitors, amount, why }) => (
              <tr key={`${guideId}/${agency}/${payee}/${why}`}>
                <th scope="row">{guide}</th>
                <td>{agency}</td>
                <td>{payee}</td>
                <AmountCells cells={[String(visitors), yuan(amount)]} />
                <td>{why}</td>
              </tr>
            ))}
          </NamedTable>
          <Form method="post" action={`${path}?month=${month}`} className="actions">
            <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
            <input type="hidden" name="month" value={month} />
            <Permitted by={may}>
              <button className="button button-primary" disabled={busy || !on}>
                {m.reward_reckon()}
              </button>
            </Permitted>
          </Form>
        </>
      )}
    </section>
  );
}

function Paying({ view: { paying, total } }: { view: View }) {
  if (paying.length === 0)
    return (
      <section className="panel">
        <h2>{m.reward_list()}</h2>
        <p className="empty">{m.reward_list_none()}</p>
      </section>
    );
  const amounts = [m.reward_amount, m.reward_withheld, m.reward_net, m.reward_clawed, m.reward_late_column];
  return (
    <section className="panel">
      <h2>{m.reward_list()}</h2>
      <NamedTable
        label={m.reward_list()}
        head={
          <>
            <th scope="col">{m.reward_code()}</th>
            <th scope="col">{m.trade_guide_one()}</th>
            <th scope="col">{m.reward_agency()}</th>
            <th scope="col">{m.reward_payee()}</th>
            <th scope="col">{m.reward_bank()}</th>
            <th scope="col" className="num">
              {m.reward_visitors()}
            </th>
            {amounts.map((label) => (
              <th scope="col" className="num" key={label()}>
                {label() + m.engine_yuan()}
              </th>
            ))}
            <th scope="col">{m.status()}</th>
            <th scope="col" className="print-only">
              {m.reward_sign()}
            </th>
          </>
        }
      >
        {paying.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={`${list}/${row.id}`}>{row.code}</Link>
            </th>
            <td className="nowrap">{row.guide}</td>
            <td>{row.agency}</td>
            <td className="nowrap">{row.payee}</td>
            <td>{row.bank}</td>
            <AmountCells
              cells={[
                String(row.visitors),
                ...[row.amount, row.withheld, row.net, row.clawed].map(yuan),
                row.late > 0 ? yuan(row.late) : "",
              ]}
            />
            <td className="nowrap">{row.state}</td>
            <td className="print-only" />
          </tr>
        ))}
        <tr className="table-sum">
          <th scope="row" colSpan={6}>
            {m.reward_total()}
          </th>
          <AmountCells cells={[total.amount, total.withheld, total.net].map(yuan)} />
          <td colSpan={3} />
          <td className="print-only" />
        </tr>
      </NamedTable>
    </section>
  );
}
