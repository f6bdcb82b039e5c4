/** The people of a file with what is wrong in which cell; where all is right, the first of them. */
import type { CardList } from "~/contract/card/card-list";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

const most = 100;

/** Fen of each row, and of all of them, beside what the file says. */
export interface ListFigure {
  label: string;
  of: (line: number) => number;
  sum: number;
}

interface Props {
  list: CardList;
  typeName: string;
  again: string;
  figures?: readonly ListFigure[];
}

export function ListPreview({ list, typeName, again, figures: all = [] }: Props) {
  const { fileName, problem, columns, rows, people, wrong } = list;
  const shown = (wrong > 0 ? rows.filter(({ errors }) => errors.length > 0) : rows).slice(0, most);
  const count = wrong > 0 ? wrong : rows.length;
  // What a row that is not right would cost says nothing.
  const figures = wrong > 0 || problem !== "" ? [] : all;
  const ignored = columns.filter(({ known }) => !known && rows.length > 0).map(({ label }) => label);
  return (
    <section className="panel import-preview" aria-labelledby="card-list-preview">
      <div className="panel-head">
        <h2 id="card-list-preview">
          {m.card_list_preview()} {fileName}
        </h2>
        <p className="toolbar">
          <Link className="button" to={again}>
            {m.card_list_again()}
          </Link>
        </p>
      </div>
      <p>
        {typeName} · {m.card_list_people({ n: people })}
        {problem === "" && wrong === 0 && ` · ${m.card_list_right()}`}
      </p>
      {problem && (
        <p className="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
      {wrong > 0 && (
        <p className="notice notice-bad" role="alert">
          {m.card_list_wrong({ n: wrong })}
        </p>
      )}
      {ignored.length > 0 && (
        <p className="notice notice-warn">{m.imports_ignored({ labels: ignored.join(m.words_comma()) })}</p>
      )}
      {shown.length > 0 && (
        <TableFrame label={m.card_list_preview()}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="num">
                  {m.card_list_line()}
                </th>
                {columns.map(({ label, known }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading
                  <th key={place} scope="col" className={known ? undefined : "dim"}>
                    {label}
                  </th>
                ))}
                {figures.map(({ label }) => (
                  <th key={label} scope="col" className="num">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row key={row.line} row={row} columns={columns} figures={figures} />
              ))}
            </tbody>
            {figures.length > 0 && (
              <tfoot>
                <tr>
                  <th scope="row" colSpan={columns.length + 1}>
                    {m.lines_total()}
                  </th>
                  {figures.map(({ label, sum }) => (
                    <td key={label} className="num">
                      {formatYuan(sum)}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </TableFrame>
      )}
      {count > shown.length && <p className="dim">{m.card_list_shown({ n: shown.length })}</p>}
    </section>
  );
}

function Row({
  row: { line, cells, errors },
  columns,
  figures,
}: {
  row: CardList["rows"][number];
  columns: CardList["columns"];
  figures: readonly ListFigure[];
}) {
  const whole = errors.filter(({ column }) => column < 0);
  return (
    <tr>
      <th scope="row" className="num">
        {line}
        {whole.map(({ message }) => (
          <p className="field-error" key={message}>
            {message}
          </p>
        ))}
      </th>
      {columns.map((_, place) => {
        const wrong = errors.filter(({ column }) => column === place);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells of a row, in its order
          <td key={place} className={wrong.length > 0 ? "import-wrong" : undefined}>
            {cells[place]}
            {wrong.map(({ message }) => (
              <p className="field-error" key={message}>
                {message}
              </p>
            ))}
          </td>
        );
      })}
      {figures.map(({ label, of }) => (
        <td key={label} className="num">
          {formatYuan(of(line))}
        </td>
      ))}
    </tr>
  );
}
