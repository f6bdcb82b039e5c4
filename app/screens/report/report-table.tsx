/** The rows of a report and their total; a row leads to its record, or to what it is made of. */
import { m } from "~/contract/messages";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import type { ReportView } from "./load-report.server";

/** Days and months stand in one line; names of things may break. */
const isDay = /^\d{4}-\d\d(-\d\d)?$/;

export function ReportTable({ view: { title, table } }: { view: ReportView }) {
  const { head, share, change, rows, total } = table;
  const [group = "", ...measures] = head;
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{group}</th>
            {[...measures, share, ...(change ? [change] : [])].map((label) => (
              <th key={label} scope="col" className="num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, to, cells }) => (
            <tr key={key}>
              <th scope="row" className={isDay.test(label) ? "report-day" : undefined}>
                {to ? (
                  <Link to={to} aria-label={m.report_drill({ what: label })}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </th>
              <AmountCells cells={cells} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{m.report_total()}</th>
            <AmountCells cells={total} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
