/** Values of dictionaries in payloads outside the engine: those of the corp, its own among them. */
import { m } from "~/contract/messages";
import type { Call } from "./call";
import { dictionariesOf } from "./dictionaries";
import { Invalid } from "./refusal";

interface Asked {
  dictionary: string;
  value: string;
  /** What stands there already may have been suspended since. */
  before?: string | undefined;
}

/** Refuses what is no item of its dictionary, or suspended; `anyState` lets those be looked at. */
export async function checkDictionaryValues(
  call: Call,
  fields: Record<string, Asked>,
  { anyState = false } = {},
): Promise<void> {
  const names = Object.values(fields).map(({ dictionary }) => dictionary);
  const items = await dictionariesOf(call.db, [...new Set(names)], call.locale);
  const wrong = Object.entries(fields).filter(([, { dictionary, value, before }]) => {
    const item = items[dictionary]?.find((one) => one.value === value);
    return !item || (item.off && !anyState && value !== before);
  });
  if (wrong.length > 0) throw new Invalid(Object.fromEntries(wrong.map(([name]) => [name, [m.v_option()]])));
}
