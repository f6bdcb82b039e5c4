/** What the screen of a phone gate shows. */
import type { KnownGate } from "./calls";
import type { Conflict } from "./device-store";

export interface ShownVerdict {
  admitted: boolean;
  direction: "in" | "out";
  message: string;
  people: number;
  ticketType: string;
  /** What the keeper looks at before anybody goes through, a sentence each. */
  hints: string[];
  shown: string;
  /** Judged by this phone. */
  here: boolean;
}

/** What the screen shows; "waiting" until somebody has typed the code at a gate's page. */
export interface GateState {
  step: "new" | "waiting" | "paired";
  corpCode: string;
  locale: "zh-CN" | "en";
  lane: "" | "in" | "out";
  code: string;
  gate: KnownGate | null;
  online: boolean;
  queue: number;
  /** Passages of a gate that this phone was paired with before: they wait until it is again. */
  elsewhere: number;
  tickets: number;
  cards: number;
  day: string;
  packageAt: string;
  /** Seconds by which the phone's clock is ahead. */
  ahead: number;
  conflicts: Conflict[];
  /** The newest that let somebody through, and may still be taken back. */
  last: { key: string; shown: string } | null;
  /** What the server said last, where it refused the phone itself. */
  refused: string;
}

export const newState: Omit<GateState, "corpCode" | "locale" | "lane"> = {
  ...{
    step: "new",
    code: "",
    gate: null,
    online: false,
    queue: 0,
    elsewhere: 0,
    tickets: 0,
    cards: 0,
    day: "",
    packageAt: "",
  },
  ...{ ahead: 0, conflicts: [], last: null, refused: "" },
};
