/** Whether a ticket's people are inside, in words; "" where nobody went in by it. */
import { m } from "~/contract/messages";

export function presenceText(presence: { inside: number; at: string } | null): string {
  if (!presence) return "";
  const { inside: n, at } = presence;
  return n > 0 ? m.check_presence_inside({ n, at }) : m.check_presence_left({ at });
}
