/** What the page of shifts shows. */
import type { z } from "zod";
import type { FieldErrors, Notice } from "~/contract/errors";
import type { getShift } from "~/contract/order/shift";
import type { Typed } from "~/form/submission.server";

export type ShiftView = z.output<(typeof getShift)["answer"]>;
export interface ShiftPage {
  shift: ShiftView;
  /** The shift that is closed: the caller's, or the one that was chosen of others'. */
  closing: ShiftView["open"];
  errors: FieldErrors;
  notice: Notice | null;
  typed: Typed;
  idempotencyKey: string;
}
