/** What the check desk shows: the desk, the verdict of the last scan, and what was typed. */
import type { z } from "zod";
import type { FieldErrors, Notice } from "~/contract/errors";
import type { getCheckDesk, Verdict } from "~/contract/ticket/check";
import type { Opens } from "~/screens/numbers";

export interface Typed {
  code: string;
  people: string;
  forceReason: string;
  ticketId: string;
}

export interface CheckPage {
  desk: z.output<(typeof getCheckDesk)["answer"]> & { opens: Opens };
  verdict: Verdict | null;
  /** Who holds the ticket of the verdict, in words. */
  holder: string;
  /** Of each candidate the same. */
  holders: string[];
  errors: FieldErrors;
  notice: Notice | null;
  /** What was typed, kept where the check must be repeated. */
  typed: Typed | null;
  /** What the verdict is about: an override asks for the same again. */
  scanned: Typed | null;
  /** Of the lane, kept from scan to scan; "" as the holder went last. */
  direction: string;
  /** The passage whose reversal is under way. */
  reversing: number | null;
  idempotencyKey: string;
}
