/** Today where the parks are. */
import { businessDay as dayOf } from "~/contract/business-time";

/** yyyy-MM-dd. */
export function businessDay(now = new Date()): string {
  return dayOf(now);
}
