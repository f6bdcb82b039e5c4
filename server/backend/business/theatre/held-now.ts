/** All that the caller holds in a session: it is one sale. */
import { stamp } from "../../kernel/business-time";
import type { Call } from "../../kernel/served";
import { mineIn } from "./map";
import { holdUntil } from "./places";
import type { SessionRow } from "./read-session";

export async function heldNow(call: Call, session: SessionRow) {
  const mine = await mineIn(call, session);
  const payable = mine.reduce((sum, { price }) => sum + price, 0);
  return { seats: mine.length, until: stamp(await holdUntil(call)), payable };
}
