/** Days of the week, Monday first, as price policies count them. */
import { m } from "../messages";

export function weekdayNames(): string[] {
  return [
    m.policy_mon(),
    m.policy_tue(),
    m.policy_wed(),
    m.policy_thu(),
    m.policy_fri(),
    m.policy_sat(),
    m.policy_sun(),
  ];
}

/** "TTTTTFF" → "一 二 三 四 五"; all seven have a word of their own. */
export function weekdaysText(weekdays: string): string {
  if (weekdays === "TTTTTTT") return m.policy_every_day();
  return weekdayNames()
    .filter((_, index) => weekdays[index] === "T")
    .join(" ");
}
