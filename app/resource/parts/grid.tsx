/** The rows: plain elements, one form around them all for the commands that post. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { type Cell, CellContent } from "~/widgets/cell";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { cardLayout } from "./card-layout";
import { CommandDrawerHost, CommandPageLink, isPage } from "./command-page-link";
import { EditCell } from "./edit-cell";
import { SelectionBar } from "./selection-bar";
import { type CellsRefused, type Column, type CommandLink, type ListView, ofRow, type Row } from "./view";

interface Props {
  title: string;
  columns: Column[];
  rows: Row[];
  totals?: ListView["totals"];
  selection?: ListView["selection"];
  pager?: ListView["pager"];
  editing?: ListView["editing"];
  refused?: CellsRefused | undefined;
  exportTo?: string | undefined;
  pressKey?: string | undefined;
}

export function Grid({ title, columns, rows, totals, selection, pager, editing, refused, exportTo, pressKey }: Props) {
  const commands = rows.some((row) => (row.links?.length ?? 0) + (row.commands?.length ?? 0) > 0);
  const posts = selection !== undefined || rows.some((row) => (row.commands?.length ?? 0) > 0);
  const table = (
    <TableFrame label={title}>
      <table
        className={editing ? "table" : "table list-cards"}
        style={editing ? undefined : cardLayout(columns, selection !== undefined)}
      >
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="tick">
                <ChoosePage all={selection.all !== ""} />
              </th>
            )}
            {columns.map(({ label, name, width, numeric, sort }) => (
              <th
                key={label}
                scope="col"
                data-column={name}
                style={width ? { width, minWidth: width } : undefined}
                className={numeric ? "num" : undefined}
                aria-sort={sort && sort.now !== "none" ? sort.now : undefined}
              >
                {sort ? (
                  <Link className="sort" to={sort.to} title={sort.label}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </th>
            ))}
            {commands && <th scope="col">{m.engine_actions()}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {selection && (
                <td className="tick">
                  <input
                    type="checkbox"
                    name="s"
                    value={row.id}
                    defaultChecked={row.chosen}
                    disabled={selection.all !== ""}
                    aria-label={`${m.lists_choose()} ${nameOf(row)}`}
                  />
                </td>
              )}
              {row.cells.map((cell, index) => (
                <td key={columns[index]?.label} className={classOf(columns[index])}>
                  {editing ? (
                    <Changeable
                      row={row}
                      cell={cell}
                      first={index === 0}
                      column={columns[index]}
                      editing={editing}
                      refused={refused}
                    />
                  ) : (
                    <CellContent cell={linked(cell, columns[index], row.id)} />
                  )}
                </td>
              ))}
              {commands && <Commands row={row} />}
            </tr>
          ))}
        </tbody>
        {totals && <Totals totals={totals} columns={columns} ticks={selection !== undefined} commands={commands} />}
      </table>
    </TableFrame>
  );
  if (editing) {
    return (
      <Form method="post" className="cells">
        <div className="actions">
          <button className="button button-primary" name="save" value="cells">
            {m.engine_save()}
          </button>
          <Link className="button" to={editing.cancel}>
            {m.engine_cancel()}
          </Link>
        </div>
        {table}
      </Form>
    );
  }
  if (!posts) return table;
  // Other ids are another form: what the address says is ticked.
  return (
    <CommandDrawerHost>
      <Form
        method="post"
        key={selection && `${selection.others} ${selection.count}`}
        style={selection && { counterReset: `ticked ${selection.elsewhere}` }}
      >
        {pressKey && <input type="hidden" name="key" value={pressKey} />}
        {table}
        {selection && pager && <SelectionBar selection={selection} pager={pager} exportTo={exportTo} />}
      </Form>
    </CommandDrawerHost>
  );
}

interface ChangeableProps {
  row: Row;
  cell: Cell;
  first: boolean;
  column: Column | undefined;
  editing: NonNullable<ListView["editing"]>;
  refused: CellsRefused | undefined;
}

/** The input of a cell that can be changed, the cell of one that cannot; a row's first cell says what is wrong with it all. */
function Changeable({ row, cell, first, column, editing, refused }: ChangeableProps) {
  const name = column?.name ?? "";
  const input = editing.inputs[name];
  const of = `${row.id}.${name}`;
  return (
    <>
      {first && <input type="hidden" name={`v.${row.id}`} value={row.version} />}
      {input ? (
        <EditCell
          of={of}
          label={`${column?.label ?? ""} ${nameOf(row)}`}
          input={input}
          value={row.texts?.[name] ?? ""}
          typed={refused ? (refused.typed[`e.${of}`] ?? "") : undefined}
          error={refused?.errors[`e.${of}`]?.[0]}
        />
      ) : (
        <CellContent cell={cell} />
      )}
      {first && refused?.errors[`e.${row.id}`] && <p className="field-error">{refused.errors[`e.${row.id}`]}</p>}
    </>
  );
}

