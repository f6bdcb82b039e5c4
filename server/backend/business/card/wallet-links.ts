/** What links to cards on phones have in common, whichever kind of card: secrets, marks of the moment, and who finds a card. */
import { createHash, randomBytes } from "node:crypto";
import type { WalletView } from "~/contract/card/wallet";
import { type WalletCode, walletStep } from "~/contract/card/wallet-code";
import { walletPath } from "~/contract/card/wallet-page";
import type { Call } from "../../kernel/served";

export const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/** A link on this console that nobody guesses, and what is kept of it. */
export function newLink({ caller }: Pick<Call, "caller">): { path: string; tokenHash: string } {
  const token = randomBytes(24).toString("base64url");
  const query = new URLSearchParams({ corpCode: caller.corpCode, t: token });
  return { path: `${walletPath}?${query}`, tokenHash: hashOf(token) };
}

/** What nobody makes who has the database alone: of the link, and of the 30 seconds. `place`: of which kind of card. */
export function marksOf(
  { secrets, caller }: Pick<Call, "secrets" | "caller">,
  { id, step }: Omit<WalletCode, "mark">,
  place = "card.wallet",
): string[] {
  return secrets
    .marks(`${caller.corpCode}/${id}/${step}`, place)
    .map((mark) => Buffer.from(mark, "base64url").toString("hex").slice(0, 20).toUpperCase());
}

/** Until the code is another. */
export const secondsLeft = (now: Date): number => Math.ceil((walletStep - (now.getTime() % walletStep)) / 1_000);

/** What the page shows of the card of a link; null where the link is none of theirs. */
type ShowsCard = (call: Call, tokenHash: string) => Promise<WalletView | null>;

const keepers = new Map<string, ShowsCard>();

/** One of a kind of card that is kept elsewhere: a second takes the place of the first. */
export const showsOnPhones = (kind: string, shows: ShowsCard): void => {
  keepers.set(kind, shows);
};

export async function shownByOthers(call: Call, tokenHash: string): Promise<WalletView | null> {
  for (const shows of keepers.values()) {
    const view = await shows(call, tokenHash);
    if (view) return view;
  }
  return null;
}
