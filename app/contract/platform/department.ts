/** The departments of a corp, as a tree (`/employ/departmentTree`). */
import { z } from "zod";
import { savedAs } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { id, requiredText, wholeNumber } from "../validators";

const fun = "departmentTree";

/** Flat, in order; the parent of the roots is 0. */
export const departmentTree = method("platform", "departmentTree", {
  payload: z.object({}),
  answer: z.object({
    nodes: z.array(
      z.object({
        id,
        parentId: z.number(),
        name: z.string(),
        sort: z.number(),
        /** Employees on duty and operators, of itself. */
        people: z.number(),
      }),
    ),
  }),
  access: { fun },
});

/** Creates without `id`; with it, renames and moves: a department never comes to stand below itself. */
export const departmentSave = method("platform", "departmentSave", {
  payload: z.object({
    id: id.optional(),
    parentId: wholeNumber(0),
    name: requiredText(60, m.org_department_name_required),
  }),
  answer: z.object({ id }),
  access: { fun, button: "department:edit", newButton: "department:add" },
  writes: true,
  told: savedAs(m.admin_department),
});

/** One place up or down among its siblings. */
export const departmentOrder = method("platform", "departmentOrder", {
  payload: z.object({ id, to: z.enum(["up", "down"], { error: () => m.v_option() }) }),
  answer: z.object({ id }),
  access: { fun, button: "department:edit" },
  writes: true,
  told: ({ name }) => m.did_department_order({ name }),
});

/** Refused while anything or anybody is in it. */
export const departmentRemove = method("platform", "departmentRemove", {
  payload: z.object({ id }),
  answer: z.object({ id }),
  access: { fun, button: "department:remove" },
  writes: true,
  told: ({ name }) => m.did_removed({ thing: m.admin_department(), name }),
});
