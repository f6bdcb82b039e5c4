/** Labels of dictionary values for pages that show a state or a type; one call a page for all of them. */
import type { AppLoadContext } from "@remix-run/node";
import { dictionariesAnswer, lookupPaths } from "~/contract/platform/lookups";

export type Labels = Record<string, Record<string, string>>;

/** Labels by dictionary and value. A value without a label shows itself: see {@link labelOf}. */
export async function loadLabels(context: AppLoadContext, ...dictionaries: string[]): Promise<Labels> {
  const dictTypes = dictionaries.join(",");
  const found = await context.dispatch.get(lookupPaths.dictionaries, { dictTypes }, dictionariesAnswer);
  return Object.fromEntries(
    Object.entries(found).map(([name, items]) => [
      name,
      Object.fromEntries(items.map((item) => [item.value, item.label])),
    ]),
  );
}

export function labelOf(labels: Labels, dictionary: string, value: string): string {
  return labels[dictionary]?.[value] ?? value;
}
