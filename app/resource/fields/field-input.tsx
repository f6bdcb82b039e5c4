/**
 * The input of a field kind: Mantine's, and only those that post the same with scripts and without. They wear our own
 * classes: one look for all fields, and none of Mantine's input styles on the wire.
 */
import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { m } from "~/contract/messages";
import type { InputView } from "../load-form.server";

const look = {
  unstyled: true,
  classNames: {
    root: "field",
    wrapper: "field-control",
    input: "input",
    label: "label",
    description: "field-help",
    error: "field-error",
    required: "required",
  },
  inputWrapperOrder: ["label", "input", "error", "description"] as ("label" | "input" | "error" | "description")[],
};

/** The browser draws the arrow. */
const noArrow = <></>;

interface Props {
  input: InputView;
  error: string | undefined;
  autoFocus: boolean;
}

export function FieldInput({ input, error, autoFocus }: Props) {
  const { name, kind, label, help, required, value, disabled } = input;
  const common = {
    ...look,
    name,
    label,
    description: help || undefined,
    error,
    disabled,
    autoFocus,
    id: `f-${name}`,
    withAsterisk: required,
  };
  if (kind === "boolean") {
    return (
      <Checkbox
        unstyled
        classNames={{ root: "field", inner: "choice", description: "field-help", error: "field-error" }}
        name={name}
        label={label}
        description={help || undefined}
        error={error}
        defaultChecked={value === "T"}
        value="T"
        id={`f-${name}`}
        disabled={disabled}
      />
    );
  }
  if (input.options) {
    return (
      <NativeSelect {...common} rightSection={noArrow} defaultValue={value} aria-required={required || undefined}>
        {(!required || value === "") && <option value="">{m.engine_choose()}</option>}
        {input.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    );
  }
  if (input.multiline) {
    return (
      <Textarea
        {...common}
        classNames={{ ...look.classNames, root: "field wide" }}
        defaultValue={value}
        rows={4}
        aria-required={required || undefined}
        maxLength={input.max ?? undefined}
      />
    );
  }
  return (
    <TextInput
      {...common}
      {...ofKind(kind)}
      defaultValue={value}
      maxLength={input.max ?? 40}
      autoComplete="off"
      aria-required={required || undefined}
    />
  );
}

function ofKind(kind: InputView["kind"]) {
  if (kind === "money") return { inputMode: "decimal" } as const;
  if (kind === "number") return { inputMode: "numeric" } as const;
  if (kind === "mobile") return { inputMode: "tel" } as const;
  return kind === "date" ? ({ type: "date" } as const) : {};
}
