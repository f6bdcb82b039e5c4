/** The lines of a row on its page, and on paper. */
import { m } from "~/contract/messages";
import { CellContent } from "~/widgets/cell";
import { TableFrame } from "~/widgets/table-frame";
import type { LinesTableView } from "../lines-table.server";

export function LinesTable({ table: { label, columns, rows, totals } }: { table: LinesTableView }) {
  const look = (column: number) => (columns[column]?.numeric ? "num" : undefined);
  const summed = totals?.findIndex((total) => total !== "") ?? -1;
  return (
    <section className="lines-table">
      <h2>{label}</h2>
      <TableFrame label={label}>
        <table className="table">
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column.label} scope="col" className={look(at)}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows that are only read stay in their places
              <tr key={row}>
                {cells.map((cell, at) => (
                  <td key={columns[at]?.label} className={look(at)}>
                    <CellContent cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {totals && (
            <tfoot>
              <tr>
                {summed > 0 && (
                  <th scope="row" colSpan={summed}>
                    {m.lines_total()}
                  </th>
                )}
                {totals.slice(Math.max(summed, 0)).map((total, after) => (
                  <td key={columns[summed + after]?.label} className={look(summed + after)}>
                    {total}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </TableFrame>
    </section>
  );
}
