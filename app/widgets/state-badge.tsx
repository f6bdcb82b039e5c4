/** A state in words, with a tone that repeats what the words say. */
const tones: Record<string, "good" | "warn" | "bad" | "calm"> = {
  T: "good",
  onSale: "good",
  F: "calm",
  draft: "warn",
  suspended: "bad",
  retired: "calm",
  paid: "good",
  issued: "good",
  done: "good",
  fulfilled: "calm",
  used: "calm",
  partlyFulfilled: "good",
  partlyUsed: "good",
  pending: "warn",
  waiting: "warn",
  underWay: "warn",
  running: "warn",
  failed: "bad",
  refunding: "warn",
  partlyRefunded: "warn",
  refunded: "bad",
  cancelled: "bad",
  expired: "bad",
  voided: "bad",
  rejected: "bad",
  withdrawn: "bad",
};

/** Colours that a dictionary may give its items. */
const colours = ["good", "warn", "bad", "calm", "accent"];

export function StateBadge({ state, label, tone = "" }: { state: string; label: string; tone?: string | undefined }) {
  return <span className={`badge badge-${colours.includes(tone) ? tone : (tones[state] ?? "calm")}`}>{label}</span>;
}
