/** A stored-value card on its holder's phone: the link that is given out at the counter and taken back. What it opens is `walletCard`. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { id } from "../validators";

const access = { fun: "smartCardList", button: "smartCard:wallet" } as const;

/** Gives out a link; the one before it opens nothing any more. Its token is answered once and kept by nobody. */
export const issueStoredWallet = method("smartcard", "issueStoredWallet", {
  payload: z.object({ cardId: id }),
  answer: z.object({ path: z.string(), number: z.string() }),
  access,
  writes: true,
  told: ({ name }) => m.did_card_wallet({ name }),
});

export const revokeStoredWallet = method("smartcard", "revokeStoredWallet", {
  payload: z.object({ cardId: id }),
  answer: z.object({ number: z.string() }),
  access,
  writes: true,
  told: ({ name }) => m.did_card_wallet_off({ name }),
});
