/** How far an import is, in a word. */
import type { ImportState } from "~/contract/import";
import { type Message, m } from "~/contract/messages";
import { StateBadge } from "~/widgets/state-badge";

const labels: Record<ImportState, Message> = {
  checking: m.imports_state_checking,
  stopped: m.imports_state_stopped,
  refused: m.imports_state_refused,
  checked: m.imports_state_checked,
  writing: m.imports_state_writing,
  done: m.imports_state_done,
  undoing: m.imports_state_undoing,
  undone: m.imports_state_undone,
};

/** In the tones of the states that mean as much elsewhere. */
const tones: Partial<Record<ImportState, string>> = { stopped: "failed", refused: "failed", undone: "F", done: "done" };

export function ImportBadge({ state }: { state: ImportState }) {
  return <StateBadge state={tones[state] ?? "waiting"} label={labels[state]()} />;
}
