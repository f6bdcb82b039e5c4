/** What a salesman has in hand that another must take over before they leave (`/addSalesmanManage/7/left`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan as yuan } from "~/contract/money";
import { salesmanLeft } from "~/contract/travel/salesman";
import { permission } from "~/screens/permission.server";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { Fact } from "../card/card-steps";
import { idIn } from "../query.server";

const list = "/addSalesmanManage";
export const handle = { menu: list };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const [left, may] = await Promise.all([
    context.dispatch.call(salesmanLeft, { id }),
    permission(context, "salesman:handOver"),
  ]);
  const agencies = left.agencies.map((one) => {
    const to = `/travel/agencyList/${one.id}`;
    return { ...one, to: context.mayOpen(to) ? to : "" };
  });
  const done = left.shift === "" && left.agencies.length === 0;
  return { ...left, agencies, done, mayHandOver: may === "shown", title: m.trade_left_heading({ name: left.name }) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function SalesmanLeft() {
  const { id, title, done, onDuty, shift, float, rolls, agencies, owed, more, mayHandOver } =
    useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar no-print">
          {onDuty && mayHandOver && agencies.length > 0 && (
            <Link className="button button-primary" to={`${list}/${id}/handOver`}>
              {m.trade_hand_over()}
            </Link>
          )}
          {onDuty && done && (
            <Link className="button" to={`${list}/${id}/leave`}>
              {m.trade_leave()}
            </Link>
          )}
          <Link className="button" to={`${list}/${id}`}>
            {m.trade_salesman()}
          </Link>
        </div>
      </header>
      {done && (
        <p className="notice" role="status">
          {m.trade_left_nothing()}
        </p>
      )}
      <section className="panel">
        <h2>{m.trade_left_till()}</h2>
        <dl className="facts">
          <Fact label={m.trade_left_shift_label()} value={shift || m.trade_left_till_none()} />
          {shift !== "" && <Fact label={m.trade_left_float() + m.engine_yuan()} value={yuan(float)} />}
          <Fact
            label={m.trade_left_rolls_label()}
            value={rolls.length > 0 ? rolls.join(m.did_list_sep()) : m.trade_left_rolls_none()}
          />
        </dl>
      </section>
      <section className="panel">
        <h2>{m.trade_left_own()}</h2>
        <p className="dim">{m.trade_left_history()}</p>
        {more && <p className="notice">{m.trade_left_more({ n: agencies.length })}</p>}
        {agencies.length === 0 ? (
          <p className="empty">{m.trade_left_none()}</p>
        ) : (
          <TableFrame label={m.trade_left_own()}>
            <table className="table">
              <caption className="visually-hidden">{m.trade_left_own()}</caption>
              <thead>
                <tr>
                  <th scope="col">{m.travel_agency()}</th>
                  <th scope="col">{m.status()}</th>
                  <th scope="col" className="num">
                    {m.account_used() + m.engine_yuan()}
                  </th>
                  <th scope="col" className="num">
                    {m.account_prepaid() + m.engine_yuan()}
                  </th>
                </tr>
              </thead>
              <tbody>
                {agencies.map((one) => (
                  <tr key={one.id}>
                    <th scope="row">{one.to ? <Link to={one.to}>{one.name}</Link> : one.name}</th>
                    <td>{one.state}</td>
                    <AmountCells cells={[yuan(one.owed), yuan(one.prepaid)]} />
                  </tr>
                ))}
                <tr className="table-sum">
                  <th scope="row" colSpan={2}>
                    {m.reward_total()}
                  </th>
                  <AmountCells cells={[yuan(owed)]} />
                  <td />
                </tr>
              </tbody>
            </table>
          </TableFrame>
        )}
      </section>
    </div>
  );
}
