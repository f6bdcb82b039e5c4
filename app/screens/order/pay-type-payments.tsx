/** Payments among which the one is chosen whose type is wrong. */

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { mostPayments, payTypePayments } from "~/contract/order/pay-type";
import { OrderNo } from "~/screens/numbers";
import { opensOf } from "~/screens/opens.server";
import { permission } from "~/screens/permission.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { TableFrame } from "~/widgets/table-frame";
import { loadPayTypeSearch, payTypeAsked } from "./load-pay-type-search.server";
import { PayTypeSearch } from "./pay-type-search";

const path = "/dataBase/payTypeModify";
export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.pay_type_payments() }];

export async function loader(args: LoaderFunctionArgs) {
  const { orderNo, day, seller, paymentType } = payTypeAsked(args.request);
  const asked = orderNo === "" ? { day, seller, paymentType } : { orderNo };
  const [{ payments, more }, { nameOf, ...search }, may] = await Promise.all([
    args.context.dispatch.call(payTypePayments, asked),
    loadPayTypeSearch(args),
    permission(args.context, "payType:correct"),
  ]);
  return {
    search,
    may,
    opens: opensOf(args.context),
    more: more ? m.pay_type_more({ n: mostPayments }) : "",
    rows: payments.map((one) => {
      const type = nameOf(one.paymentType);
      const amount = formatYuan(one.amount);
      const note = one.corrected ? m.pay_type_corrected_before() : "";
      const label = m.pay_type_choose_of({ orderNo: one.orderNo, type, amount });
      const paidAt = one.closedYear === "" ? one.paidAt : one.paidAt + m.pay_type_closed_year({ year: one.closedYear });
      return { ...one, paidAt, type: `${type}${note}`, amount, label };
    }),
  };
}

export default function PayTypePayments() {
  const { search, rows, more, may, opens } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.pay_type_payments()}</h1>
        <div className="toolbar">
          <Link className="button" to={path}>
            {m.pay_type_back()}
          </Link>
        </div>
      </header>
      <PayTypeSearch view={search} />
      <section className="panel">
        {more && <p className="notice notice-warn">{more}</p>}
        {rows.length === 0 ? (
          <p className="empty" role="status">
            {m.pay_type_none()}
          </p>
        ) : (
          <TableFrame label={m.pay_type_payments()}>
            <table className="table">
              <caption className="visually-hidden">{m.pay_type_payments()}</caption>
              <thead>
                <tr>
                  <th scope="col">{m.order_no()}</th>
                  <th scope="col">{m.pay_type_paid_at()}</th>
                  <th scope="col">{m.order_payment_type()}</th>
                  <th scope="col" className="num">
                    {m.order_amount() + m.engine_yuan()}
                  </th>
                  <th scope="col">{m.pay_type_seller()}</th>
                  <th scope="col">{m.pay_type_shift()}</th>
                  <th scope="col">{m.pay_type_choose()}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ id, orderNo, paidAt, type, amount, by, shiftNo, label }) => (
                  <tr key={id}>
                    <th scope="row">
                      <OrderNo no={orderNo} opens={opens} />
                    </th>
                    <td>{paidAt}</td>
                    <td>{type}</td>
                    <td className="num">{amount}</td>
                    <td>{by}</td>
                    <td>{shiftNo}</td>
                    <td>
                      {/* What nobody at a till took is nobody's mistake: networks and machines have no name here. */}
                      {by !== "" && (
                        <Permitted by={may}>
                          <Link to={`${path}/correct?paymentId=${id}`} aria-label={label}>
                            {m.pay_type_choose()}
                          </Link>
                        </Permitted>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        )}
      </section>
    </div>
  );
}
