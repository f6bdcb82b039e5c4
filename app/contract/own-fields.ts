/**
 * Fields that a corp adds to nouns of the product. The wire has their values under `own`, by code; forms, filters, errors and
 * columns name them `own_<code>`, so that each is a field like any other there.
 */
import { z } from "zod";
import type { Field, OwnField } from "./field-types";
import { m } from "./messages";

export const ownFieldKinds = ["text", "number", "date", "choice", "file"] as const;

/** A declared field, as whoever draws it needs it. `off`: withdrawn, and read where it has a value. */
export const ownFieldView = z.object({
  code: z.string(),
  label: z.string(),
  kind: z.enum(ownFieldKinds),
  required: z.boolean(),
  personal: z.boolean(),
  list: z.boolean(),
  filter: z.boolean(),
  /** Letters at most, of a text. */
  max: z.number(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  help: z.string(),
  off: z.boolean(),
  /** Connected applications read it, and fill it in of orders that they place. */
  open: z.literal(true).optional(),
  choices: z.array(z.object({ value: z.string(), label: z.string(), off: z.literal(true).optional() })),
});
export type OwnFieldView = z.output<typeof ownFieldView>;
export const ownFieldViews = z.array(ownFieldView);

/** By code; what has no value is not there. */
export const ownValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type OwnValues = z.output<typeof ownValues>;

/** Files of one field at most. */
export const mostOwnFiles = 3;
/** Fields of one noun at most, those that are withdrawn included. */
export const mostOwnFields = 40;
const farthest = 1_000_000_000;

const prefix = "own_";
export const ownName = (code: string): string => `${prefix}${code}`;
/** Null of a name that is none of an own field's. */
export const ownCode = (name: string): string | null => (name.startsWith(prefix) ? name.slice(prefix.length) : null);

interface Declares {
  fields: Readonly<Record<string, Field>>;
}

/** The field that holds what a corp has added; null where the resource takes none. */
export function ownFieldIn({ fields }: Declares): OwnField | null {
  const field = fields.own;
  return field?.kind === "own" ? field : null;
}

/** As a field of the engine. `had`: the value of the row under edit; only new rows must have what is required. */
export function fieldOfOwn(own: OwnFieldView, isNew = true, had: unknown = null): Field {
  const common = {
    label: () => own.label,
    required: own.required && !own.off && (isNew || (had ?? "") !== ""),
    list: own.list && !own.off,
    mask: own.personal,
    ...(own.help !== "" && { help: () => own.help }),
    // What somebody has kept filters by a field that is withdrawn as well.
    ...(own.off && { form: false, search: false as const }),
  };
  const sought = own.filter;
  switch (own.kind) {
    case "text":
      return {
        ...{ kind: "text", max: own.max, multiline: own.max > 200, ...common },
        // Parts of what is masked would tell it letter by letter.
        ...(sought && { filter: own.personal ? "equals" : "contains" }),
      };
    case "number":
      return {
        ...{ kind: "number", decimals: true, min: own.least ?? -farthest, max: own.most ?? farthest, ...common },
        ...(sought && { filter: "between" }),
      };
    case "date":
      return { kind: "date", ...common, ...(sought && { filter: "between" }) };
    case "choice":
      return { kind: "dictionary", dictionary: "", ...common, ...(sought && { filter: "anyOf" }) };
    case "file":
      return { kind: "file", most: mostOwnFiles, ...common };
  }
}

type Options = Record<string, { value: string; label: string; off?: true | undefined }[]>;

/** Choices of own fields, by their names in forms. */
export function ownOptions(own: readonly OwnFieldView[]): Options {
  return Object.fromEntries(
    own.filter(({ kind }) => kind === "choice").map(({ code, choices }) => [ownName(code), choices]),
  );
}

interface Extended extends Declares {
  sections?: readonly { title: () => string; fields: readonly string[] }[];
}

/**
 * The resource with what a corp has added in the place of its one field for all of it. `record` is the row under edit, null
 * of a new one.
 */
export function withOwn<R extends Declares>(resource: R, own: readonly OwnFieldView[] = [], record: unknown = null): R {
  if (ownFieldIn(resource) === null) return resource;
  const { own: _, ...fields } = resource.fields;
  const had = ownOf(record);
  const { sections = [] } = resource as Extended;
  const added = own.map((one) => [ownName(one.code), fieldOfOwn(one, record === null, had[one.code])] as const);
  return {
    ...resource,
    fields: { ...fields, ...Object.fromEntries(added) },
    sections: [...sections, { title: m.own_section, fields: added.map(([name]) => name) }],
  };
}

/** The values under `own` of a record. */
export function ownOf(record: unknown): Readonly<Record<string, unknown>> {
  const own = (record as { own?: unknown } | null)?.own;
  return typeof own === "object" && own !== null ? (own as Record<string, unknown>) : {};
}

/** A record with its own values beside the others, under their names in forms. */
export function ownBeside<T extends object>(record: T): T {
  const values = Object.entries(ownOf(record));
  if (values.length === 0) return record;
  return { ...record, ...Object.fromEntries(values.map(([code, value]) => [ownName(code), value])) };
}

/** The other way round: own values of a payload under `own`. */
export function ownUnder<T extends Record<string, unknown>>(values: T): T {
  const own: Record<string, unknown> = { ...ownOf(values) };
  const others: Record<string, unknown> = {};
  let any = "own" in values;
  for (const [name, value] of Object.entries(values)) {
    const code = ownCode(name);
    if (code === null) others[name] = value;
    else {
      own[code] = value ?? null;
      any = true;
    }
  }
  return (any ? { ...others, own } : values) as T;
}
