/** Dictionaries whose items are the product's alone: none is added, suspended or deleted. */
import type { AppLoadContext } from "@remix-run/node";
import { dictType } from "~/contract/platform/dictionary";
import { allRows } from "~/contract/resource";

export async function closedTypes({ dispatch }: AppLoadContext): Promise<Set<string>> {
  const { records } = await dispatch.call(dictType.methods.list, { pageSize: allRows });
  return new Set(records.flatMap(({ code, open }) => (open === true ? [] : [String(code)])));
}
