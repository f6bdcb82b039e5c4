/** What a field's value must be in a payload, by its kind, with the messages of specification 5. */
import { z } from "zod";
import type { Field, FileField, ImageField, NumberField } from "./field-types";
import { isFilePath, pathsOf } from "./files";
import { m } from "./messages";
import { missing } from "./required";
import { sensitivity } from "./sensitivity";
import {
  areaCode,
  atLeast,
  code,
  day,
  dayRange,
  email,
  fen,
  greaterThan,
  id,
  identityNumber,
  mobileNumber,
  momentText,
  notFuture,
  postalCode,
  telephone,
  textOf,
  timeText,
  visitorMobile,
  webAddress,
  wholeNumber,
  withoutIllegalCharacters,
} from "./validators";

/** The schema of a field's value in a payload; optional ones take null, undefined and "" for "none". */
export function fieldSchema(field: Field): z.ZodType {
  const schema = field.mask ? schemaOf(field).clone().register(sensitivity, { kind: "personal" }) : schemaOf(field);
  if (field.kind === "boolean") return z.preprocess(emptyToUndefined, z.boolean().default(field.default === true));
  if (field.kind === "group" || field.kind === "several") return z.preprocess((value) => value ?? [], schema);
  if (field.kind === "lines") return schema;
  if (field.required) {
    return z.preprocess(
      emptyToUndefined,
      z
        .any()
        .refine((value) => value !== undefined, { error: () => missing(field) })
        .pipe(schema),
    );
  }
  return z.preprocess((value) => emptyToUndefined(value) ?? null, schema.nullable());
}

function emptyToUndefined(value: unknown): unknown {
  return value === "" || value === null || (typeof value === "string" && value.trim() === "") ? undefined : value;
}

type Schemas = { [K in Field["kind"]]: (field: Extract<Field, { kind: K }>) => z.ZodType };

const schemas: Schemas = {
  text: (field) => {
    if (field.code) return code;
    const plain = textOf(field.max, { multiline: field.multiline === true });
    return field.refuseIllegal ? plain.pipe(withoutIllegalCharacters) : plain;
  },
  number: numberSchema,
  money: () => fen,
  date: (field) => (field.noFuture ? day.pipe(notFuture) : day),
  time: () => timeText,
  moment: () => momentText,
  range: () => dayRange,
  dictionary: () => textOf(40),
  several: (field) =>
    z
      .array(textOf(40), { error: () => m.v_invalid() })
      .min(field.required ? 1 : 0, { error: () => missing(field) })
      .max(50, { error: () => m.v_option() })
      .transform((values) => [...new Set(values)]),
  reference: () => id,
  tree: () => id,
  area: () => areaCode,
  boolean: () => z.boolean(),
  // Which codes there are, and what each takes, is the corp's to say: the backend knows.
  own: () =>
    z.record(z.string().max(40), z.union([z.string().max(4_000), z.number(), z.null()]), {
      error: () => m.v_invalid(),
    }),
  richText: ({ max }) => textOf(max, { multiline: true }),
  // Keys come in lines.
  secret: ({ max }) => textOf(max, { multiline: true }).register(sensitivity, { kind: "secret" }),
  image: filePaths,
  file: filePaths,
  identity: () => identityNumber,
  mobile: ({ abroad }) => (abroad ? visitorMobile : mobileNumber),
  telephone: () => telephone,
  email: () => email,
  postalCode: () => postalCode,
  url: () => webAddress,
  group: ({ fields, min, max }) => {
    const row = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));
    return z
      .array(z.object(row).strict(), { error: () => m.v_invalid() })
      .min(min, { error: () => m.forms_group_min({ n: min }) })
      .max(max, { error: () => m.forms_group_max({ n: max }) });
  },
  // How many there must be is a rule over them: a header may be saved without a word about its lines.
  lines: ({ fields, max }) => {
    const line = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));
    return z
      .array(z.object({ id: id.optional(), ...line }).strict(), { error: () => m.v_invalid() })
      .max(max, { error: () => m.forms_group_max({ n: max }) });
  },
};

function schemaOf(field: Field): z.ZodType {
  // A field's own kind leads to the function for its kind.
  const schema = schemas[field.kind] as (field: Field) => z.ZodType;
  return schema(field);
}

function numberSchema({ min, max, above, decimals, message }: NumberField): z.ZodType {
  const rule = { ...(decimals ? { decimals: true } : { integer: true }), ...(message && { message: () => message() }) };
  const atMost = z.number().max(max, { error: () => (message ?? (() => m.v_at_most({ n: max })))() });
  if (above !== undefined) return greaterThan(above, rule).pipe(atMost);
  if (decimals || message) return atLeast(min, rule).pipe(atMost);
  return wholeNumber(min, max);
}

/** Paths in one text, each once. Whether they are the corp's own files, the backend knows. */
function filePaths(field: ImageField | FileField): z.ZodType {
  const { most } = field;
  return z
    .string({ error: () => m.v_invalid() })
    .transform((text) => [...new Set(pathsOf(text))])
    .superRefine((paths, context) => {
      const say = (message: string) => context.addIssue({ code: "custom", message });
      if (paths.length === 0) say(missing(field));
      else if (!paths.every(isFilePath)) say(m.files_missing());
      else if (paths.length > most) say(m.files_count({ limit: most, chosen: paths.length, total: paths.length }));
    })
    .transform((paths) => paths.join(","));
}
