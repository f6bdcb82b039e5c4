/** A card on a phone: a secret link that is given out at the counter and taken back, and the page that it opens. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { corpCode, id } from "../validators";

const access = { fun: "seasonCardList", button: "seasonCard:wallet" } as const;

/** Gives out a link; the one before it opens nothing any more. Its token is answered once and kept by nobody. */
export const issueWallet = method("seasonCard", "issueWallet", {
  payload: z.object({ cardId: id }),
  /** On this console, with its query. */
  answer: z.object({ path: z.string(), number: z.string() }),
  access,
  writes: true,
  told: ({ name }) => m.did_card_wallet({ name }),
});

export const revokeWallet = method("seasonCard", "revokeWallet", {
  payload: z.object({ cardId: id }),
  answer: z.object({ number: z.string() }),
  access,
  writes: true,
  told: ({ name }) => m.did_card_wallet_off({ name }),
});

/** What the link opens. Nobody is signed in: whoever has the token sees this card and nothing else. */
export const walletCard = method("seasonCard", "walletCard", {
  payload: z.object({
    corpCode: corpCode.optional(),
    token: z.string().max(64),
    clientAddress: z.string().max(64).optional(),
  }),
  answer: z.object({
    /** Null: no such link, or it was taken back. `tooOften`: it is not looked at now. */
    tooOften: z.boolean(),
    card: z
      .object({
        typeName: z.string(),
        corpName: z.string(),
        stateName: z.string(),
        /** Active, and within its days. */
        good: z.boolean(),
        /** By the fields of its template, in its order. */
        fields: z.array(z.object({ label: z.string(), value: z.string() })),
        /** A link that is good for some minutes; "" where there is none. */
        photo: z.string(),
        /** What gates or tills read; "" where the card is good at none now. */
        code: z.string(),
        /** Seconds until the code is another; 0: it stays. */
        seconds: z.number(),
        /** It pays at tills; otherwise it opens gates. */
        pays: z.boolean().default(false),
        /** Of what it pays with, the latest first: what moved, when, and by how many fen. */
        movements: z.array(z.object({ at: z.string(), kind: z.string(), change: z.number() })).default([]),
      })
      .nullable(),
  }),
  access: "public",
});
export type WalletView = NonNullable<z.output<(typeof walletCard)["answer"]>["card"]>;
