/** Amounts of the exposure page, in the order of its columns: the same on the screen and in the file. */
import { type Message, m } from "~/contract/messages";
import type { ExposureRow } from "~/contract/travel/exposure";

type Amounts = Pick<ExposureRow, "prepaid" | "limit" | "used" | "underWay" | "free" | "deposit" | "ages">;

export const exposureHeads: readonly Message[] = [
  ...[m.account_prepaid, m.account_limit, m.account_used, m.account_under_way, m.account_free],
  ...[m.account_age_30, m.account_age_60, m.account_age_90, m.account_age_more, m.account_deposit],
];

export const amountsOf = ({ prepaid, limit, used, underWay, free, ages, deposit }: Amounts): number[] => [
  ...[prepaid, limit, used, underWay, free],
  ...ages,
  deposit,
];
