/** A cell that can be changed in the list itself: its input, what stood in it, and what is wrong. */
import { m } from "~/contract/messages";
import type { CellInput } from "./view";

interface Props {
  /** `<row's id>.<field>`. */
  of: string;
  label: string;
  input: CellInput;
  value: string;
  typed?: string | undefined;
  error?: string | undefined;
}

export function EditCell({ of, label, input, value, typed, error }: Props) {
  const shared = {
    name: `e.${of}`,
    className: "input",
    "aria-label": label,
    "aria-required": input.required || undefined,
    ...(error && { "aria-invalid": true, "aria-describedby": `wrong-${of}` }),
  };
  const now = typed ?? value;
  return (
    <>
      <input type="hidden" name={`o.${of}`} value={value} />
      {input.kind === "choice" ? (
        <select {...shared} defaultValue={now}>
          {!input.required && <option value="">{m.engine_choose()}</option>}
          {input.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : input.kind === "flag" ? (
        <input {...shared} type="checkbox" value="T" defaultChecked={now === "T"} />
      ) : (
        <input
          {...shared}
          type={input.kind === "date" ? "date" : "text"}
          inputMode={input.kind === "number" ? "decimal" : undefined}
          maxLength={input.max}
          defaultValue={now}
          autoComplete="off"
        />
      )}
      {error && (
        <p className="field-error" id={`wrong-${of}`}>
          {error}
        </p>
      )}
    </>
  );
}
