/** Cells of several rows changed in the list itself: all of them, or none and what is wrong with which. */
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { isCell, problemOf, rulesOf } from "~/contract/cell-rules";
import type { FieldErrors } from "~/contract/errors";
import { fieldSchema } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import type { AnyResource, cellsPayload } from "~/contract/resource";
import { refusalText } from "./answers";
import type { Call } from "./call";
import { Invalid } from "./refusal";
import type { Values } from "./resource-backend";

interface Saving {
  /** Whole, locked. */
  row(call: Call, id: number, lock: boolean): Promise<Values>;
  save(call: Call, values: Values): Promise<unknown>;
}

/** Errors are by `rows.<id>.<field>`, of a row as a whole by `rows.<id>`. */
export async function saveCells(
  call: Call,
  resource: AnyResource,
  { rows }: z.output<typeof cellsPayload>,
  saving: Saving,
): Promise<{ done: number }> {
  const errors: FieldErrors = {};
  for (const { id, rowVersion, values } of [...rows].sort((one, other) => one.id - other.id)) {
    const { parsed, wrong } = read(resource, values);
    for (const [name, message] of Object.entries(wrong)) errors[`rows.${id}.${name}`] = [message];
    if (Object.keys(wrong).length > 0) continue;
    await call.db.execute(sql`savepoint one_row`);
    try {
      const before = await saving.row(call, id, true);
      await saving.save(call, { ...before, ...parsed, id, rowVersion });
      await call.db.execute(sql`release savepoint one_row`);
    } catch (error) {
      if (refusalText(error) === null) throw error;
      await call.db.execute(sql`rollback to savepoint one_row`);
      Object.assign(errors, named(id, error));
    }
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return { done: rows.length };
}

function named(id: number, error: unknown): FieldErrors {
  if (!(error instanceof Invalid)) return { [`rows.${id}`]: [refusalText(error) ?? ""] };
  return Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [`rows.${id}.${name}`, texts]));
}

function read(resource: AnyResource, values: Values): { parsed: Values; wrong: Record<string, string> } {
  const parsed: Values = {};
  const wrong: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (!field || !isCell(field)) {
      wrong[name.slice(0, 40)] = m.v_unknown_field();
      continue;
    }
    // Amounts come in fen, for which the rules in yuan hold as well: none of them has a greatest value.
    const problem = problemOf(rulesOf(field), value === null ? "" : String(value));
    const result = fieldSchema(field).safeParse(value);
    if (problem !== null) wrong[name] = problem;
    else if (!result.success) wrong[name] = result.error.issues[0]?.message ?? m.v_invalid();
    else parsed[name] = result.data as Values[string];
  }
  return { parsed, wrong };
}
