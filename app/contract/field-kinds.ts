/** The kinds of field that a resource is declared with; each knows its value, schema and HTML constraints. */
import { z } from "zod";
import type { CellRules } from "./cell-rules";
import { type Message, m } from "./messages";
import { code, day, fen, id, identityNumber, mobileNumber, textOf, withoutIllegalCharacters } from "./validators";

/** `between` is for numbers, amounts and days; `anyOf` for dictionaries and references. */
export type FilterKind = "contains" | "equals" | "anyOf" | "between";

interface Common {
  label: Message;
  required?: boolean;
  /** Shown as a column of the list. */
  list?: boolean;
  filter?: FilterKind;
  /** The list may be sorted by it (an index must exist). */
  sort?: boolean;
  /** The list ends with its sum; of numbers and amounts. */
  total?: boolean;
  /** May be changed in the list itself, by these rules beside those that the field has anyway. */
  cellEdit?: boolean | CellRules;
  /** Part of the form. Default true. */
  form?: boolean;
  /** May be set when creating only. */
  createOnly?: boolean;
  /** Shown masked unless the viewer holds the button code `sensitive:view`. */
  mask?: boolean;
  help?: Message;
  default?: string | number | boolean;
}

export interface TextField extends Common {
  kind: "text";
  max: number;
  multiline?: boolean;
  /** Letters, digits and hyphens only, as spec 5 has it for codes. */
  code?: boolean;
  refuseIllegal?: boolean;
  /** Rich text: shown filtered by the allow-list of spec 5. */
  rich?: boolean;
}
export interface NumberField extends Common {
  kind: "number";
  min: number;
  max: number;
}
/** Integer fen. */
export interface MoneyField extends Common {
  kind: "money";
}
/** yyyy-MM-dd. */
export interface DateField extends Common {
  kind: "date";
}
/** A value of a dictionary; its labels come with the answer. */
export interface DictionaryField extends Common {
  kind: "dictionary";
  dictionary: string;
}
/** The id of another resource's row. */
export interface ReferenceField extends Common {
  kind: "reference";
  to: string;
}
export interface BooleanField extends Common {
  kind: "boolean";
}
export interface IdentityField extends Common {
  kind: "identity";
}
export interface MobileField extends Common {
  kind: "mobile";
}

export type Field =
  | TextField
  | NumberField
  | MoneyField
  | DateField
  | DictionaryField
  | ReferenceField
  | BooleanField
  | IdentityField
  | MobileField;

type Options<F extends Field, Optional extends keyof F = never> = Omit<F, "kind" | Optional> &
  Partial<Pick<F, Optional>>;

/** Keeps `required: true` as a literal, so that the row's type knows what may be null. */
type Declared<F extends Field, O> = F & { required: O extends { required: true } ? true : false };

function declare<F extends Field, O extends object>(field: F, options: O): Declared<F, O> {
  return { ...field, ...options } as Declared<F, O>;
}

export function text<const O extends Options<TextField, "max">>(options: O) {
  return declare<TextField, O>({ kind: "text", max: 60, label: options.label }, options);
}
export function number<const O extends Options<NumberField, "min" | "max">>(options: O) {
  return declare<NumberField, O>({ kind: "number", min: 0, max: 1_000_000_000, label: options.label }, options);
}
export function money<const O extends Options<MoneyField>>(options: O) {
  return declare<MoneyField, O>({ kind: "money", label: options.label }, options);
}
export function date<const O extends Options<DateField>>(options: O) {
  return declare<DateField, O>({ kind: "date", label: options.label }, options);
}
export function dictionary<const O extends Options<DictionaryField, "dictionary">>(name: string, options: O) {
  return declare<DictionaryField, O>({ kind: "dictionary", dictionary: name, label: options.label }, options);
}
export function reference<const O extends Options<ReferenceField, "to">>(to: string, options: O) {
  return declare<ReferenceField, O>({ kind: "reference", to, label: options.label }, options);
}
export function boolean<const O extends Options<BooleanField>>(options: O) {
  return declare<BooleanField, O>({ kind: "boolean", label: options.label }, options);
}
export function identity<const O extends Options<IdentityField>>(options: O) {
  return declare<IdentityField, O>({ kind: "identity", label: options.label }, options);
}
export function mobile<const O extends Options<MobileField>>(options: O) {
  return declare<MobileField, O>({ kind: "mobile", label: options.label }, options);
}

export type ValueOf<F> = F extends { kind: "number" | "money" | "reference" }
  ? number
  : F extends { kind: "boolean" }
    ? boolean
    : string;

export type RowOf<Fields extends Record<string, Field>> = {
  [K in keyof Fields]: Fields[K] extends { required: true } ? ValueOf<Fields[K]> : ValueOf<Fields[K]> | null;
};

/** The schema of a field's value in a payload; optional ones take null, undefined and "" for "none". */
export function fieldSchema(field: Field): z.ZodType {
  const schema = valueSchema(field);
  if (field.kind === "boolean") return z.preprocess(emptyToUndefined, z.boolean().default(field.default === true));
  if (field.required) {
    return z.preprocess(
      emptyToUndefined,
      z
        .any()
        .refine((value) => value !== undefined, { error: () => m.v_required() })
        .pipe(schema),
    );
  }
  return z.preprocess((value) => emptyToUndefined(value) ?? null, schema.nullable());
}

function emptyToUndefined(value: unknown): unknown {
  return value === "" || value === null || (typeof value === "string" && value.trim() === "") ? undefined : value;
}

function valueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case "text": {
      if (field.code) return code;
      const plain = textOf(field.max, { multiline: field.multiline === true });
      return field.refuseIllegal ? plain.pipe(withoutIllegalCharacters) : plain;
    }
    case "number":
      return z
        .number({ error: () => m.v_number() })
        .int({ error: () => m.v_integer() })
        .min(field.min, { error: () => m.v_at_least({ n: field.min }) })
        .max(field.max, { error: () => m.v_at_most({ n: field.max }) });
    case "money":
      return fen;
    case "date":
      return day;
    case "dictionary":
      return textOf(40);
    case "reference":
      return id;
    case "boolean":
      return z.boolean();
    case "identity":
      return identityNumber;
    case "mobile":
      return mobileNumber;
  }
}
