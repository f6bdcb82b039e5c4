/** Single orders that were allowed beyond an agency's credit: by whom, until when, and which order used it. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

interface Props {
  exceptions: {
    amount: number;
    until: string;
    reason: string;
    by: string;
    order: string;
    usedAt: string;
    open: boolean;
  }[];
}

export function Exceptions({ exceptions }: Props) {
  return (
    <section className="panel">
      <h2>{m.account_exceptions()}</h2>
      <TableFrame label={m.account_exceptions()}>
        <table className="table">
          <caption className="visually-hidden">{m.account_exceptions()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.account_exception_until()}</th>
              <th scope="col">{m.travel_reason()}</th>
              <th scope="col">{m.account_exception_by()}</th>
              <th scope="col" className="num">
                {m.account_exception_amount() + m.engine_yuan()}
              </th>
              <th scope="col">{m.account_exception_used()}</th>
            </tr>
          </thead>
          <tbody>
            {exceptions.map(({ amount, until, reason, by, order, usedAt, open }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one answer, in its order
              <tr key={place}>
                <td>{until}</td>
                <td>{reason}</td>
                <td>{by}</td>
                <AmountCells cells={[formatYuan(amount)]} />
                <td>
                  {order === "" ? (
                    open ? (
                      m.account_exception_open()
                    ) : (
                      m.account_exception_over()
                    )
                  ) : (
                    <>
                      <Link to={`/offlineOrderDetail?orderNo=${order}`}>{order}</Link> {usedAt}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
