/** Items of a dictionary to choose from, with those that are chosen already though they are suspended since. */
import type { AppLoadContext } from "@remix-run/node";
import { getTktDictDetailByCode } from "~/contract/platform/parameter";
import type { Option } from "~/contract/resource";

export async function withChosen(
  { dispatch }: AppLoadContext,
  dictType: string,
  options: readonly Option[],
  chosen: readonly string[],
): Promise<Option[]> {
  const missing = chosen.filter((value) => value !== "" && !options.some((option) => option.value === value));
  const found = await Promise.all(
    missing.map((dictCode) => dispatch.call(getTktDictDetailByCode, { dictType, dictCode })),
  );
  return [...options, ...found.flat()];
}
