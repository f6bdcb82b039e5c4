/** Imports of resources: a file is checked row by row, shown with what is wrong, and written once somebody says so. */
import { z } from "zod";
import type { Field } from "./field-kinds";
import { filePath } from "./file-answers";
import { uniquesOf } from "./form-rules";
import type { FunctionCode } from "./menu-entry";
import { type Business, method } from "./method";
import { ownFieldViews } from "./own-fields";
import { id, idempotencyKey, wholeNumber } from "./validators";

/** Rows and columns of one file at most, and letters of one cell. */
export const importBounds = { rows: 5_000, columns: 200, cell: 20_000 } as const;
/** Days that one's imports are kept, and may be undone. */
export const importDays = 30;

/** Every row or none; or the right ones alone. */
export const importModes = ["all", "good"] as const;
export type ImportMode = (typeof importModes)[number];

/** A line whose key a row has already: wrong, or what that row is to become. */
export const importExisting = ["refuse", "change"] as const;
export type ImportExisting = (typeof importExisting)[number];

/**
 * `stopped`: the file was not checked to the end (cancelled, or the job failed). `refused`: the file as a whole is none
 * that could be imported. From `checked` it may be written, also once more where that was stopped.
 */
export const importStates = [
  "checking",
  "stopped",
  "refused",
  "checked",
  "writing",
  "done",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof importStates)[number];

/** `same`: the row is there as the line has it. `kept`: written by the import, and not taken back with it. */
export const importRowStates = ["good", "bad", "same", "done", "undone", "kept"] as const;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const importView = z.object({
  id,
  fileName: z.string(),
  state: z.enum(importStates),
  mode: z.enum(importModes).nullable(),
  existing: z.enum(importExisting),
  /** What is wrong with the file as a whole, or with the job. */
  problem: z.string(),
  /** Of all rows; `bad` and `good` have not been imported. `changing` of the good ones change a row that is there. */
  rows: z.number(),
  good: z.number(),
  changing: z.number(),
  same: z.number(),
  bad: z.number(),
  imported: z.number(),
  /** Of those imported. */
  changed: z.number(),
  undone: z.number(),
  kept: z.number(),
  /** The job under way, and how far it is; `jobId` 0 for none. */
  jobId: z.number(),
  done: z.number(),
  total: z.number().nullable(),
  cancelAsked: z.boolean(),
  mayUndo: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** As in the file; those without a field are not imported. */
  columns: z.array(z.object({ label: z.string(), known: z.boolean() })),
  /** Headings of columns that rows which are there keep their own values of. */
  onlyNew: z.array(z.string()),
  /** What the corp has added to the fields; left out where that is nothing. */
  own: ownFieldViews.optional(),
  /** Labels of what changed rows had and get, by field. */
  options: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
  page: z.object({
    pageNo: z.number(),
    totalPage: z.number(),
    count: z.number(),
    records: z.array(
      z.object({
        /** Of the file, the heading being above it. */
        line: z.number(),
        state: z.enum(importRowStates),
        cells: z.array(z.string()),
        /** A row that is there: what changes of it, masked as ever; `column` -1 for what the file has no column of. */
        found: z.boolean(),
        /** What the row brings about beyond its own values, where the resource says that; "" nothing. */
        effect: z.string().default(""),
        changes: z.array(z.object({ column: z.number(), field: z.string(), before: value, after: value })),
        /** By place of the column; -1: of the row as a whole. */
        errors: z.array(z.object({ column: z.number(), message: z.string() })),
      }),
    ),
  }),
});
export type ImportView = z.output<typeof importView>;

/** `<noun>ImportStart`, `Get`, `Run` and `Undo`, all under the button `<noun>:import`. Imports are their owner's alone. */
export function importMethods(business: Business, noun: string, fun: FunctionCode, freshProof = false) {
  const access = { fun, button: `${noun}:import` as const };
  const done = z.object({ id });
  return {
    /**
     * Of a file uploaded by the caller. The same key answers the same import. To change rows takes the buttons that add
     * and edit them as well.
     */
    start: method(business, `${noun}ImportStart`, {
      payload: z.object({
        path: filePath,
        key: idempotencyKey,
        existing: z.enum(importExisting).default("refuse"),
      }),
      answer: done,
      access,
      writes: true,
    }),
    /** Without an id the caller's latest of this noun; null where there is none. */
    get: method(business, `${noun}ImportGet`, {
      payload: z.object({
        id: id.optional(),
        show: z.enum(["all", "bad"]).default("all"),
        pageNo: wholeNumber(1, 10_000).default(1),
      }),
      answer: importView.nullable(),
      access,
    }),
    /** Pressed twice it is done once: what is under way or done is answered as it is. */
    run: method(business, `${noun}ImportRun`, {
      payload: z.object({ id, mode: z.enum(importModes) }),
      answer: done,
      access,
      writes: true,
      freshProof,
    }),
    /** Takes back what the caller's latest import made, where nothing refers to it and nobody changed it. */
    undo: method(business, `${noun}ImportUndo`, {
      payload: z.object({ id }),
      answer: done,
      access,
      writes: true,
      freshProof,
    }),
  };
}
export type ImportMethods = ReturnType<typeof importMethods>;

/** Kinds of field that stand in one cell. */
const inOneCell: readonly Field["kind"][] = [
  "text",
  "number",
  "money",
  "date",
  "time",
  "moment",
  "range",
  "dictionary",
  "several",
  "reference",
  "tree",
  "area",
  "boolean",
  "identity",
  "mobile",
  "telephone",
  "email",
  "postalCode",
  "url",
  "richText",
];

/** The columns of a file: fields of the form, in its order, but those that no cell holds. */
export function importFields(fields: Readonly<Record<string, Field>>): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => field.form !== false && standsInCell(field));
}

function standsInCell(field: Field): boolean {
  return field.kind === "lines" ? field.notation !== undefined : inOneCell.includes(field.kind);
}

/** The fields that a line's row is known by; null where none together are unique and always there, or no file changes rows. */
export function importKey(
  resource: Parameters<typeof uniquesOf>[0] & { importable?: boolean | "new" },
): readonly string[] | null {
  if (resource.importable === "new") return null;
  const given = new Map(importFields(resource.fields));
  const tells = (name: string) => {
    const field = given.get(name);
    return field !== undefined && field.required === true && !field.mask;
  };
  const keys = uniquesOf(resource).filter((names) => names.every(tells));
  return keys.find((names) => names.length > 1 || given.get(names[0] ?? "")?.kind === "text") ?? null;
}

/** GETs of the dispatch API: `business`, `noun` and `format`; `id` of an import. */
export const importPaths = {
  template: "/api/manage/files/importTemplate",
  errors: "/api/manage/files/importErrors",
} as const;
