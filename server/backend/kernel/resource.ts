/** The six methods of a resource, from its declaration and its table. Identifiers come from the declaration only. */
import { type Column, eq, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import { dictionariesOf } from "../platform/parameter";
import { many } from "./many";
import { masked } from "./mask";
import { Invalid, NotFound, Refusal } from "./refusal";
import { changesOf, lastEditor } from "./resource-changes";
import { listRows } from "./resource-list";
import { saveCells } from "./save-cells";
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
    {
      ...serve(methods.list, async (call, payload) => {
        const page = await listRows(call, resource, backend.table, payload);
        const { reply, capped, totals } = page;
        const records = await operations.hidden(call, reply.records);
        const options = await operations.options(call);
        return { ...reply, records, otherData: { options, capped, ...(totals && { totals }) } };
      }),
      list: { resource, table: backend.table },
    },
    serve(methods.get, async (call, { id }) => ({
      record: id === undefined ? null : ((await operations.hidden(call, [await operations.row(call, id)]))[0] ?? null),
      options: await operations.options(call),
    })),
    serve(methods.changes, async (call, asked) => {
      await operations.row(call, asked.id);
      return changesOf(call, resource, asked);
    }),
    serve(methods.save, (call, payload) => operations.save(call, payload as unknown as Values)),
    serve(methods.saveCells, (call, payload) => saveCells(call, resource, payload, operations)),
    serve(methods.remove, (call, { id }) => operations.remove(call, id)),
    serve(methods.suspend, (call, { id }) => operations.setState(call, id, "suspended")),
    serve(methods.resume, (call, { id }) => operations.setState(call, id, "active")),
    serve(methods.removeMany, (call, { ids }) => many(call, ids, (id) => operations.remove(call, id))),
    serve(methods.suspendMany, (call, { ids }) => many(call, ids, (id) => operations.setState(call, id, "suspended"))),
    serve(methods.resumeMany, (call, { ids }) => many(call, ids, (id) => operations.setState(call, id, "active"))),
  ];
}

class Operations {
  private readonly table: ResourceTable;
  private readonly fields: [string, Field][];

  constructor(
    private readonly resource: AnyResource,
    private readonly backend: ResourceBackend,
  ) {
    this.table = backend.table as ResourceTable;
    this.fields = Object.entries(resource.fields);
  }

  async row(call: Call, id: number, lock = false): Promise<Values> {
    const query = call.db.select().from(this.backend.table).where(eq(this.table.id, id));
    const [found] = await (lock ? query.for("update") : query);
    if (!found) throw new NotFound();
    return this.shown(found);
  }

  /** The resource's fields and the engine's own; nothing else of the row leaves. */
  private shown(row: InferSelectModel<PgTable>): Values {
    const source = row as Record<string, Values[string]>;
    const values: Values = { id: source.id ?? null, rowVersion: source.rowVersion ?? null };
    for (const [name] of this.fields) values[name] = source[name] ?? null;
    return values;
  }

  /** Rows as the caller may see them. */
  async hidden(call: Call, rows: Values[]): Promise<Values[]> {
    const secret = this.fields.filter(([, { mask }]) => mask);
    if (secret.length === 0 || (await call.may(sensitiveButton))) return rows;
    return rows.map((row) => {
      const shown = { ...row };
      for (const [name, { kind }] of secret) if (name in row) shown[name] = masked(kind, row[name]) as Values[string];
      return shown;
    });
  }

  /** Choices of dictionary and reference fields. */
  async options(call: Call): Promise<Record<string, Option[]>> {
    const names = new Map(
      this.fields.flatMap(([name, field]) => (field.kind === "dictionary" ? [[name, field.dictionary]] : [])),
    );
    const dictionaries = await dictionariesOf(call.db, [...new Set(names.values())], call.locale);
    const options: Record<string, Option[]> = {};
    for (const [name, dictionary] of names) options[name] = dictionaries[dictionary] ?? [];
    for (const [name, { table, name: label }] of Object.entries(this.backend.references ?? {})) {
      const rows = await call.db
        .select({ value: sql<string>`${(table as ResourceTable).id}::text`, label: label as PgColumn })
        .from(table)
        .orderBy((table as ResourceTable).id)
        .limit(maxOptions);
      options[name] = rows.map((row) => ({ value: row.value, label: String(row.label) }));
    }
    return options;
  }

  async save(call: Call, { id, rowVersion, ...given }: Values): Promise<{ id: number }> {
    const before = id === undefined || id === null ? null : await this.row(call, Number(id), true);
    if (before && rowVersion !== undefined && rowVersion !== null && rowVersion !== before.rowVersion) {
      throw new Refusal(m.ops_changed_by({ name: await lastEditor(call, this.resource, Number(id)) }));
    }
    const values = await this.given(call, given, before);
    await this.checkChoices(call, values);
    await this.checkUniqueCode(call, values, before);
    await this.backend.check?.(call, values, before);
    const saved = before ? await this.update(call, Number(id), values) : await this.insert(call, values);
    const savedId = Number(saved.id);
    call.audit({ ...this.trace(savedId, saved), before: before ?? undefined, after: saved });
    return { id: savedId };
  }

