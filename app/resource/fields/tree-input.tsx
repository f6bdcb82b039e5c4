/** A choice from a tree: radio buttons in branches that open and close, with scripts and without. */
import { type ReactNode, useState } from "react";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { FieldNotes, Legend } from "~/form/field-notes";
import type { FieldProps } from "./field-input";

export function TreeInput({ input, errors }: FieldProps) {
  const { name, label, help, required, disabled, value, leafOnly, options, refreshes } = input;
  const [chosen, setChosen] = useState(value);
  const nodes = options ?? [];
  const known = new Set(nodes.map((node) => node.value));
  const below = new Map<string, Option[]>();
  for (const node of nodes) {
    // One whose parent is not shown stands at the top.
    const parent = node.parent !== undefined && known.has(node.parent) ? node.parent : "";
    below.set(parent, [...(below.get(parent) ?? []), node]);
  }
  const error = leafOnly && chosen !== value && below.has(chosen) ? m.forms_leaf_only() : errors[name]?.[0];
  const byValue = new Map(nodes.map((node) => [node.value, node]));
  const above = new Set<string>();
  for (let up = byValue.get(value)?.parent; up !== undefined && !above.has(up); up = byValue.get(up)?.parent)
    above.add(up);

  const radio = ({ value: own, label: text }: Option) => (
    <label className="choice">
      <input
        type="radio"
        name={name}
        value={own}
        defaultChecked={own === value}
        disabled={disabled}
        aria-invalid={error && own === chosen ? true : undefined}
        aria-describedby={error ? `f-${name}-error` : undefined}
        data-refreshes={refreshes}
        onChange={() => setChosen(own)}
      />
      {text}
    </label>
  );
  const branch = (parent: string): ReactNode => (
    <ul>
      {below.get(parent)?.map((node) => (
        <li key={node.value}>
          {radio(node)}
          {below.has(node.value) && (
            <details open={above.has(node.value)}>
              <summary>{m.forms_branch({ label: node.label, n: below.get(node.value)?.length ?? 0 })}</summary>
              {branch(node.value)}
            </details>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <fieldset className="field plain tree" id={`f-${name}`}>
      <Legend label={label} required={required} />
      <details className="tree-field" open={Boolean(error)}>
        <summary className="input">{byValue.get(chosen)?.label ?? m.engine_choose()}</summary>
        {!required && radio({ value: "", label: m.forms_none() })}
        {branch("")}
      </details>
      <FieldNotes id={`f-${name}`} error={error} help={help} />
    </fieldset>
  );
}
