/** The dictionaries there are; of some the items are the product's alone: none is added, suspended or deleted. */
import type { AppLoadContext } from "@remix-run/node";
import { dictType } from "~/contract/platform/dictionary";
import { allRows } from "~/contract/resource";

// Asked for twice on one page it is the same call: it is sent once.
const typesOf = ({ dispatch }: AppLoadContext) => dispatch.call(dictType.methods.list, { pageSize: allRows });

export async function closedTypes(context: AppLoadContext): Promise<Set<string>> {
  const { records } = await typesOf(context);
  return new Set(records.flatMap(({ code, open }) => (open === true ? [] : [String(code)])));
}

export interface TypeLink {
  name: string;
  to: string;
  now: boolean;
}

/** All dictionaries by name, as the reader's language has it, each with the way to its items. */
export async function typeLinks(context: AppLoadContext, chosen: string): Promise<TypeLink[]> {
  const { records } = await typesOf(context);
  const { locale } = context.preferences;
  return records
    .map(({ code, name, nameEn }) => ({
      name: String(locale === "en" ? nameEn : name),
      to: `${dictType.path}/items?${new URLSearchParams({ dictType: String(code) })}`,
      now: String(code) === chosen,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
}
