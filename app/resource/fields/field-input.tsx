/**
 * The input of a field kind: Mantine's, and only those that post the same with scripts and without. They wear our own
 * classes: one look for all fields, and none of Mantine's input styles on the wire. Attributes of HTML come from the
 * declaration (see constraints.server.ts).
 */
import { Checkbox, InputBase, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { DayInput } from "~/form/day-input";
import { TickBoxes } from "~/form/tick-boxes";
import { RichTextInput } from "~/widgets/rich-text/rich-text-input";
import { FileInput } from "~/widgets/upload/file-input";
import type { InputView } from "../load-form.server";
import { AreaInput } from "./area-input";
import { GroupInput } from "./group-input";
import { LinesInput } from "./lines-input";
import { RangeInput } from "./range-input";
import { RemoteInput } from "./remote-input";
import { TreeInput } from "./tree-input";

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

export interface FieldProps {
  input: InputView;
  /** Of the whole form, by name of input. */
  errors: FieldErrors;
  autoFocus: boolean;
  /** The input that people go on with, of a field that has several; "" for none. */
  focus?: string;
}

export function FieldInput(props: FieldProps) {
  const { input } = props;
  if (input.kind === "boolean") return <Tick {...props} />;
  if (input.kind === "several") return <Several {...props} />;
  if (input.kind === "group") return <GroupInput {...props} part={FieldInput} />;
  if (input.kind === "lines") return <LinesInput {...props} part={FieldInput} />;
  if (input.kind === "range") return <RangeInput {...props} />;
  if (input.kind === "area") return <AreaInput {...props} />;
  if (input.kind === "tree") return <TreeInput {...props} />;
  if (input.kind === "image" || input.kind === "file") return <Files {...props} />;
  if (input.kind === "richText") return <RichText {...props} />;
  if (input.source) return <RemoteInput {...props} />;
  return input.options ? <Choice {...props} /> : <Line {...props} />;
}

function commonOf({ input, errors, autoFocus }: FieldProps) {
  const { name, label, help, required, disabled, value, refreshes } = input;
  return {
    ...look,
    name,
    label,
    description: help || undefined,
    error: errors[name]?.[0],
    disabled,
    autoFocus,
    id: `f-${name}`,
    required,
    defaultValue: value,
    "data-refreshes": refreshes,
  };
}

function Tick({ input, errors }: FieldProps) {
  const { name, label, help, value, disabled, refreshes } = input;
  return (
    <Checkbox
      unstyled
      classNames={{ root: "field", inner: "choice", description: "field-help", error: "field-error" }}
      name={name}
      label={label}
      description={help || undefined}
      error={errors[name]?.[0]}
      defaultChecked={value === "T"}
      value="T"
      id={`f-${name}`}
      disabled={disabled}
      data-refreshes={refreshes}
    />
  );
}

function Several({ input, errors }: FieldProps) {
  const { name, label, help, required, disabled, value, options } = input;
  const ticked = value.split(",");
  return (
    <TickBoxes
      {...{ label, help, required, disabled }}
      options={options ?? []}
      nameOf={() => name}
      posts={(one) => one}
      isTicked={(one) => ticked.includes(one)}
      error={errors[name]?.[0]}
    />
  );
}

function Files({ input, errors }: FieldProps) {
  const { name, label, help, required, disabled, uploads } = input;
  if (!uploads) return null;
  return <FileInput {...{ name, label, help, required, disabled, error: errors[name]?.[0] }} {...uploads} />;
}

function RichText({ input, errors }: FieldProps) {
  const { name, label, help, required, disabled, value, html } = input;
  const max = html.maxLength ?? 0;
  return <RichTextInput {...{ name, label, help, required, disabled, value, max, error: errors[name]?.[0] }} />;
}

function Choice(props: FieldProps) {
  const { required, value, options } = props.input;
  return (
    <NativeSelect {...commonOf(props)} rightSection={noArrow}>
      {(!required || value === "") && <option value="">{m.engine_choose()}</option>}
      {options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}

function Line(props: FieldProps) {
  const { multiline, html } = props.input;
  if (html.type === "date") return <InputBase component={DayInput} {...commonOf(props)} {...html} />;
  if (!multiline)
    return (
      <TextInput {...commonOf(props)} {...html} autoComplete={html.type === "password" ? "new-password" : "off"} />
    );
  const { maxLength } = html;
  return (
    <Textarea
      {...commonOf(props)}
      classNames={{ ...look.classNames, root: "field wide" }}
      maxLength={maxLength}
      rows={4}
    />
  );
}
