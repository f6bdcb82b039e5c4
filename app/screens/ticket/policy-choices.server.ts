/** The choices of price policies: channels, groups and holiday rules, in the order of their dictionaries. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { getTktDictDetailByCode } from "~/contract/platform/parameter";
import type { Option } from "~/contract/resource";

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
