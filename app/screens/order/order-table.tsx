/** A small table of a page: translated headings and cells, made on the server. */

import { type Cell, CellContent } from "~/widgets/cell";
import { TableFrame } from "~/widgets/table-frame";

export interface SmallTable {
  title: string;
  /** Heading, and whether the column holds numbers. */
  columns: [heading: string, numeric?: boolean][];
  rows: Cell[][];
}

export function OrderTable({ table }: { table: SmallTable }) {
  if (table.rows.length === 0) return null;
  return (
    <section className="panel">
      <h2>{table.title}</h2>
      <TableFrame label={table.title}>
        <table className="table">
          <caption className="visually-hidden">{table.title}</caption>
          <thead>
            <tr>
              {table.columns.map(([heading, numeric]) => (
                <th key={heading} scope="col" className={numeric ? "num" : undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              // Rows of a ledger never move: their place is their key.
              // biome-ignore lint/suspicious/noArrayIndexKey: append-only
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={table.columns[column]?.[0]} className={table.columns[column]?.[1] ? "num" : undefined}>
                    <CellContent cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
