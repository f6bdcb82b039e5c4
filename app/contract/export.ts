/** Exports of lists: what may be asked for, and which columns a file has. */
import { z } from "zod";
import type { Field } from "./field-kinds";
import { type Message, m } from "./messages";
import { type Access, type Business, method } from "./method";
import { id, wholeNumber } from "./validators";

export const exportFormats = ["xls", "xlsx", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Rows of one export at most; a narrower filter shows the others. */
export const exportBound = 1_000_000;
/** Rows that may be chosen one by one. */
export const chosenBound = 1_000;

export const exportPayload = z.object({
  format: z.enum(exportFormats),
  sort: z.string().max(40).optional(),
  order: z.enum(["asc", "desc"]).default("asc"),
  filters: z.record(z.string().max(40), z.string().max(400)).default({}),
  /** Only what was written since the caller's last export with these filters, where the list can tell it. */
  changed: z.boolean().optional(),
  /** These rows alone, of those that the filters find. */
  ids: z.array(id).min(1).max(chosenBound).optional(),
  /** This page alone, of so many rows. */
  page: z.object({ pageNo: wholeNumber(1, 1_000_000), pageSize: wholeNumber(1, 100_000) }).optional(),
});
export type ExportPayload = z.output<typeof exportPayload>;

export interface ExportColumn {
  /** Of the row. */
  name: string;
  label: Message;
  kind: "text" | "number" | "money" | "day" | "moment";
}

/** Starts an export of a list as a job, under the rights of the list: `<list>Export`. `title`: of what is no resource's list. */
export function exportMethod(business: Business, list: string, access: Access, title?: Message) {
  return method(business, `${list}Export`, {
    payload: exportPayload,
    answer: z.object({ jobId: id }),
    access,
    writes: true,
    whileReading: true,
    ...(title && { told: () => m.did_exported({ thing: title() }) }),
  });
}
export type ExportMethod = ReturnType<typeof exportMethod>;

/** The columns of a resource's list, as cells of a file. */
export function columnsOf(fields: Record<string, Field>): ExportColumn[] {
  return Object.entries(fields)
    .filter(([, { list }]) => list && list !== "answer")
    .map(([name, { label, kind }]) => ({ name, label, kind: kinds[kind] ?? "text" }));
}

const kinds: Partial<Record<string, ExportColumn["kind"]>> = {
  number: "number",
  money: "money",
  date: "day",
  moment: "moment",
};

/** Where a finished file is fetched from the dispatch API, with the query `jobId`. */
export const exportPath = "/api/manage/files/exported";
