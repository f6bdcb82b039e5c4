/** What the fields of a form ask of one another: shown or required by another's value, and rules across fields. Pure. */

import type { FieldErrors } from "./errors";
import type { Condition, Field } from "./field-kinds";
import type { Message } from "./messages";

/** A rule across fields; its message stands at the field named. `holds` gets values as a payload has them. */
export interface Rule<Name extends string = string> {
  field: Name;
  holds: (values: Readonly<Record<string, unknown>>) => boolean;
  message: Message;
}

/** A value as its input has it: what conditions compare. */
export function conditionText(value: unknown): string {
  if (value === true) return "T";
  return value === null || value === undefined || value === false ? "" : String(value);
}

function holds({ field, is, and }: Condition, values: Readonly<Record<string, unknown>>): boolean {
  return is.includes(conditionText(values[field])) && (!and || holds(and, values));
}

/** `values` by field name: texts of inputs, or values of a payload. */
export function isShown({ when }: Field, values: Readonly<Record<string, unknown>>): boolean {
  return !when || holds(when, values);
}

export function isRequired({ required, requiredWhen }: Field, values: Readonly<Record<string, unknown>>): boolean {
  return required === true || (requiredWhen !== undefined && holds(requiredWhen, values));
}

/** Whether a form offers a value of the field while others have these values. */
export function isOffered(field: Field, value: string, values: Readonly<Record<string, unknown>>): boolean {
  const withheld = field.kind === "dictionary" ? field.withheld : undefined;
  return !withheld?.values.includes(value) || !holds(withheld.when, values);
}

/** Names of fields on whose value another depends. */
export function controllers(fields: Readonly<Record<string, Field>>): Set<string> {
  const all = Object.values(fields).flatMap((field) => [
    ...[field.when, field.requiredWhen],
    ...(field.kind === "dictionary" ? [field.withheld?.when] : []),
  ]);
  return new Set(all.flatMap(named));
}

const named = (condition: Condition | undefined): string[] =>
  condition ? [condition.field, ...named(condition.and)] : [];

export function brokenRules(
  rules: readonly Rule[] | undefined,
  values: Readonly<Record<string, unknown>>,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, holds: right, message } of rules ?? []) {
    if (!right(values)) errors[field] = [...(errors[field] ?? []), message()];
  }
  return errors;
}

/** Codes are unique, whatever their case, and fields that say so. */
export function isUnique(name: string, { unique }: Field): boolean {
  return unique ?? name === "code";
}

interface WithUniques {
  fields: Readonly<Record<string, Field>>;
  unique?: readonly (readonly string[])[];
}

/** Names of fields that no two rows have alike together: of single fields first. */
export function uniquesOf({ fields, unique = [] }: WithUniques): (readonly string[])[] {
  const single = Object.entries(fields).filter(([name, field]) => isUnique(name, field));
  return [...single.map(([name]) => [name]), ...unique];
}