function classOf(column: Column | undefined): string | undefined {
  return column?.numeric ? "num" : column?.whole ? "whole" : undefined;
}

/** What a row is called: its first text. */
function nameOf(row: Row): string {
  const cell = row.cells.find((one) => typeof one === "string" || "text" in one);
  return typeof cell === "object" && "text" in cell ? cell.text : typeof cell === "string" ? cell : String(row.id);
}

/** Ticks the whole page: a box where scripts run, a button where none do. */
function ChoosePage({ all }: { all: boolean }) {
  const hydrated = useHydrated();
  if (all) return <span className="visually-hidden">{m.lists_choose()}</span>;
  if (!hydrated) {
    return (
      <button className="tick-page" name="tick" value="page" title={m.lists_choose_page()}>
        <span className="visually-hidden">{m.lists_choose_page()}</span>
      </button>
    );
  }
  return (
    <input
      type="checkbox"
      aria-label={m.lists_choose_page()}
      onChange={({ currentTarget }) => {
        const ticks = currentTarget.form?.querySelectorAll<HTMLInputElement>("input[name=s]:not(:disabled)") ?? [];
        for (const tick of ticks) tick.checked = currentTarget.checked;
      }}
    />
  );
}

/** What they are of stands in the first column; a sum that is that column's own stands after it. */
function Totals({
  totals,
  columns,
  ticks,
  commands,
}: {
  totals: NonNullable<ListView["totals"]>;
  columns: Column[];
  ticks: boolean;
  commands: boolean;
}) {
  return (
    <tfoot>
      <tr>
        {ticks && <td className="tick" />}
        {totals.cells.map((text, index) =>
          index === 0 ? (
            <th key={columns[index]?.label} scope="row">
              {totals.label} {text}
            </th>
          ) : (
            <td key={columns[index]?.label} className={classOf(columns[index])}>
              {text}
            </td>
          ),
        )}
        {commands && <td />}
      </tr>
    </tfoot>
  );
}

function linked(cell: Cell, column: Column | undefined, id: number): Cell {
  return column?.link && typeof cell === "string" ? { to: ofRow(column.link, id), text: cell } : cell;
}

/** What takes something away stands behind `⋯`, where nobody presses it in passing; so does what a row has no room for. */
function Commands({ row }: { row: Row }) {
  const { links = [], commands = [] } = row;
  const tucked = links.filter(({ danger }) => danger).length + commands.filter(({ tucked }) => tucked).length;
  const link = ({ to, label, danger }: (typeof links)[number]) => (
    <Link key={to} to={ofRow(to, row.id)} className={danger ? "danger" : undefined}>
      {label}
    </Link>
  );
  const command = (one: CommandLink) => <RowCommand key={one.intent} command={one} id={row.id} />;
  return (
    <td className="cell-actions">
      {links.filter(({ danger }) => !danger).map(link)}
      {commands.filter(({ tucked }) => !tucked).map(command)}
      {tucked > 0 && (
        <details className="row-menu" name="row-menu">
          <summary aria-label={`${m.lists_more_actions()} ${nameOf(row)}`}>⋯</summary>
          <span>
            {commands.filter(({ tucked }) => tucked).map(command)}
            {links.filter(({ danger }) => danger).map(link)}
          </span>
        </details>
      )}
    </td>
  );
}

function RowCommand({ command, id }: { command: CommandLink; id: number }) {
  const { intent, label, to, why } = command;
  if (why) {
    return (
      <button type="button" className="link-button" aria-disabled="true" title={why}>
        {label} <span className="visually-hidden">{why}</span>
      </button>
    );
  }
  // A question is asked above the list; what is asked for has a page of its own.
  if (to && isPage(to, intent)) return <CommandPageLink to={ofRow(to, id)} label={label} />;
  if (to) return <Link to={ofRow(to, id)}>{label}</Link>;
  return (
    <button className="link-button" name={intent} value={id}>
      {label}
    </button>
  );
}
