/** The rows of an import with what is wrong in which cell, by pages. */

import type { ImportView } from "~/contract/import";
import { type Message, m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";
import { TableFrame } from "~/widgets/table-frame";
import type { ChangedCell, ImportPageView } from "../load-import.server";

type Row = ImportView["page"]["records"][number];

const labels: Record<Row["state"], Message> = {
  good: m.imports_row_good,
  bad: m.imports_row_bad,
  same: m.imports_row_same,
  done: m.imports_row_done,
  undone: m.imports_row_undone,
  kept: m.imports_row_kept,
};
/** Of a row that was there. */
const foundLabels: Partial<Record<Row["state"], Message>> = {
  good: m.imports_row_change,
  done: m.imports_row_changed,
  undone: m.imports_row_restored,
};
const tones: Record<Row["state"], string> = {
  good: "T",
  bad: "failed",
  same: "F",
  done: "done",
  undone: "F",
  kept: "waiting",
};

export function ImportPreview({ page: { view, here, show, changes } }: { page: ImportPageView }) {
  const { columns, page, onlyNew } = view;
  const isNew = view.existing === "change" ? m.imports_row_new : m.imports_row_good;
  const ignored = columns.filter(({ known }) => !known).map(({ label }) => label);
  const to = (pageNo: number) => `${here}?show=${show}&pageNo=${pageNo}`;
  return (
    <section className="panel import-preview" aria-labelledby="import-preview">
      <div className="panel-head">
        <h2 id="import-preview">{m.imports_preview()}</h2>
        <p className="toolbar">
          <Link to={`${here}?show=all`} aria-current={show === "all" || undefined}>
            {m.imports_show_all()}
          </Link>
          <Link to={`${here}?show=bad`} aria-current={show === "bad" || undefined}>
            {m.imports_show_bad()}
          </Link>
        </p>
      </div>
      {ignored.length > 0 && (
        <p className="notice notice-warn">{m.imports_ignored({ labels: ignored.join(m.words_comma()) })}</p>
      )}
      {onlyNew.length > 0 && (
        <p className="notice notice-warn">{m.imports_only_new({ labels: onlyNew.join(m.words_comma()) })}</p>
      )}
      <TableFrame label={m.imports_preview()}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="num">
                {m.imports_line()}
              </th>
              <th scope="col">{m.imports_state()}</th>
              {columns.map(({ label, known }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading
                <th key={place} scope="col" className={known ? undefined : "dim"}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.records.map((row) => (
              <PreviewRow key={row.line} row={row} isNew={isNew} changes={changes[row.line] ?? []} />
            ))}
          </tbody>
        </table>
      </TableFrame>
      {page.totalPage > 1 && (
        <nav className="pager" aria-label={m.imports_pages()}>
          {page.pageNo > 1 && <Link to={to(page.pageNo - 1)}>{m.engine_previous()}</Link>}
          <span>
            {page.pageNo} / {page.totalPage}
          </span>
          {page.pageNo < page.totalPage && <Link to={to(page.pageNo + 1)}>{m.engine_next()}</Link>}
        </nav>
      )}
    </section>
  );
}

function PreviewRow({ row, isNew, changes }: { row: Row; isNew: Message; changes: ChangedCell[] }) {
  const { line, state, cells, errors, found, effect } = row;
  const at = (column: number) => errors.filter((error) => error.column === column);
  const label = (found && foundLabels[state]) || (state === "good" ? isNew : labels[state]);
  return (
    <tr>
      <th scope="row" className="num">
        {line}
      </th>
      <td>
        <StateBadge state={tones[state]} label={label()} />
        <Wrong errors={at(-1)} />
        {effect && <span className="field-help">{effect}</span>}
        {changes.map((change) => change.column < 0 && <Elsewhere key={change.label} change={change} />)}
      </td>
      {cells.map((cell, place) => {
        const wrong = at(place);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place
          <td key={place} className={wrong.length > 0 ? "import-wrong" : undefined}>
            <Change change={changes.find(({ column }) => column === place)} />
            {shortened(cell)}
            <Wrong errors={wrong} />
          </td>
        );
      })}
    </tr>
  );
}

/** What the cell takes the place of. */
function Change({ change }: { change: ChangedCell | undefined }) {
  return (
    change && (
      <>
        <del>{shortened(change.before)}</del> →{" "}
      </>
    )
  );
}

/** What a condition empties, where the file has no column of it. */
function Elsewhere({ change: { label, before, after } }: { change: ChangedCell }) {
  return (
    <span className="field-help">
      {label}: <del>{shortened(before)}</del> → {shortened(after)}
    </span>
  );
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function Wrong({ errors }: { errors: Row["errors"] }) {
  return errors.map(({ message }) => (
    <span key={message} className="field-error">
      {message}
    </span>
  ));
}
