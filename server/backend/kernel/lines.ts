/** The lines of documents: read with their header, compared by key, written in its transaction. */
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { FieldErrors } from "~/contract/errors";
import type { LinesField } from "~/contract/field-kinds";
import { inOrder, keyOf } from "~/contract/line-rules";
import { m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import type { Call } from "./call";
import { headerColumn, type LinesTable, lineColumn } from "./lines-table";
import { Invalid } from "./refusal";
import { isRows, type Values } from "./resource-backend";
import { rowsOf } from "./rows";

type Line = Record<string, string | number | boolean | null>;

/** Lines by the field of the header. */
interface Kept {
  name: string;
  field: LinesField;
  table: LinesTable;
}

export class Lines {
  private readonly all: Kept[];

  /** Every field of lines needs its table, and every table its field. */
  constructor(
    { noun, fields }: Pick<AnyResource, "noun" | "fields">,
    private readonly header: PgTable,
    tables: Readonly<Record<string, LinesTable>> = {},
  ) {
    this.all = Object.entries(fields).flatMap(([name, field]): Kept[] => {
      const table = tables[name];
      if (field.kind !== "lines") return [];
      if (!table) throw new Error(`${noun}: its lines ${name} have no table`);
      return [{ name, field, table }];
    });
    const stray = Object.keys(tables).find((name) => !this.all.some((one) => one.name === name));
    if (stray) throw new Error(`${noun}: there are no lines ${stray}`);
  }

  get none(): boolean {
    return this.all.length === 0;
  }

  /** To be selected beside the columns of the header: its lines, in their order, in the same statement. */
  columns(): Record<string, SQL> {
    return Object.fromEntries(this.all.map((kept) => [kept.name, this.linesOf(kept)]));
  }

  /** Puts the lines of all these rows into them: one statement, whatever lines there are. */
  async fill(call: Call, rows: readonly Values[]): Promise<void> {
    if (this.none || rows.length === 0) return;
    const ids = `{${rows.map(({ id }) => Number(id)).join(",")}}`;
    const columns = this.all.map((kept) => sql`${this.linesOf(kept)} as ${sql.identifier(kept.name)}`);
    const found = await rowsOf<{ id: number } & Record<string, Line[]>>(
      call.db,
      sql`select ${this.header}.id, ${sql.join(columns, sql`, `)} from ${this.header} where id = any (${ids}::bigint[])`,
    );
    const byId = new Map(found.map((one) => [Number(one.id), one]));
    for (const row of rows) for (const { name } of this.all) row[name] = byId.get(Number(row.id))?.[name] ?? [];
  }

  private linesOf({ field, table }: Kept): SQL {
    const { header } = this;
    const pairs = ["id", ...Object.keys(field.fields)].map(
      (name) => sql`${sql.raw(`'${name}'`)}, line.${sql.identifier(lineColumn(name))}`,
    );
    return sql`(
      select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by line.position), '[]')
      from ${table} line
      where line.corp_code = ${header}.corp_code and line.${sql.identifier(headerColumn(header))} = ${header}.id
    )`;
  }

  /**
   * Lines as they will be kept, in the order in which they were given. One without an id that has the key of one that is
   * there, and is not given besides, is that one; of a new row all are new, those of the row that it copies too. Throws
   * {@link Invalid} where an id is not one of the row's.
   */
  settle(values: Values, before: Values | null): void {
    const errors: FieldErrors = {};
    for (const { name, field } of this.all) {
      const lines = values[name];
      if (!isRows(lines)) continue;
      const given = before ? lines : lines.map(({ id: _, ...line }) => line);
      const had = linesIn(before, name);
      const known = new Set(had.map(({ id }) => id));
      const named = new Set<unknown>();
      given.forEach(({ id = null }, place) => {
        if (id === null) return;
        if (!known.has(id) || named.has(id)) errors[`${name}.${place}`] = [m.lines_unknown()];
        named.add(id);
      });
      const free = new Map(had.filter(({ id }) => !named.has(id)).map((line) => [keyOf(field.key, line), line.id]));
      values[name] = given.map((line) => {
        const key = keyOf(field.key, line);
        const id = line.id ?? free.get(key) ?? null;
        if (line.id === undefined || line.id === null) free.delete(key);
        const rest = Object.keys(field.fields).map((inner) => [inner, line[inner] ?? null] as const);
        return { ...(id !== null && { id }), ...Object.fromEntries(rest) };
      });
    }
    if (Object.keys(errors).length > 0) throw new Invalid(errors);
  }

  /** Once everything else is right: what was said of a line stands where it was given. */
  sort(values: Values): void {
    for (const { name, field } of this.all) {
      const given = values[name];
      if (isRows(given)) values[name] = inOrder(field, given);
    }
  }

  /** Lines of new rows, by place: one statement for each field, however many rows. */
  async insert(call: Call, rows: readonly Values[], given: readonly Values[]): Promise<void> {
    let wrote = false;
    for (const kept of this.all) {
      const fresh = rows.flatMap(({ id }, place) => this.records(kept, Number(id), linesIn(given[place], kept.name)));
      if (fresh.length > 0) await this.add(call, kept, fresh);
      wrote ||= fresh.length > 0;
    }
    if (wrote) await this.fill(call, rows);
  }

  /** Writes what is another than it was, and puts into `after` what is there then. */
  async update(call: Call, after: Values, given: Values, before: Values): Promise<void> {
    let wrote = false;
    for (const kept of this.all) {
      const { name } = kept;
      const had = linesIn(before, name);
      after[name] = had;
      if (!(name in given)) continue;
      wrote = (await this.write(call, kept, Number(after.id), had, linesIn(given, name))) || wrote;
    }
    if (wrote) await this.fill(call, [after]);
  }

  private async write(call: Call, kept: Kept, id: number, had: Line[], lines: Line[]): Promise<boolean> {
    const { table } = kept;
    const now = this.records(kept, id, lines);
    const were = new Map(this.records(kept, id, had).map((record) => [record.id, JSON.stringify(record)]));
    const fresh = now.filter((record) => record.id === undefined);
    const changed = now.filter((record) => record.id !== undefined && were.get(record.id) !== JSON.stringify(record));
    const staying = new Set(now.map((record) => record.id));
    const gone = had.flatMap((line) => (staying.has(line.id) ? [] : [Number(line.id)]));
    if (gone.length > 0)
      await call.db.execute(sql`
        delete from ${table}
        where corp_code = current_setting('app.corp_code') and id = any (${`{${gone.join(",")}}`}::bigint[])
      `);
    if (changed.length > 0) await this.change(call, kept, changed);
    if (fresh.length > 0) await this.add(call, kept, fresh);
    return gone.length + changed.length + fresh.length > 0;
  }

  private async change(call: Call, { table, field }: Kept, records: Record<string, unknown>[]): Promise<void> {
    const set = ["position", ...Object.keys(field.fields).map(lineColumn)].map(
      (column) => sql`${sql.identifier(column)} = given.${sql.identifier(column)}`,
    );
    await call.db.execute(sql`
      update ${table} line
      set ${sql.join(set, sql`, `)}
      from ${recordset(table, records)} given
      where line.corp_code = current_setting('app.corp_code') and line.id = given.id
    `);
  }

  private async add(call: Call, { table, field }: Kept, records: Record<string, unknown>[]): Promise<void> {
    const columns = [headerColumn(this.header), "position", ...Object.keys(field.fields).map(lineColumn)];
    const listed = sql.join(columns.map(sql.identifier), sql`, `);
    await call.db.execute(sql`insert into ${table} (${listed}) select ${listed} from ${recordset(table, records)}`);
  }

  /** By column. */
  private records({ field }: Kept, id: number, lines: readonly Line[]): Record<string, unknown>[] {
    return lines.map((line, position) => ({
      ...(line.id !== undefined && { id: line.id }),
      [headerColumn(this.header)]: id,
      position,
      ...Object.fromEntries(Object.keys(field.fields).map((name) => [lineColumn(name), line[name] ?? null])),
    }));
  }
}

/** Anything but lines is never taken for none. */
function linesIn(values: Values | null | undefined, name: string): Line[] {
  const lines = values?.[name] ?? [];
  if (!isRows(lines)) throw new Error(`${name} is no list of lines`);
  return lines;
}

function recordset(table: LinesTable, records: object[]): SQL {
  return sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb)`;
}
