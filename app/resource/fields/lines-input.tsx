/**
 * The lines of a document. Buttons post the form, which comes back with a line more, less or elsewhere; where scripts run
 * they act at once, and keys and the clipboard do as in a spreadsheet (lines-script.ts, fetched late).
 */
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { m } from "~/contract/messages";
import type { FieldInput, FieldProps } from "./field-input";
import { errorsAt, errorsOf, fieldOf, type LineRow, lineRows, nameOf } from "./line-rows";
import type { Editing } from "./lines-script";

type Script = typeof import("./lines-script");

/** `part` is the input of one field; it is handed in, since that one shows lines itself. */
export function LinesInput(props: FieldProps & { part: typeof FieldInput }) {
  const { input, errors, autoFocus } = props;
  const { name, label, help, disabled, bounds = { min: 0, max: 0 }, lines } = input;
  const { rows, totals, spoken, said, ready, handlers } = useLines(props);
  if (!lines) return null;
  const error = errors[name]?.[0];
  const wrong = rows.findIndex((row) => Object.keys(row.errors).length > 0);
  const mayAdd = !disabled && rows.length < bounds.max;
  const columns = { "--columns": lines.fresh.length } as React.CSSProperties;
  return (
    <fieldset className="field wide plain lines" id={`f-${name}`} tabIndex={-1} style={columns} {...handlers}>
      <legend className="label">{label}</legend>
      {help && <p className="field-help">{help}</p>}
      {lines.scan && !disabled && (
        <ScanInput
          name={name}
          error={errors[`scan.${name}`]?.[0] ?? ""}
          said={said}
          autoFocus={props.focus === `scan.${name}`}
        />
      )}
      {rows.length === 0 && !help && <p className="dim">{m.lines_empty()}</p>}
      {rows.length > 0 && (
        <div className="line line-head" aria-hidden="true">
          {lines.fresh.map((cell) => (
            <span key={cell.name} className="label">
              {cell.label}
            </span>
          ))}
        </div>
      )}
      {rows.map((row, index) => (
        <Line
          key={row.key}
          {...{ ...props, row, index, rows: rows.length, mayAdd, words: (spoken ?? lines.spoken?.said)?.[index] }}
          autoFocus={autoFocus && index === Math.max(wrong, 0)}
        />
      ))}
      {Object.keys(lines.totals).length > 0 && (
        <p className="line line-totals">
          {lines.fresh.map(({ name: cell, label: heading }) => {
            const total = (totals ?? lines.totals)[fieldOf(cell)];
            return (
              <span key={cell}>
                {total !== undefined && (
                  <>
                    <span className="dim">{m.lines_total()}</span>{" "}
                    <output aria-label={`${m.lines_total()}: ${heading}`}>{total}</output>
                  </>
                )}
              </span>
            );
          })}
        </p>
      )}
      {error && (
        <p className="field-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
      {mayAdd && (
        <button className="button" name="intent" value={`add:${name}`} formNoValidate>
          {m.lines_add()}
          <span className="visually-hidden"> ({label})</span>
        </button>
      )}
      {ready && !disabled && (
        <p className="field-help line-keys">{lines.ordered ? m.lines_keys_ordered() : m.lines_keys()}</p>
      )}
      {!lines.scan && (
        <p className="visually-hidden" role="status">
          {said}
        </p>
      )}
    </fieldset>
  );
}

/** A scanner types what it reads and presses Enter: its button is the first that Enter finds in the form. */
function ScanInput({
  name,
  error,
  said,
  autoFocus,
}: {
  name: string;
  error: string;
  said: string;
  autoFocus: boolean;
}) {
  const id = `f-scan.${name}`;
  return (
    <p className="line-scan">
      <label className="label" htmlFor={id}>
        {m.lines_scan()}
      </label>
      <input
        className="input"
        id={id}
        name={`scan.${name}`}
        maxLength={60}
        autoComplete="off"
        autoFocus={autoFocus}
        aria-invalid={error !== "" || undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <button className="button" name="intent" value={`scan:${name}`} formNoValidate>
        {m.lines_scan_add()}
      </button>
      {error && (
        <strong className="field-error" id={`${id}-error`} role="alert">
          {error}
        </strong>
      )}
      <span className="field-help" role="status">
        {said}
      </span>
    </p>
  );
}

interface LineProps extends FieldProps {
  part: typeof FieldInput;
  row: LineRow;
  index: number;
  rows: number;
  mayAdd: boolean;
  /** What the line says. */
  words: string | undefined;
}

function Line({ input, row, index, rows, mayAdd, words, autoFocus, focus, part: Part }: LineProps) {
  const { name, label, disabled, bounds, lines } = input;
  const errors = errorsAt(name, index, row.errors);
  const wrong = row.cells.find((cell) => row.errors[fieldOf(cell.name)]) ?? row.cells[0];
  const button = (verb: string, text: string, sign: string, off = false) => (
    <button
      className="link-button"
      name="intent"
      value={`${verb}:${name}:${index}`}
      formNoValidate
      title={text}
      disabled={off}
      aria-label={`${text}: ${m.forms_row_n({ label, n: index + 1 })}`}
    >
      {sign}
    </button>
  );
  return (
    <fieldset className="line" aria-label={m.forms_row_n({ label, n: index + 1 })}>
      <input type="hidden" name={nameOf(name, index, "id")} value={row.id} />
      {row.cells.map((cell) => {
        const at = nameOf(name, index, fieldOf(cell.name));
        return (
          <Part
            key={fieldOf(cell.name)}
            input={{ ...cell, name: at }}
            errors={errors}
            autoFocus={at === focus || (autoFocus && cell === wrong)}
          />
        );
      })}
      {!disabled && (
        <span className="line-buttons">
          {lines?.ordered && button("up", m.lines_up(), "↑", index === 0)}
          {lines?.ordered && button("down", m.lines_down(), "↓", index === rows - 1)}
          {mayAdd && button("copy", m.lines_copy(), m.lines_copy())}
          {rows > (bounds?.min ?? 0) && button("drop", m.forms_row_drop(), m.forms_row_drop())}
        </span>
      )}
      {words && <p className="line-said">{words}</p>}
      {row.errors[""]?.[0] && (
        <p className="field-error" role="alert" tabIndex={-1}>
          {row.errors[""][0]}
        </p>
      )}
    </fieldset>
  );
}

function useLines({ input, errors }: FieldProps) {
  const { name } = input;
  const [rows, setRows] = useState(() => lineRows(input, errors));
  const [totals, setTotals] = useState<Record<string, string> | null>(null);
  const [spoken, setSpoken] = useState<string[] | null>(null);
  const [said, setSaid] = useState("");
  const [script, setScript] = useState<Script | null>(null);
  const goOn = useRef("");
  const root = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    let gone = false;
    // Where it does not come, the buttons post.
    import("./lines-script").then(
      (loaded) => !gone && setScript(loaded),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);

  // What a new answer says is wrong belongs to the lines that stand there now, wherever they go then. At once, so that the
  // form finds the first wrong input when it looks for it.
  const told = JSON.stringify(Object.entries(errors).filter(([key]) => key.startsWith(`${name}[`)));
  const [known, setKnown] = useState(told);
  if (known !== told) {
    setKnown(told);
    setRows(rows.map((row, place) => ({ ...row, errors: errorsOf(name, place, errors) })));
  }

  /** Sums and sentences are those of what the inputs hold now. */
  const follow = (loaded: Script, lines: HTMLElement) => {
    setTotals(loaded.totalsOf(lines, input, rows.length));
    loaded.speak(lines, input, rows.length, setSpoken);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the page has the lines as they are now
  useEffect(() => {
    if (!script || !root.current) return;
    follow(script, root.current);
    const next = goOn.current && document.getElementById(`f-${goOn.current}`);
    goOn.current = "";
    if (next) next.focus();
  }, [rows, script]);

  const editing = (): Editing | null =>
    root.current && {
      root: root.current,
      input,
      rows,
      say: setSaid,
      change(next, focus) {
        goOn.current = focus;
        setRows(next);
        // The form has been changed, and asks before it is left.
        root.current?.dispatchEvent(new Event("input", { bubbles: true }));
      },
    };
  const act = (what: (script: Script, editing: Editing) => void) => {
    const now = editing();
    if (script && now && !input.disabled) what(script, now);
  };
  return {
    rows,
    totals,
    spoken,
    said,
    ready: script !== null,
    handlers: {
      ref: root,
      onInput: (event: SyntheticEvent) => {
        if (event.target !== root.current && script && root.current) follow(script, root.current);
      },
      onClick: (event: React.MouseEvent) => act((loaded, now) => loaded.press(event, now)),
      onKeyDown: (event: React.KeyboardEvent) => act((loaded, now) => loaded.key(event, now)),
      onPaste: (event: React.ClipboardEvent) => act((loaded, now) => void loaded.paste(event, now)),
    },
  };
}
