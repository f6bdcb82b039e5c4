import type { DictionaryCode } from "./dictionary-declaration";
import type {
  AreaField,
  BooleanField,
  DateField,
  DictionaryField,
  Field,
  FileField,
  GroupField,
  ImageField,
  LinesField,
  MomentField,
  MoneyField,
  NumberField,
  OwnField,
  PatternField,
  PatternKind,
  RangeField,
  ReferenceField,
  RichTextField,
  SecretField,
  SeveralField,
  TextField,
  TimeField,
  TreeField,
} from "./field-types";
import { defaultFileCount } from "./files";
import { refuseUnfitLines } from "./line-rule";
import { m } from "./messages";

export { fieldSchema } from "./field-schema";
export * from "./field-types";

type Options<F extends Field, Optional extends keyof F = never> = Omit<F, "kind" | Optional> &
  Partial<Pick<F, Optional>>;

/**
 * Keeps `required: true` as a literal, so that the row's type knows what may be null; and whether there is a default, a
 * condition and a second language, so that the table's type does.
 */
type Declared<F extends Field, O> = F & { required: O extends { required: true } ? true : false } & Pick<
    O,
    keyof O & ("default" | "when" | "localised")
  >;

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
export function dictionary<const O extends Options<DictionaryField, "dictionary">>(name: DictionaryCode, options: O) {
  const declared = declare<DictionaryField, O>({ kind: "dictionary", dictionary: name, label: options.label }, options);
  return declared as typeof declared & (O extends { values: infer V } ? { values: V } : unknown);
}
export function several<const O extends Options<SeveralField, "dictionary">>(name: DictionaryCode, options: O) {
  return declare<SeveralField, O>({ kind: "several", dictionary: name, label: options.label }, options);
}
export function reference<const O extends Options<ReferenceField, "to">>(to: string, options: O) {
  return declare<ReferenceField, O>({ kind: "reference", to, label: options.label }, options);
}
/** Fields that a corp adds by itself: one column, in the answer where it holds anything. */
export function ownFields(of: string) {
  return declare<OwnField, object>({ kind: "own", of, label: m.own_section, list: "answer", detail: false }, {});
}
export function boolean<const O extends Options<BooleanField>>(options: O) {
  return declare<BooleanField, O>({ kind: "boolean", label: options.label }, options);
}
export function time<const O extends Options<TimeField>>(options: O) {
  return declare<TimeField, O>({ kind: "time", label: options.label }, options);
}
export function moment<const O extends Options<MomentField>>(options: O) {
  return declare<MomentField, O>({ kind: "moment", label: options.label }, options);
}
export function range<const O extends Options<RangeField>>(options: O) {
  return declare<RangeField, O>({ kind: "range", label: options.label }, options);
}
export function tree<const O extends Options<TreeField, "to">>(to: string, options: O) {
  return declare<TreeField, O>({ kind: "tree", to, label: options.label }, options);
}
export function area<const O extends Options<AreaField>>(options: O) {
  return declare<AreaField, O>({ kind: "area", label: options.label }, options);
}
export function richText<const O extends Options<RichTextField, "max">>(options: O) {
  return declare<RichTextField, O>({ kind: "richText", max: 4000, label: options.label }, options);
}
export function secret<const O extends Options<SecretField, "max">>(options: O) {
  return declare<SecretField, O>({ kind: "secret", max: 200, label: options.label }, options);
}
export function image<const O extends Options<ImageField, "most">>(options: O) {
  return declare<ImageField, O>({ kind: "image", most: defaultFileCount, label: options.label }, options);
}
export function file<const O extends Options<FileField, "most">>(options: O) {
  return declare<FileField, O>({ kind: "file", most: defaultFileCount, label: options.label }, options);
}
/** Letters, digits and hyphens; the field `code` of a resource is unique. */
export function code<const O extends Options<TextField, "max" | "code">>(options: O) {
  return declare<TextField, O>({ kind: "text", max: 40, code: true, label: options.label }, options);
}
export function group<
  const F extends Record<string, Field>,
  const O extends Options<GroupField, "fields" | "min" | "max">,
>(fields: F, options: O) {
  const declared = declare<GroupField, O>({ kind: "group", fields, min: 0, max: 50, label: options.label }, options);
  return { ...declared, fields };
}

export function lines<
  const F extends Record<string, Field>,
  const O extends Options<LinesField, "fields" | "min" | "max"> & { key: readonly (keyof F & string)[] },
>(fields: F, options: O) {
  refuseUnfitLines(fields);
  const own = { kind: "lines", fields, min: 0, max: 100, label: options.label, key: options.key } as const;
  return { ...declare<LinesField, O>(own, options), fields };
}

const pattern =
  <K extends PatternKind>(kind: K) =>
  <const O extends Options<PatternField>>(options: O) =>
    declare<PatternField & { kind: K }, O>({ kind, label: options.label }, options);
export const identity = pattern("identity");
export const mobile = pattern("mobile");
export const telephone = pattern("telephone");
export const email = pattern("email");
export const postalCode = pattern("postalCode");
export const url = pattern("url");
