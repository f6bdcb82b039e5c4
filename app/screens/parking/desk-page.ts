/** The booth as its parts get it. */
import type { AnswerOf } from "~/contract/method";
import type { parkingDesk } from "~/contract/parking/desk";

export type DeskPage = AnswerOf<typeof parkingDesk> & {
  /** The form for a missing entry is asked for. */
  lost: boolean;
  /** The stay that was paid a moment ago, whose receipt may be printed. */
  doneId: number | null;
};
