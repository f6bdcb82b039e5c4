/** How long ago something was, in words, of whole minutes. */
import { m } from "~/contract/messages";

export function agoText(minutes: number): string {
  if (minutes < 1) return m.check_ago_now();
  if (minutes < 60) return m.check_ago_minutes({ n: minutes });
  if (minutes < 60 * 24) return m.check_ago_hours({ n: Math.floor(minutes / 60) });
  return m.check_ago_days({ n: Math.floor(minutes / 60 / 24) });
}
