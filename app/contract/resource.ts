/** A resource: a noun with the usual operations. One definition serves grid, filter, form, validators and methods. */
import { z } from "zod";
import { exportMethod } from "./export";
import { type Field, fieldSchema, type RowOf } from "./field-kinds";
import type { Rule } from "./form-rules";
import { importMethods } from "./import";
import type { FunctionCode, ResourceButton } from "./menu-entry";
import type { Message } from "./messages";
import { type Business, type Method, method } from "./method";
import { changesAnswer, changesPayload } from "./resource-changes";
import { id, textOf, wholeNumber } from "./validators";

export const pageSizes = [10, 30, 50, 100] as const;

/** "All rows" (rowNum -1 of specification 9): one page of at most {@link allRowsBound}. */
export const allRows = -1;
export const allRowsBound = 1_000;

/** "Table page reply" of specification 3. `count` is exact up to {@link countBound}. */
export const pageReply = <R extends z.ZodType, O extends z.ZodType>(record: R, otherData: O) =>
  z.object({
    records: z.array(record),
    pageNo: z.number(),
    pageSize: z.number(),
    totalPage: z.number(),
    count: z.number(),
    otherData,
  });

/** Counts are exact up to here; a list that finds more says "more than". */
export const countBound = 10_000;

/** `parent` is the value above it, of options that form a tree. */
export const option = z.object({
  value: z.string(),
  label: z.string(),
  parent: z.string().optional(),
  /** Of a dictionary: shown where it stands, not offered any more. */
  off: z.literal(true).optional(),
  /** Of a dictionary: how its badge is coloured. */
  tone: z.string().max(20).optional(),
  /** Of a dictionary: chosen in a new form. */
  preset: z.literal(true).optional(),
});
export type Option = z.output<typeof option>;
/** Choices by field name: dictionary items and referred rows (value is the id as text). */
export const optionsByField = z.record(z.string(), z.array(option));

export const listOtherData = z.object({
  options: optionsByField,
  /** The count stopped at the bound. */
  capped: z.boolean(),
  /** Sums by field over all that was found; left out where the count stopped at its bound. */
  totals: z.record(z.string(), z.number()).optional(),
});

/** What every list method takes. `filters` are texts by field name; a range is `from~to`, any of several is `a,b`. */
export const listPayload = z.object({
  pageNo: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 100).default(10),
  sort: z.string().max(40).optional(),
  order: z.enum(["asc", "desc"]).default("asc"),
  filters: z.record(z.string().max(40), z.string().max(400)).default({}),
});
export type ListPayload = z.output<typeof listPayload>;

/** What a resource's list takes: the same, or all rows. */
export const resourceListPayload = listPayload.extend({
  pageSize: z.union([z.literal(allRows), wholeNumber(1, 100)]).default(10),
});

/** One command over several rows, each by its own rules: what cannot be done is named and holds up nothing else. */
export const manyPayload = z.object({ ids: z.array(id).min(1).max(allRowsBound) });
export const manyAnswer = z.object({
  done: z.number(),
  refused: z.array(z.object({ id: z.number(), message: z.string() })),
});

/** Cells changed in a list: all are saved or none. Errors are by `rows.<id>.<field>`. */
export const cellsPayload = z.object({
  rows: z
    .array(
      z.object({
        id,
        rowVersion: wholeNumber(0),
        values: z.record(z.string().max(40), z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()])),
      }),
    )
    .min(1)
    .max(100),
});

interface ResourceDefinition<F extends Record<string, Field>> {
  title: Message;
  /** Path of the list page; the form and detail hang under it unless `editPath` is set. */
  path: string;
  editPath?: string;
  /** Function code of the menu. */
  fun: FunctionCode;
  /** What its buttons are called where "create", "edit", "delete", "suspend", "import" do not say it. */
  buttonLabels?: Partial<Record<ResourceButton, Message>>;
  fields: F;
  /** The form's parts, in order; fields of none stand before them. */
  sections?: readonly { title: Message; fields: readonly (keyof F & string)[] }[];
  /** Rules across fields, checked once each field is right by itself. */
  rules?: readonly Rule<keyof F & string>[];
  /** The field that names a row in references, headings and refusals. */
  nameField: keyof F & string;
  defaultSort: { field: (keyof F & string) | "id"; order: "asc" | "desc" };
  /** Rows are made by the program alone (logs, ledgers): nothing but reading is offered. */
  readOnly?: boolean;
  /** Rows come with the product: they are changed, and none is made or deleted. */
  fixedRows?: boolean;
  /** The dictionary field that suspend and resume switch between T and F. */
  status?: keyof F & string;
  /** The values it switches between. Default: T and F. */
  states?: { active: string; suspended: string };
  /** The boolean field of rows that came with the product: they are not deleted, and no page offers it. */
  builtIn?: keyof F & string;
  /** Rows may come from a file. */
  importable?: boolean;
}

/** A group is kept as one value: nothing seals a part of it. */
function refuseSecretsInGroups(noun: string, fields: Record<string, Field>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== "group") continue;
    const secret = Object.keys(field.fields).find((part) => field.fields[part]?.kind === "secret");
    if (secret) throw new Error(`${noun}: the secret ${secret} would be kept readable in the group ${name}`);
  }
}

