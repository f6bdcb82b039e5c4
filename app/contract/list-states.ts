/** The tabs over a list: one a state, where the list may be filtered by it. */
import type { FilterKind } from "./field-types";
import type { AnyResource } from "./resource";

export interface StateTabs {
  /** The field of the state. */
  field: string;
  /** Every state that there is: rows of others are kept out by the table. */
  states: readonly string[];
}

/** What a tab can say of a state. */
const filters: readonly (FilterKind | undefined)[] = ["equals", "anyOf"];

/** More tabs than these are no help. */
const mostTabs = 8;

/** Null: a list without states, or one that has rows of one state by itself. */
export function stateTabs({ status, fields, where = {} }: AnyResource): StateTabs | null {
  const field = status === undefined ? undefined : fields[status];
  if (status === undefined || field?.kind !== "dictionary" || !filters.includes(field.filter) || status in where)
    return null;
  const states = field.values ?? (field.dictionary === "enableStatus" ? ["T", "F"] : []);
  return states.length > 1 && states.length <= mostTabs ? { field: status, states } : null;
}
