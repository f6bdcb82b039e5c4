/** Cards of one order on paper (`/seasonCard/seasonCardList/group/12`): who has which, to be signed for. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cardListSheet } from "~/contract/card/card-list";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { idIn } from "../query.server";
import { Fact } from "./card-steps";
import "./counter.css";

export const handle = { menu: "/seasonCard/seasonCardList" };
export const meta: MetaFunction = () => [{ title: m.card_list_sheet() }];

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const orderId = idIn(params);
  const sheet = await context.dispatch.call(cardListSheet, { orderId });
  return { ...sheet, orderId, sold: new URL(request.url).searchParams.get("sold") === "1" };
}

export default function CardListSheet() {
  const { orderId, orderNo, company, soldAt, payable, deposit, cards, sold } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.card_list_sheet()} {orderNo}
        </h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={`/offlineOrderDetail?id=${orderId}`}>
            {m.card_to_order()}
          </Link>
          <Link className="button" to="/seasonCard/seasonCardList/group">
            {m.card_list()}
          </Link>
        </div>
      </header>
      {sold && (
        <p className="notice notice-good no-print" role="status">
          {m.card_list_sold({ n: cards.length })}
        </p>
      )}
      <section className="panel">
        <dl className="facts">
          <Fact label={m.card_list_company()} value={company} />
          <Fact label={m.card_sold_at()} value={soldAt} />
          <Fact label={m.card_pay_now()} value={`¥${formatYuan(payable)}`} />
          <Fact label={m.card_deposit_held()} value={deposit > 0 ? `¥${formatYuan(deposit)}` : ""} />
        </dl>
        <TableFrame label={m.card_list_sheet()}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="num">
                  {m.card_list_line()}
                </th>
                <th scope="col">{m.card_number()}</th>
                <th scope="col">{m.card_type_title()}</th>
                <th scope="col">{m.card_holder()}</th>
                <th scope="col">{m.card_identity()}</th>
                <th scope="col">{m.card_valid_to()}</th>
                <th scope="col">{m.status()}</th>
                <th scope="col">{m.card_list_received()}</th>
              </tr>
            </thead>
            <tbody>
              {cards.map(({ id, number, typeName, holder, identity, validTo, stateName }, place) => (
                <tr key={id}>
                  <td className="num">{place + 1}</td>
                  <td>
                    <Link to={`/seasonCard/seasonCardList/counter?card=${id}`}>{number}</Link>
                  </td>
                  <td>{typeName}</td>
                  <td>{holder}</td>
                  <td>{identity}</td>
                  <td>{validTo}</td>
                  <td>{stateName}</td>
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </section>
    </div>
  );
}