  /** What the form may set: nothing that is set once, nor what the caller sees masked only. */
  private async given(call: Call, given: Values, before: Values | null): Promise<Values> {
    const values: Values = {};
    for (const [name, field] of this.fields) {
      if (field.form === false) continue;
      if (before && (field.createOnly || (field.mask && !(await call.may(sensitiveButton))))) continue;
      if (name in given) values[name] = given[name] ?? null;
      else if (!before && field.required) throw new Invalid({ [name]: [m.v_required()] });
    }
    return values;
  }

  private async insert(call: Call, values: Values): Promise<Values> {
    const defaults: Values = {};
    for (const [name, field] of this.fields)
      if (field.form === false && field.default !== undefined) defaults[name] = field.default;
    const [row] = await call.db
      .insert(this.backend.table)
      .values({ ...defaults, ...values } as never)
      .returning();
    if (!row) throw new Error(`${this.resource.noun} was not inserted`);
    return this.shown(row);
  }

  private async update(call: Call, id: number, values: Values): Promise<Values> {
    const [row] = (await call.db
      .update(this.backend.table)
      .set({ ...values, rowVersion: sql`row_version + 1`, updatedAt: call.now } as never)
      .where(eq(this.table.id, id))
      .returning()) as InferSelectModel<PgTable>[];
    if (!row) throw new NotFound();
    return this.shown(row);
  }

  /** Dictionary values and referred rows must be there, in this corp. */
  private async checkChoices(call: Call, values: Values): Promise<void> {
    const dictionaries = this.fields.flatMap(([, field]) => (field.kind === "dictionary" ? [field.dictionary] : []));
    const items = await dictionariesOf(call.db, [...new Set(dictionaries)], call.locale);
    for (const [name, field] of this.fields) {
      const value = values[name];
      if (value === null || value === undefined) continue;
      if (field.kind === "dictionary" && !items[field.dictionary]?.some((item) => item.value === value)) {
        throw new Invalid({ [name]: [m.v_option()] });
      }
      const target = this.backend.references?.[name];
      if (field.kind !== "reference" || !target) continue;
      const column = (target.table as ResourceTable).id;
      const [found] = await call.db.select({ id: column }).from(target.table).where(eq(column, value));
      if (!found) throw new Invalid({ [name]: [m.v_option()] });
    }
  }

  private async checkUniqueCode(call: Call, values: Values, before: Values | null): Promise<void> {
    const column = this.table.code as Column | undefined;
    if (!column || typeof values.code !== "string" || values.code === before?.code) return;
    const [taken] = await call.db
      .select({ id: this.table.id })
      .from(this.backend.table)
      .where(eq(sql`lower(${column})`, values.code.toLowerCase()));
    if (taken && taken.id !== before?.id) throw new Invalid({ code: [m.ops_code_taken({ code: values.code })] });
  }

  async remove(call: Call, id: number): Promise<{ id: number }> {
    const row = await this.row(call, id, true);
    const dependents = (await this.backend.dependents?.(call, id)) ?? [];
    if (dependents.length > 0) {
      const list = new Intl.ListFormat(call.locale, { type: "conjunction" }).format(dependents);
      throw new Refusal(m.ops_still_used({ label: this.labelOf(row), dependents: list }));
    }
    await call.db.delete(this.backend.table).where(eq(this.table.id, id));
    call.audit({ ...this.trace(id, row), before: row });
    return { id };
  }

  async setState(call: Call, id: number, to: "active" | "suspended"): Promise<{ id: number }> {
    const { status } = this.resource;
    if (!status) throw new NotFound();
    const states = this.backend.states ?? { active: "T", suspended: "F" };
    const row = await this.row(call, id, true);
    if (row[status] === states[to]) {
      const label = this.labelOf(row);
      throw new Refusal(to === "active" ? m.ops_active_already({ label }) : m.ops_suspended_already({ label }));
    }
    const no = await this.backend.mayChangeState?.(call, row, states[to]);
    if (no) throw no;
    const after = await this.update(call, id, { [status]: states[to] });
    const state = (of: Values) => ({ [status]: of[status], rowVersion: of.rowVersion });
    call.audit({ ...this.trace(id, row), before: state(row), after: state(after) });
    return { id };
  }

  private trace(thingId: number, row: Values) {
    return { thing: this.resource.noun, thingId, label: this.labelOf(row) };
  }

  private labelOf(row: Values): string {
    return String(row[this.resource.nameField] ?? row.id);
  }
}

/** "3 ticket types" for a refusal, or nothing when there are none; `limit` keeps the count cheap. */
export async function countUsers(call: Call, from: SQL, words: (n: number) => string): Promise<string[]> {
  const { rows } = await call.db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${from} limit 1000) used`,
  );
  const n = rows[0]?.n ?? 0;
  return n === 0 ? [] : [words(n)];
}
