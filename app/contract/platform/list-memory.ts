/** What an account keeps of a list: which columns in which order and width, and filters by name. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { requiredText, wholeNumber } from "../validators";

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

/** In order; none: as the list is declared. */
export const listMemory = method("platform", "listMemory", {
  payload: z.object({ list }),
  answer: z.object({ columns: z.array(columnChoice), filters: z.array(z.object({ name, search })) }),
  access: "signedIn",
  silent: true,
});

const kept = { answer: z.object({}), access: "signedIn", writes: true, audit: false } as const;

/** An empty list of columns forgets the choice. */
export const saveListColumns = method("platform", "saveListColumns", {
  payload: z.object({ list, columns: z.array(columnChoice).max(maxColumns) }),
  ...kept,
});

/** A name that is there already is given the new filter. */
export const saveListFilter = method("platform", "saveListFilter", {
  payload: z.object({ list, name, search }),
  ...kept,
});

export const removeListFilter = method("platform", "removeListFilter", { payload: z.object({ list, name }), ...kept });
