/** Cards of batches that are kept elsewhere than annual and season cards: whoever keeps a kind makes its cards. */
import type { Call } from "../../kernel/served";

export interface ReceivedBatch {
  batchId: number;
  cardTypeId: number;
  numbers: readonly string[];
}

/** Makes the cards of a batch, in stock; answers the numbers that it made, without those that there were. */
type MakesCards = (call: Call, batch: ReceivedBatch) => Promise<string[]>;

const keepers = new Map<string, MakesCards>();

/** By kind of card type: a second takes the place of the first. */
export const keepsBatchesOf = (kind: string, makes: MakesCards): void => {
  keepers.set(kind, makes);
};
export const batchKeeperOf = (kind: string): MakesCards | undefined => keepers.get(kind);
