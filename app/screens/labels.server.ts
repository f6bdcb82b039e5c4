/** Labels of dictionary values for pages that show a state or a type; one call a page for all of them. */
import type { AppLoadContext } from "@remix-run/node";
import { getTktDictDetailByCode } from "~/contract/platform/parameter";

export type Labels = Record<string, Record<string, string>>;

/** Labels by dictionary and value. A value without a label shows itself: see {@link labelOf}. */
export async function loadLabels(context: AppLoadContext, ...dictionaries: string[]): Promise<Labels> {
  const loaded = await Promise.all(
    dictionaries.map(async (dictType) => {
      const items = await context.dispatch.call(getTktDictDetailByCode, { dictType });
      return [dictType, Object.fromEntries(items.map((item) => [item.value, item.label]))] as const;
    }),
  );
  return Object.fromEntries(loaded);
}

export function labelOf(labels: Labels, dictionary: string, value: string): string {
  return labels[dictionary]?.[value] ?? value;
}
