/** What a seller has beside money in a shift: whoever hands it out registers what keeps a shift open, and what its report says. */
import type { z } from "zod";
import type { shiftReport } from "~/contract/order/shift";
import type { Call } from "../../kernel/served";

export type HandedOut = z.output<(typeof shiftReport)["answer"]>["rolls"][number];

export interface ShiftKeeper {
  /** The sentence why the shift cannot be closed now; null where it can. */
  whyNotClose: (call: Call, shiftId: number) => Promise<string | null>;
  handedOut: (call: Call, shiftId: number) => Promise<HandedOut[]>;
}

const keepers: ShiftKeeper[] = [];
export const keepsInShifts = (keeper: ShiftKeeper): void => void keepers.push(keeper);

export async function whyNotClose(call: Call, shiftId: number): Promise<string | null> {
  for (const keeper of keepers) {
    const why = await keeper.whyNotClose(call, shiftId);
    if (why) return why;
  }
  return null;
}

export async function handedOutIn(call: Call, shiftId: number): Promise<HandedOut[]> {
  const all: HandedOut[] = [];
  for (const keeper of keepers) all.push(...(await keeper.handedOut(call, shiftId)));
  return all;
}
