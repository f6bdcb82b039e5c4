/** What an account keeps of a list: which columns in which order and width, and views by name, its own and shared ones. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { id, requiredText, wholeNumber } from "../validators";

export const maxSavedFilters = 20;
export const maxColumns = 60;

/** The path of the list's page. */
const list = z.string().regex(/^\/[A-Za-z0-9_-][A-Za-z0-9/_-]{0,120}$/, { error: () => m.v_invalid() });
const name = requiredText(30);
/** A query string of the list's own filters, sort and page size. */
const search = z
  .string()
  .max(2_000, { error: () => m.v_too_long({ n: 2_000 }) })
  .regex(/^[\x21-\x7E]*$/, { error: () => m.v_invalid() });

export const columnChoice = z.object({
  name: z.string().regex(/^[A-Za-z0-9_]{1,40}$/, { error: () => m.v_invalid() }),
  shown: z.boolean(),
  /** Pixels; 0 is as wide as its texts. */
  width: wholeNumber(0, 800),
});
export type ColumnChoice = z.output<typeof columnChoice>;

/** Whose a view is: its account's, whoever's that holds a role, everybody's that may open the list. */
export const audience = z.enum(["mine", "role", "all"]);

/** Who may share views with others: a right of the roles' page. */
export const shareButton = "listView:share";

const savedView = z.object({
  name,
  search,
  id: id.optional(),
  /** None: the reader's own. */
  columns: z.array(columnChoice).default([]),
  audience: audience.default("mine"),
  /** Whose it is; "" of one's own. */
  by: z.string().default(""),
});
export type SavedView = z.output<typeof savedView>;

/**
 * In order; none: as the list is declared. A view that somebody shared comes without filters and columns that its reader
 * has no right to. `roles`, where they are asked for: with which the caller may share views; left out without the right.
 */
export const listMemory = method("platform", "listMemory", {
  payload: z.object({ list, sharing: z.boolean().optional() }),
  answer: z.object({
    columns: z.array(columnChoice),
    filters: z.array(savedView),
    roles: z.array(z.object({ id, name: z.string() })).optional(),
  }),
  access: "signedIn",
  silent: true,
});

const kept = { answer: z.object({}), access: "signedIn", writes: true, audit: false } as const;

/** An empty list of columns forgets the choice. */
export const saveListColumns = method("platform", "saveListColumns", {
  payload: z.object({ list, columns: z.array(columnChoice).max(maxColumns) }),
  ...kept,
});

/** A name that is there already is given the new view. Sharing it asks for {@link shareButton}. */
export const saveListFilter = method("platform", "saveListFilter", {
  payload: z.object({
    list,
    name,
    search,
    columns: z.array(columnChoice).max(maxColumns).default([]),
    audience: audience.default("mine"),
    /** Of the audience `role`. */
    roleId: id.optional(),
  }),
  ...kept,
});

/** By its name one's own; by its id also what another shared, for who may share. */
export const removeListFilter = method("platform", "removeListFilter", {
  payload: z.object({ list, name: name.optional(), id: id.optional() }),
  ...kept,
});
