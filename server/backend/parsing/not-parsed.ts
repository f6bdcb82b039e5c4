/** Why a thread gave no answer to a foreign file. */
import type { UnreadableReason } from "../imports/unreadable";

export class NotParsed extends Error {
  override readonly name = "NotParsed";
  /** `busy`: too many files wait. `time`, `memory`: a limit was reached. `failed`: the file is broken, `unreadable` may say how. */
  constructor(
    readonly reason: "busy" | "time" | "memory" | "failed",
    message: string = reason,
    readonly unreadable: UnreadableReason | null = null,
  ) {
    super(message);
  }
}
