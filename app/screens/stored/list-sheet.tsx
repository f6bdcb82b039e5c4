/** A company's cards on one paper (`/smartCard/list/group/12`): who has which, what came onto each and was paid, to be signed for. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { storedListSheet } from "~/contract/stored/card-list";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { Fact } from "../card/card-steps";
import { labelOf, loadLabels } from "../labels.server";
import { idIn } from "../query.server";
import "../card/counter.css";

export const handle = { menu: "/smartCard/list" };
export const meta: MetaFunction = () => [{ title: m.card_list_sheet() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const [sheet, labels] = await Promise.all([
    context.dispatch.call(storedListSheet, { id: idIn(params) }),
    loadLabels(context, "paymentType"),
  ]);
  return { ...sheet, paidBy: sheet.paymentType && labelOf(labels, "paymentType", sheet.paymentType) };
}

const yuan = (amount: number) => (amount > 0 ? `¥${formatYuan(amount)}` : "");

export default function StoredListSheet() {
  const sheet = useLoaderData<typeof loader>();
  const { listNo, company, typeName, at, by, paidBy, orderId, orderNo, fees, deposit, principal, gift, cards } = sheet;
  const total = fees + deposit + principal;
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.card_list_sheet()} {listNo}
        </h1>
        <div className="toolbar no-print">
          <PrintButton />
          {orderId !== null && (
            <Link className="button" to={`/offlineOrderDetail?id=${orderId}`}>
              {m.card_to_order()}
            </Link>
          )}
          <Link className="button" to="/smartCard/list/group">
            {m.stored_list()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          <Fact label={m.card_list_company()} value={company} />
          <Fact label={m.card_type_title()} value={typeName} />
          <Fact label={m.card_sold_at()} value={at} />
          <Fact label={m.card_by()} value={by} />
          <Fact label={m.order_no()} value={orderNo} />
          <Fact label={m.order_received()} value={`¥${formatYuan(total)}`} />
          <Fact label={m.card_paid_by()} value={paidBy} />
          <Fact label={m.stored_list_fees()} value={yuan(fees)} />
          <Fact label={m.card_deposit_held()} value={yuan(deposit)} />
          <Fact label={m.stored_principal()} value={yuan(principal)} />
          <Fact label={m.stored_gift()} value={yuan(gift)} />
        </dl>
        <TableFrame label={m.card_list_sheet()}>
          <table className="table">
            <caption className="visually-hidden">{m.card_list_sheet()}</caption>
            <thead>
              <tr>
                <th scope="col" className="num">
                  {m.card_list_line()}
                </th>
                <th scope="col">{m.card_number()}</th>
                <th scope="col">{m.card_holder()}</th>
                <th scope="col">{m.card_identity()}</th>
                <th scope="col">{m.card_valid_to()}</th>
                <th scope="col">{m.status()}</th>
                {[m.card_log_amount, m.stored_principal, m.stored_gift].map((label) => (
                  <th scope="col" className="num" key={label()}>
                    {label() + m.engine_yuan()}
                  </th>
                ))}
                <th scope="col">{m.card_list_received()}</th>
              </tr>
            </thead>
            <tbody>
              {cards.map((card, place) => (
                <tr key={card.id}>
                  <td className="num">{place + 1}</td>
                  <td>
                    <Link to={`/smartCard/list/counter?card=${card.id}`}>{card.number}</Link>
                  </td>
                  <td>{card.holder}</td>
                  <td>{card.identity}</td>
                  <td>{card.validTo}</td>
                  <td>{card.stateName}</td>
                  <AmountCells cells={[card.paid, card.principal, card.gift].map(formatYuan)} />
                  <td />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="table-sum">
                <th scope="row" colSpan={6}>
                  {m.lists_total()}
                </th>
                <AmountCells cells={[total, principal, gift].map(formatYuan)} />
                <td />
              </tr>
            </tfoot>
          </table>
        </TableFrame>
      </section>
    </div>
  );
}
