/** Things of the audit log in words: resources by their titles, everything else by its own name. */
import { m } from "~/contract/messages";
import { resources } from "~/contract/registry";
import type { Option } from "~/contract/resource";

const others = {
  order: m.system_thing_order,
  account: m.system_thing_account,
  refund: m.system_thing_refund,
  job: m.system_thing_job,
  jobSchedule: m.system_thing_schedule,
};

export function thingName(thing: string): string {
  const own = Object.hasOwn(others, thing) ? others[thing as keyof typeof others] : undefined;
  return resources.find(({ noun }) => noun === thing)?.title() ?? own?.() ?? thing;
}

export function things(): Option[] {
  const nouns = resources.filter(({ readOnly }) => !readOnly).map(({ thing }) => thing);
  return [...nouns, ...Object.keys(others)].map((value) => ({ value, label: thingName(value) }));
}

/** The field of a thing as its form calls it. */
export function fieldName(thing: string, name: string): string {
  return resources.find(({ noun }) => noun === thing)?.fields[name]?.label() ?? (name || m.system_value());
}
