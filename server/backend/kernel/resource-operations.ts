/** What is done with the rows of one resource: by its methods, and by imports. */
import { eq, getTableColumns, type InferSelectModel, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { whyNotState } from "~/contract/command-state";
import type { FieldErrors } from "~/contract/errors";
import { type Field, hasRows, secretAnother, secretThere } from "~/contract/field-kinds";
import { brokenRules, isRequired, isShown } from "~/contract/form-rules";
import { brokenLines } from "~/contract/line-rules";
import { m } from "~/contract/messages";
import { ownOf, ownUnder } from "~/contract/own-fields";
import { missing } from "~/contract/required";
import type { AnyResource, Option } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import { checkFiles, holdFiles, releaseFiles } from "../files/use";
import { dropNotes } from "../notes/notes";
import { nothingChanged } from "./audit";
import type { ChangedRow, RowChange } from "./bulk-changes";
import * as bulk from "./bulk-changes";
import type { Call } from "./call";
import { usersOf } from "./depends-on";
import { Lines } from "./lines";
import { type ListRow, type ListSource, listSource } from "./list-source";
import { checkedOwn, heldOwn, isEmptyOwn } from "./own-fields";
import { Invalid, NotFound, Refusal } from "./refusal";
import type { ResourceBackend, ResourceTable, Values } from "./resource-backend";
import { lastEditor } from "./resource-changes";
import type { Choices } from "./resource-choices";
import { filterRichTexts, heldFields } from "./resource-files";
import { rowInList } from "./resource-list";
import { resealRow, sealSecret } from "./secret-columns";
import { checkUnique, keyText, rowsByKey, written } from "./unique-rows";

export class Operations {
  private readonly table: ResourceTable;
  /** Where rows are read as the list reads them: of a query that nothing is saved in. */
  private readonly source: ListSource | null;
  private readonly fields: [string, Field][];
  private readonly lines: Lines;

  constructor(
    private readonly resource: AnyResource,
    private readonly backend: ResourceBackend,
    private readonly choices: Choices,
  ) {
    this.table = backend.table as ResourceTable;
    this.fields = Object.entries(resource.fields);
    this.source = backend.query && resource.readOnly && !resource.pages ? listSource(resource, backend) : null;
    this.lines = new Lines(resource, backend.table, backend.lines);
  }

  /** What the fields may be chosen from; see {@link Choices.options}. */
  options(call: Call, rows: readonly Values[]): Promise<Record<string, Option[]>> {
    return this.choices.options(call, rows);
  }

  async row(call: Call, id: number, lock = false): Promise<Values> {
    const found = await this.find(call, id, lock);
    if (!found) throw new NotFound();
    return found;
  }

  async find(call: Call, id: number, lock = false): Promise<Values | null> {
    const { table, keeps } = this.backend;
    if (lock) await keeps?.lock(call, id);
    if (this.source) return this.findInList(call, this.source, id, lock);
    const columns = { ...getTableColumns(table), ...(!lock && this.lines.columns()) };
    const query = call.db.select(columns).from(table).where(eq(this.table.id, id));
    const [found] = await (lock && !keeps ? query.for("update") : query);
    if (!found) return null;
    const row = this.shown(call, found);
    // A statement that waited for the row sees the row as it is then, and its lines as they were before.
    if (lock) await this.lines.fill(call, [row]);
    return this.inWords(call, row);
  }

  /**
   * As the list reads it. Its statement joins and reckons, so what a command locks, and tells the version of, is the row
   * of the table that the query finds its rows in.
   */
  private async findInList(call: Call, source: ListSource, id: number, lock: boolean): Promise<Values | null> {
    const { table, keeps } = this.backend;
    let rowVersion: number | null = null;
    if (!keeps && Object.keys(this.resource.commands).length > 0) {
      const query = call.db.select({ rowVersion: this.table.rowVersion }).from(table).where(eq(this.table.id, id));
      const [stands] = await (lock ? query.for("update") : query);
      if (!stands) return null;
      rowVersion = Number(stands.rowVersion);
    }
    const own = await rowInList(call, source, id);
    return own && { ...own, rowVersion };
  }

  /** With what no column says, as the list has it. */
  private async inWords(call: Call, row: Values): Promise<Values> {
    const { shown } = this.backend;
    if (!shown) return row;
    const [said] = await shown(call, [row as ListRow]);
    return said ?? row;
  }

  /** The resource's fields and the engine's own; nothing else of the row leaves. */
  private shown({ locale }: Call, row: object): Values {
    const source = row as Record<string, Values[string]>;
    const values: Values = { id: source.id ?? null, rowVersion: source.rowVersion ?? null };
    for (const [name, { kind, localised }] of this.fields) {
      if (kind === "own") {
        // Most rows have none, and say nothing of it.
        if (Object.keys(ownOf(row)).length > 0) values[name] = ownOf(row) as Values[string];
        continue;
      }
      const value = source[localised && locale === "en" ? `${name}En` : name] ?? (kind === "lines" ? [] : null);
      values[name] = kind === "secret" && value !== null ? secretThere : value;
    }
    return values;
  }

  async save(call: Call, { id, rowVersion, ...given }: Values): Promise<{ id: number }> {
    const before = id === undefined || id === null ? null : await this.row(call, Number(id), true);
    if (!before && this.resource.fixedRows) throw new Invalid({ id: [m.v_required()] });
    if (before && rowVersion !== undefined && rowVersion !== null) await this.refuseOther(call, before, rowVersion);
    const values = await this.checked(call, given, before);
    if (before) {
      // Nothing is another than it was: no version, no entry in the log.
      if (this.changesNothing(values, before)) {
        call.audit(nothingChanged);
        return { id: Number(id) };
      }
      await this.change(call, values, before);
      return { id: Number(id) };
    }
    const saved = await this.insert(call, values);
    const savedId = Number(saved.id);
    call.audit({ ...this.trace(savedId, saved), after: saved });
    return { id: savedId };
  }

  /** What hangs on a row beside its fields (who changed it) is no change of its own. */
  private changesNothing(values: Values, before: Values): boolean {
    const own = Object.entries(values).filter(([name]) => this.resource.fields[name]?.form !== false);
    const kept = own.filter(([name, value]) => name in this.resource.fields && !(name === "own" && isEmptyOwn(value)));
    return bulk.changesNothing(Object.fromEntries(kept), before);
  }

  async refuseOther(call: Call, row: Values, rowVersion: Values[string], say = m.ops_changed_by): Promise<void> {
    if (row.rowVersion === rowVersion) return;
    throw new Refusal(say({ name: await lastEditor(call, this.resource, Number(row.id)) }));
  }

  private async change(call: Call, values: Values, before: Values): Promise<ChangedRow> {
    const id = Number(before.id);
    const after = await this.update(call, id, values, before);
    await this.noteChange(call, values, { before, after });
    return { before, after };
  }

  /** Writes fields of a row outside a form, as commands do; what else a saved row brings about is done as well. */
  async write(call: Call, id: number, values: Values, before: Values): Promise<Values> {
    const after = await this.update(call, id, values, before);
    await this.bringAbout(call, values, { before, after });
    return after;
  }

  private async bringAbout(call: Call, values: Values, { before, after }: ChangedRow): Promise<void> {
    const held = [...heldFields(this.resource, values), ...(await heldOwn(call, this.resource, values))];
    await holdFiles(call, { thing: this.resource.noun, thingId: Number(after.id) }, held);
    await this.backend.saved?.(call, after, before);
  }

  private async noteChange(call: Call, values: Values, { before, after }: ChangedRow): Promise<void> {
    await this.bringAbout(call, values, { before, after });
    call.audit({ ...this.trace(Number(after.id), after), before, after: { ...after, ...this.newSecrets(values) } });
  }

  /** That a secret is another now is all that the audit trail has of it. */
  newSecrets(values: Values): Values {
    const typed = this.fields.filter(([name, { kind }]) => kind === "secret" && name in values);
    return Object.fromEntries(typed.map(([name]) => [name, secretAnother]));
  }

  /** What may be saved, by all rules: those that the data alone can tell included. */
  async checked(call: Call, given: Values, before: Values | null): Promise<Values> {
    const values = await this.given(call, given, before);
    filterRichTexts(this.resource, values);
    this.lines.settle(values, before);
    this.applyRules(values, before);
    await checkFiles(call, [...heldFields(this.resource, values), ...(await heldOwn(call, this.resource, values))]);
    await this.choices.check(call, values, before);
    await this.checkUnique(call, values, before);
    await this.backend.check?.(call, values, before);
    if (before) await this.refuseState(call, before);
    this.lines.sort(values);
    return values;
  }

  /** A row is edited in the states that its resource says; the sentence is that of a command. */
  private async refuseState(call: Call, before: Values): Promise<void> {
    const { editIn: from, status } = this.resource;
    if (!from || status === undefined || from.includes(String(before[status]))) return;
    const names = (await this.options(call, []))[status] ?? [];
    const words = (value: string) => names.find((option) => option.value === value)?.label ?? value;
    const about = { state: String(before[status]), label: this.trace(0, before).label, words, locale: call.locale };
    throw new Refusal(whyNotState({ label: m.engine_edit, from }, about) ?? "");
  }

  /** What the form may set: nothing that is set once, nor what the caller sees masked only; a secret, where one is typed. */
  private async given(call: Call, typed: Values, before: Values | null): Promise<Values> {
    const values: Values = {};
    const given = ownUnder(typed);
    for (const [name, field] of this.fields) {
      if (field.form === false) continue;
      if (field.kind === "own") {
        const own = await checkedOwn(call, this.resource, given[name], before);
        if (own) values[name] = own;
        continue;
      }
      if (before && (field.createOnly || (field.mask && !(await call.may(sensitiveButton))))) continue;
      const isUntyped = (given[name] ?? null) === null || given[name] === secretThere;
      if (before && field.kind === "secret" && isUntyped) continue;
      if (field.kind === "lines") {
        // What is not spoken of stays; a new row then has none.
        if (given[name] || !before) values[name] = given[name] ?? [];
      } else if (name in given) values[name] = given[name] ?? null;
    }
    return values;
  }

  private async insert(call: Call, values: Values): Promise<Values> {
    const [row] = await this.insertRows(call, [values]);
    if (!row) throw new Error(`${this.resource.noun} was not inserted`);
    return row;
  }

  /** Of checked values; answers the rows in their order. */
  async insertRows(call: Call, several: Values[]): Promise<Values[]> {
    const defaults: Values = {};
    for (const [name, field] of this.fields)
      if (field.form === false && field.default !== undefined)
        defaults[name] = field.kind === "several" ? [...(field.default ?? [])] : field.default;
    const whole = several.map((values) => ({ ...defaults, ...this.sealed(call, values) }));
    const rows = await written(this.resource, () => bulk.insertRecords(call, this.backend.table, whole));
    const made = rows.map((row) => this.shown(call, row));
    await this.lines.insert(call, made, several);
    for (const row of made) {
      const all = [...heldFields(this.resource, row), ...(await heldOwn(call, this.resource, row))];
      const files = all.filter(({ paths }) => paths.length > 0);
      await holdFiles(call, { thing: this.resource.noun, thingId: Number(row.id) }, files);
      await this.backend.saved?.(call, row, null);
    }
    return made;
  }

  /** Rows by the fields that they are unique by, under {@link keyText}. */
  async rowsBy(call: Call, names: readonly string[], wanted: readonly Values[]): Promise<Map<string, Values>> {
    const found = await rowsByKey(call, this.backend.table, names, wanted);
    const rows = found.map((row) => this.shown(call, row));
    await this.lines.fill(call, rows);
    return new Map(rows.map((row) => [keyText(names, row), row]));
  }

  /** What is to be another value than it is, by all rules over the row as it will be. */
  async changes(call: Call, typed: Values, before: Values): Promise<Values> {
    const given = ownUnder(typed);
    const values = await this.checked(call, { ...before, ...given }, before);
    if (Object.keys(given).some((name) => !(name in values))) throw new Refusal(m.ops_forbidden());
    return bulk.differing(this.resource, values, given, before);
  }

  /** As {@link changes}, of a row that must be as it was. */
  async checkedChange(call: Call, { id, rowVersion, values }: RowChange): Promise<Values> {
    const before = await this.row(call, id, true);
    await this.refuseOther(call, before, rowVersion, m.imports_changed_by);
    return this.changes(call, values, before);
  }

  /**
   * Writes checked changes: all, or none with a {@link ChangeRefused}. Where the resource has rules of its own, or lines,
   * each change is checked once more: they may see what those before it have made of the data.
   */
  async changeRows(call: Call, several: readonly RowChange[]): Promise<ChangedRow[]> {
    if (several.length === 0) return [];
    if (this.backend.check || this.backend.saved || !this.lines.none)
      return bulk.inOrder(several, (one) => this.changeRow(call, one));
    const { table } = this.backend;
    const ids = several.map(({ id }) => id);
    const before = bulk.byId((await bulk.lockRows(call, table, ids)).map((row) => this.shown(call, row)));
    await bulk.inOrder(several, async ({ id, rowVersion }) => {
      await this.refuseOther(call, bulk.rowOf(before, id), rowVersion, m.imports_changed_by);
    });
    const kept = several.map((one) => ({ ...one, values: this.sealed(call, one.values) }));
    const updated = await written(this.resource, () => bulk.updateRows(call, table, kept));
    const after = bulk.byId(updated.map((row) => this.shown(call, row)));
    return bulk.inOrder(several, async ({ id, values }) => {
      const changed = { before: bulk.rowOf(before, id), after: bulk.rowOf(after, id) };
      await this.noteChange(call, values, changed);
      return changed;
    });
  }

  private async changeRow(call: Call, { id, rowVersion, values }: RowChange): Promise<ChangedRow> {
    const before = await this.row(call, id, true);
    await this.refuseOther(call, before, rowVersion, m.imports_changed_by);
    const changes = await this.changes(call, values, before);
    if (this.changesNothing(changes, before)) return { before, after: before };
    return this.change(call, changes, before);
  }

  private sealed(call: Call, values: Values): Values {
    const columns = getTableColumns<PgTable>(this.table);
    const sealed = { ...values };
    for (const [name, { kind }] of this.fields) {
      const [value, column] = [values[name], columns[name]];
      if (kind === "secret" && column && typeof value === "string") sealed[name] = sealSecret(call, column, value);
    }
    return sealed;
  }

  private async update(call: Call, id: number, values: Values, before: Values): Promise<Values> {
    if (this.backend.keeps) {
      await this.backend.keeps.write(call, id, values);
      return this.row(call, id);
    }
    const update = call.db
      .update(this.backend.table)
      .set({ ...this.sealed(call, values), rowVersion: sql`row_version + 1`, updatedAt: call.now } as never)
      .where(eq(this.table.id, id))
      .returning();
    const [row] = (await written(this.resource, async () => update)) as InferSelectModel<PgTable>[];
    if (!row) throw new NotFound();
    await resealRow(call, this.table, row as { id: number });
    const after = this.shown(call, row);
    await this.lines.update(call, after, values, before);
    return this.inWords(call, after);
  }

  /** What the fields ask of one another, over the row as it will be: what is not part of the form now is emptied. */
  private applyRules(values: Values, before: Values | null): void {
    if (!before)
      for (const [name, { omissible, default: usual }] of this.fields)
        if (omissible && usual !== undefined && typeof usual !== "object") values[name] ??= usual;
    const after = { ...before, ...values };
    const errors: FieldErrors = {};
    for (const [name, field] of this.fields) {
      if (field.form === false) continue;
      if (!isShown(field, after))
        values[name] = field.kind === "boolean" ? false : hasRows(field) || field.kind === "several" ? [] : null;
      else if (isRequired(field, after) && (after[name] ?? null) === null) errors[name] = [missing(field)];
    }
    const whole = { ...after, ...values };
    const broken = { ...errors, ...brokenRules(this.resource.rules, whole), ...brokenLines(this.fields, whole) };
    if (Object.keys(broken).length > 0) throw new Invalid(broken);
  }

  checkUnique(call: Call, values: Values, before: Values | null): Promise<void> {
    return checkUnique(call, this.resource, this.backend.table, values, before);
  }

  async remove(call: Call, id: number): Promise<{ id: number }> {
    const row = await this.row(call, id, true);
    const own = (await this.backend.dependents?.(call, id)) ?? [];
    const dependents = [...own, ...(await usersOf(call, this.resource.noun, id))];
    if (dependents.length > 0) {
      const list = new Intl.ListFormat(call.locale, { type: "conjunction" }).format(dependents);
      throw new Refusal(m.ops_still_used({ label: this.labelOf(row), dependents: list }));
    }
    await call.db.delete(this.backend.table).where(eq(this.table.id, id));
    await releaseFiles(call, { thing: this.resource.noun, thingId: id });
    if (this.resource.notes) await dropNotes(call, this.resource.thing, id);
    call.audit({ ...this.trace(id, row), before: row });
    return { id };
  }

  trace(thingId: number, row: Values) {
    return { thing: this.resource.thing, thingId, label: this.labelOf(row) };
  }

  private labelOf(row: Values): string {
    return String(row[this.resource.nameField] ?? row.id);
  }
}
