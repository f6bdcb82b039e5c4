/** What is put before somebody else. */
export interface Asked {
  thingId: number;
  label: string;
  /** Fen. */
  amount: number;
  reason: string;
  payload?: Record<string, unknown>;
  rowVersion?: number;
  /** Parks and maker of the thing: who may not see it is not told of it. */
  about?: { parks: readonly number[]; maker: number | null };
}
