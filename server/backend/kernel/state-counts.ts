/** How many rows of a list are in each state: what stands on the tabs over it. */
import { and, type SQL, sql } from "drizzle-orm";
import { stateTabs } from "~/contract/list-states";
import { countBound, type ListPayload } from "~/contract/resource";
import { boundedCounts, type Counted } from "./bounded-count";
import type { Call } from "./call";
import { columnOf, type ListSource } from "./list-source";

interface StateCounts extends Counted {
  /** By state; one more than the bound stands for "more than that". */
  states: Record<string, number>;
}

/** By the filters without that of the state. Null where the list has no tabs. */
export type WithoutState = (filters: ListPayload["filters"]) => Promise<SQL | undefined>;

/** All states in one statement; what the list itself finds is the sum of those that it asks for. */
export async function stateCounts(
  call: Call,
  source: ListSource,
  { filters }: Pick<ListPayload, "filters">,
  whereOf: WithoutState,
): Promise<StateCounts | null> {
  const tabs = stateTabs(source.resource);
  if (!tabs) return null;
  const { [tabs.field]: chosen = "", ...others } = filters;
  const base = await whereOf(others);
  const column = columnOf(source.columns(call.locale), tabs.field);
  const sought = source.filters[tabs.field] ?? ((state: string) => sql`${column} = ${state}`);
  const wheres = tabs.states.map((state) => and(base, sought(state)));
  const counted = await boundedCounts(call, source.from, wheres);
  const of = tabs.states.map((state, place) => ({ state, ...(counted[place] ?? { count: 0, capped: false }) }));
  const asked = of.filter(({ state }) => chosen.trim() === "" || chosen.split(",").some((one) => one.trim() === state));
  const sum = asked.reduce((total, { count }) => total + count, 0);
  return {
    count: Math.min(sum, countBound),
    capped: sum > countBound || asked.some(({ capped }) => capped),
    states: Object.fromEntries(of.map(({ state, count, capped }) => [state, capped ? countBound + 1 : count])),
  };
}