/** Fields that a form need not post: the backend then keeps what there is, and still asks for them in a new row. */
function mayBeLeftOut({ kind, createOnly, mask, when }: Field): boolean {
  return createOnly === true || mask === true || when !== undefined || kind === "secret";
}

/**
 * Declares a resource and its methods: `<noun>List`, `Get`, `Options`, `Changes`, `Save`, `Remove`, `Suspend`, `Resume`,
 * and `…Many` of three.
 */
export function resource<const F extends Record<string, Field>>(
  business: Business,
  noun: string,
  definition: ResourceDefinition<F>,
) {
  refuseSecretsInGroups(noun, definition.fields);
  const shape = Object.fromEntries(
    Object.entries(definition.fields)
      .filter(([, field]) => field.form !== false)
      .map(([name, field]) => [name, mayBeLeftOut(field) ? fieldSchema(field).optional() : fieldSchema(field)]),
  );
  const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
  /** Groups are lists of rows. */
  const row = z.record(z.string(), z.union([value, z.array(z.record(z.string(), value))]));
  const { fun } = definition;
  const byId = z.object({ id });
  const done = z.object({ id });
  return {
    business,
    noun,
    ...definition,
    /** Button codes of the resource's commands. */
    buttons: { add: `${noun}:add`, edit: `${noun}:edit`, remove: `${noun}:remove`, suspend: `${noun}:suspend` },
    /** From a file (button `<noun>:import`); null where rows are typed only. */
    imports: definition.importable ? importMethods(business, noun, fun) : null,
    methods: {
      list: method(business, `${noun}List`, {
        payload: resourceListPayload,
        answer: pageReply(row, listOtherData),
        access: { fun },
      }),
      /** The list as a file, in the background. */
      export: exportMethod(business, `${noun}List`, { fun }),
      /** One row (null when `id` is left out, for a new one) with the choices of its form. */
      get: method(business, `${noun}Get`, {
        payload: z.object({ id: id.optional() }),
        answer: z.object({ record: row.nullable(), options: optionsByField }),
        access: { fun },
      }),
      /** Choices of one field by a part of their name (or code), by pages: of references that are searched for. */
      options: method(business, `${noun}Options`, {
        payload: z.object({
          field: z.string().max(80),
          q: textOf(60).default(""),
          /** The one with this value, whatever its name. */
          value: id.optional(),
          pageNo: wholeNumber(1, 10_000).default(1),
        }),
        answer: z.object({ options: z.array(option), more: z.boolean() }),
        access: { fun },
      }),
      /** What happened to one row, newest first. */
      changes: method(business, `${noun}Changes`, {
        payload: changesPayload,
        answer: changesAnswer,
        access: { fun },
      }),
      /** Creates without `id`, else changes; `rowVersion` refuses what another changed in between. */
      save: method(business, `${noun}Save`, {
        payload: z.object({ id: id.optional(), rowVersion: wholeNumber(0).optional(), ...shape }),
        answer: done,
        access: { fun, button: `${noun}:edit`, ...(!definition.fixedRows && { newButton: `${noun}:add` }) },
        writes: true,
      }),
      saveCells: method(business, `${noun}SaveCells`, {
        payload: cellsPayload,
        answer: z.object({ done: z.number() }),
        access: { fun, button: `${noun}:edit` },
        writes: true,
      }),
      remove: method(business, `${noun}Remove`, {
        payload: byId,
        answer: done,
        access: { fun, button: `${noun}:remove` },
        writes: true,
      }),
      suspend: method(business, `${noun}Suspend`, {
        payload: byId,
        answer: done,
        access: { fun, button: `${noun}:suspend` },
        writes: true,
      }),
      resume: method(business, `${noun}Resume`, {
        payload: byId,
        answer: done,
        access: { fun, button: `${noun}:suspend` },
        writes: true,
      }),
      removeMany: method(business, `${noun}RemoveMany`, {
        payload: manyPayload,
        answer: manyAnswer,
        access: { fun, button: `${noun}:remove` },
        writes: true,
      }),
      suspendMany: method(business, `${noun}SuspendMany`, {
        payload: manyPayload,
        answer: manyAnswer,
        access: { fun, button: `${noun}:suspend` },
        writes: true,
      }),
      resumeMany: method(business, `${noun}ResumeMany`, {
        payload: manyPayload,
        answer: manyAnswer,
        access: { fun, button: `${noun}:suspend` },
        writes: true,
      }),
    },
  };
}

/** The methods that there are: of a read-only resource none that writes, of fixed rows none that deletes. */
export function methodsOf({ methods, imports, readOnly, fixedRows, status }: AnyResource): Method[] {
  const { remove, removeMany, suspend, suspendMany, resume, resumeMany } = methods;
  const missing: Method[] = fixedRows ? [remove, removeMany] : [];
  if (fixedRows && !status) missing.push(suspend, suspendMany, resume, resumeMany);
  // Both have a `get`: one list after the other, not one object over the other.
  return ([...Object.values(methods), ...Object.values(imports ?? {})] as Method[]).filter(
    (one) => (!readOnly || !one.writes || one === methods.export) && !missing.includes(one),
  );
}

/** Any resource, for the engine. */
export type AnyResource = ReturnType<typeof resource<Record<string, Field>>>;
/** A row of a resource as the backend keeps it: its fields, and the engine's own. */
export type ResourceRow<R extends { fields: Record<string, Field> }> = RowOf<R["fields"]> & {
  id: number;
  rowVersion: number;
};
