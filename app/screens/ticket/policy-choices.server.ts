/** The choices of price policies: channels, groups and holiday rules, in the order of their dictionaries. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { getTktDictDetailByCode } from "~/contract/platform/parameter";
import type { Option } from "~/contract/resource";
import type { Cell } from "~/widgets/cell";

export interface PolicyChoices {
  channels: Option[];
  /** The channels, and every one of them. */
  anyChannels: Option[];
  groups: Option[];
  holidays: Option[];
}

export async function loadPolicyChoices(context: AppLoadContext): Promise<PolicyChoices> {
  const items = (dictType: string) => context.dispatch.call(getTktDictDetailByCode, { dictType });
  const [channels, groups, holidays] = await Promise.all([
    items("saleChannel"),
    items("customerGroup"),
    items("holidayRule"),
  ]);
  return { channels, anyChannels: [{ value: "any", label: m.policy_any_channel() }, ...channels], groups, holidays };
}

export function labelIn(options: Option[] | undefined, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** The badges of a dictionary's states, each made once: rows in the same state share it on the wire. */
export function stateCells(options: Option[] | undefined): Record<string, Cell> {
  return Object.fromEntries((options ?? []).map(({ value, label }) => [value, { state: value, label }]));
}
