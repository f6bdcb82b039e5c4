/** Lines of an invoice, or of what would be one, with their sum. */
import { taxWithin } from "~/contract/invoice/tax";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { AmountCells } from "~/widgets/amount-cells";
import { TableFrame } from "~/widgets/table-frame";
import { rateWords } from "./rate-words";

export interface ShownLine {
  name: string;
  quantity: number;
  taxCode: string;
  treatment: "taxed" | "exempt" | "notTaxed";
  rate: number | null;
  gross: number;
  tax: number;
  /** Of a rebate: `gross` is after it. */
  discount: number;
}

export function InvoiceLines({ lines }: { lines: readonly ShownLine[] }) {
  const gross = lines.reduce((sum, line) => sum + line.gross, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  return (
    <TableFrame label={m.invoice_lines()}>
      <table className="table">
        <caption className="visually-hidden">{m.invoice_lines()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.invoice_line_name()}</th>
            <th scope="col">{m.invoice_category()}</th>
            <th scope="col" className="num">
              {m.invoice_quantity()}
            </th>
            <th scope="col" className="num">
              {m.invoice_net() + m.engine_yuan()}
            </th>
            <th scope="col">{m.invoice_treatment()}</th>
            <th scope="col" className="num">
              {m.invoice_tax() + m.engine_yuan()}
            </th>
            <th scope="col" className="num">
              {m.invoice_gross() + m.engine_yuan()}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer, in its order
            <Line key={place} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr className="table-sum">
            <th scope="row" colSpan={3}>
              {m.invoice_total()}
            </th>
            <AmountCells cells={[formatYuan(gross - tax)]} />
            <td />
            <AmountCells cells={[formatYuan(tax), formatYuan(gross)]} />
          </tr>
        </tfoot>
      </table>
    </TableFrame>
  );
}

/** As the tax bureau has it: the line as it would be, and below it the discount with its own tax. */
function Line({ line }: { line: ShownLine }) {
  const full = line.gross + line.discount;
  const tax = line.discount > 0 ? taxWithin(full, line.rate) : line.tax;
  return (
    <>
      <tr>
        <th scope="row">{line.name}</th>
        <td>{line.taxCode}</td>
        <td className="num">{line.quantity}</td>
        <AmountCells cells={[formatYuan(full - tax)]} />
        <td>{rateWords(line.treatment, line.rate)}</td>
        <AmountCells cells={[formatYuan(tax), formatYuan(full)]} />
      </tr>
      {line.discount > 0 && (
        <tr>
          <th scope="row">{m.invoice_discount_line()}</th>
          <td>{line.taxCode}</td>
          <td />
          <AmountCells cells={[formatYuan(line.gross - line.tax - (full - tax))]} />
          <td>{rateWords(line.treatment, line.rate)}</td>
          <AmountCells cells={[formatYuan(line.tax - tax), formatYuan(-line.discount)]} />
        </tr>
      )}
    </>
  );
}
