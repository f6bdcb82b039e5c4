/** The red letters of an invoice. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

interface Red {
  id: number;
  serial: string;
  state: string;
  reason: string;
  gross: number;
  tax: number;
  number: string;
  issuedOn: string;
}

export function RedLetters({ reds }: { reds: readonly Red[] }) {
  if (reds.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="invoice-reds">
      <h2 id="invoice-reds">{m.invoice_reds()}</h2>
      <TableFrame label={m.invoice_reds()}>
        <table className="table">
          <caption className="visually-hidden">{m.invoice_reds()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.invoice_serial()}</th>
              <th scope="col">{m.invoice_state_of()}</th>
              <th scope="col">{m.invoice_red_reason()}</th>
              <th scope="col">{m.invoice_number()}</th>
              <th scope="col">{m.invoice_issued_on()}</th>
              <th scope="col" className="num">
                {m.invoice_red_tax() + m.engine_yuan()}
              </th>
              <th scope="col" className="num">
                {m.invoice_red_gross() + m.engine_yuan()}
              </th>
            </tr>
          </thead>
          <tbody>
            {reds.map((red) => (
              <tr key={red.id}>
                <th scope="row">
                  <Link to={`/invoice/redList/${red.id}`}>{red.serial}</Link>
                </th>
                <td>{red.state}</td>
                <td>{red.reason}</td>
                <td>{red.number}</td>
                <td>{red.issuedOn}</td>
                <AmountCells cells={[formatYuan(-red.tax), formatYuan(-red.gross)]} />
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
