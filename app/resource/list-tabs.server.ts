/** The states of a list as tabs over its rows, each with its number. */
import { stateTabs } from "~/contract/list-states";
import { m } from "~/contract/messages";
import { type AnyResource, countBound, type Option } from "~/contract/resource";
import type { ListQuery } from "./parts/list-query.server";
import type { FilterInput, ListView, TabView } from "./parts/view";

interface Answer {
  otherData: { options: Record<string, Option[]>; states?: Record<string, number> | undefined };
}

/** Another dispatch API may count no states: then the filter stays a field of the form. */
export function statesAsTabs(
  resource: AnyResource,
  { otherData: { options, states } }: Answer,
  query: ListQuery,
  filters: FilterInput[],
): Pick<ListView, "filters" | "tabs"> {
  const tabs = stateTabs(resource);
  if (!tabs || !states) return { filters };
  const { field } = tabs;
  const now = query.values[field] ?? "";
  const labels = new Map(options[field]?.map(({ value, label }) => [value, label]));
  const sum = Object.values(states).reduce((total, count) => total + count, 0);
  const tab = (value: string, label: string, count: number): TabView => ({
    to: query.to({ [field]: value || null }),
    label,
    count: countText(count),
    ...(now === value && { now: true }),
  });
  return {
    // Nobody looks for what is not there; the state that is looked at stays in sight.
    tabs: [
      tab("", m.engine_all(), sum),
      ...tabs.states.flatMap((state) => {
        const count = states[state] ?? 0;
        return count > 0 || state === now ? [tab(state, labels.get(state) ?? state, count)] : [];
      }),
    ],
    filters: filters.map((filter) =>
      filter.name === field && (filter.kind === "choice" || filter.kind === "choices")
        ? { ...filter, tabs: true }
        : filter,
    ),
  };
}

/** The bound with a plus, where there are more. */
function countText(count: number): string {
  return count > countBound ? `${countBound}+` : String(count);
}
