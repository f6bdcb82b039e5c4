/** The six methods of a resource, from its declaration and its table. Identifiers come from the declaration only. */
import { type Column, eq, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import { dictionariesOf } from "../platform/parameter";
import { masked } from "./mask";
import { Invalid, NotFound, Refusal } from "./refusal";
import { changesOf, lastEditor } from "./resource-changes";
import { listRows } from "./resource-list";
import { type Call, type Served, serve } from "./served";

export type ResourceTable = PgTable & { id: PgColumn; rowVersion: PgColumn; updatedAt: PgColumn } & Record<
    string,
    unknown
  >;
export type Values = Record<string, string | number | boolean | null>;

export interface ResourceBackend {
  table: PgTable;
  /** Table and name column of what a reference field points to, by field. */
  references?: Record<string, { table: PgTable; name: PgColumn; status?: PgColumn }>;
  /** Rules beyond the fields; throws Invalid or Refusal. `before` is null for a new row. */
  check?: (call: Call, values: Values, before: Values | null) => Promise<void> | void;
  /** What uses a row, in words for a refusal ("3 ticket types"); empty: it may go. */
  dependents?: (call: Call, id: number) => Promise<string[]>;
  /** States that suspend and resume go between. Default: resume T, suspend F. */
  states?: { active: string; suspended: string };
  /** Why a row cannot go to another state; null when it can. */
  mayChangeState?: (call: Call, row: Values, to: string) => Promise<Refusal | null> | Refusal | null;
}

/** Choices of a reference stop here; beyond, a search is called for. */
const maxOptions = 500;

export function serveResource(definition: object, backend: ResourceBackend): Served[] {
  const resource = definition as AnyResource;
  const operations = new Operations(resource, backend);
  const { methods } = resource;
  return [
    serve(methods.list, async (call, payload) => {
      const page = await listRows(call, resource, backend.table, payload);
      const { reply, capped, totals } = page;
      const records = await operations.hidden(call, reply.records);
      const options = await operations.options(call);
      return { ...reply, records, otherData: { options, capped, ...(totals && { totals }) } };
