/** The methods that every resource has, from its declaration. */
import { z } from "zod";
import { exportMethod } from "./export";
import { type Field, fieldSchema } from "./field-kinds";
import type { FunctionCode } from "./menu-entry";
import { type Business, method } from "./method";
import { ownFieldViews, ownValues } from "./own-fields";
import { changesAnswer, changesPayload } from "./resource-changes";
import {
  blockedCommands,
  cellsPayload,
  listOtherData,
  option,
  optionsByField,
  pageReply,
  resourceListPayload,
} from "./resource-lists";
import { manyAnswer, manyPayload } from "./resource-many";
import { id, textOf, wholeNumber } from "./validators";

/** Fields that a form need not post: the backend then keeps what there is, and still asks for them in a new row. */
function mayBeLeftOut({ kind, createOnly, mask, when, omissible }: Field): boolean {
  return (
    omissible === true ||
    createOnly === true ||
    mask === true ||
    when !== undefined ||
    kind === "secret" ||
    kind === "own" ||
    kind === "lines"
  );
}

export function resourceMethods(
  business: Business,
  noun: string,
  definition: {
    fun: FunctionCode;
    fields: Record<string, Field>;
    fixedRows?: boolean;
    alsoFor?: readonly FunctionCode[];
    rights?: string;
    freshProof?: true;
  },
) {
  const { fun, alsoFor, rights = noun, freshProof = false } = definition;
  const access = { fun: alsoFor ? [fun, ...alsoFor] : fun };
  const shape = Object.fromEntries(
    Object.entries(definition.fields)
      .filter(([, field]) => field.form !== false)
      .map(([name, field]) => [name, mayBeLeftOut(field) ? fieldSchema(field).optional() : fieldSchema(field)]),
  );
  const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
  /** Groups and lines are lists of rows. */
  const rows = z.array(z.record(z.string(), value));
  const row = z.record(z.string(), z.union([value, z.array(z.string()), rows, ownValues]));
  const byId = z.object({ id });
  const done = z.object({ id });
  return {
    list: method(business, `${noun}List`, {
      payload: resourceListPayload,
      answer: pageReply(row, listOtherData),
      access,
    }),
    /** The list as a file, in the background. */
    export: exportMethod(business, `${noun}List`, access),
    /**
     * One row (null when `id` is left out, for a new one) with the choices of its form, or those of a command's. `blocked`
     * says by command why it cannot be done, where that is more than the row's state; `impact` what a change leaves alone
     * or touches beyond the row, for who is about to make one.
     */
    get: method(business, `${noun}Get`, {
      payload: z.object({ id: id.optional(), command: z.string().max(40).optional() }),
      answer: z.object({
        record: row.nullable(),
        options: optionsByField,
        blocked: blockedCommands.optional(),
        own: ownFieldViews.optional(),
        impact: z.string().optional(),
      }),
      access: { fun },
    }),
    /** Choices of one field by a part of their name (or code), by pages: of references that are searched for. */
    options: method(business, `${noun}Options`, {
      payload: z.object({
        field: z.string().max(80),
        q: textOf(60).default(""),
        /** Not a part of it but the whole: what a scanner reads. */
        exact: z.boolean().optional(),
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
      access: { fun, button: `${rights}:edit`, ...(!definition.fixedRows && { newButton: `${rights}:add` }) },
      writes: true,
      freshProof,
    }),
    saveCells: method(business, `${noun}SaveCells`, {
      payload: cellsPayload,
      answer: z.object({ done: z.number() }),
      access: { fun, button: `${rights}:edit` },
      writes: true,
      freshProof,
    }),
    remove: method(business, `${noun}Remove`, {
      payload: byId,
      answer: done,
      access: { fun, button: `${rights}:remove` },
      writes: true,
      freshProof,
    }),
    removeMany: method(business, `${noun}RemoveMany`, {
      payload: manyPayload,
      answer: manyAnswer,
      access: { fun, button: `${rights}:remove` },
      writes: true,
      freshProof,
    }),
  };
}
