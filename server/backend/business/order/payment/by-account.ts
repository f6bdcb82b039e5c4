/**
 * Payment types whose money comes from an account that a business keeps (a stored-value card, an agency): the order core writes its
 * payments, and the business takes from the account and gives back to it, in the same transaction.
 */
import { Invalid } from "../../../kernel/refusal";
import type { Call } from "../../../kernel/served";
import type { PlacedOrder } from "../sellable";

export interface TakenFrom {
  /** What the account is known by, e.g. the number of a card, or the id of an agency. */
  account: string;
  /** Fen. */
  amount: number;
  /** Where it is spent. */
  parkId: number;
  posId: number | null;
}

export interface AccountPayer {
  paymentType: string;
  /** Said where money is taken and nobody says whose account it is. */
  needsAccount: () => string;
  /** Refuses, by a sentence, what the account does not hold or may not pay. */
  take(call: Call, order: PlacedOrder, taken: TakenFrom): Promise<void>;
  giveBack(call: Call, given: { orderId: number; refundId: number; amount: number }): Promise<void>;
}

const payers = new Map<string, AccountPayer>();

/** One of a payment type: a second takes the place of the first. */
export function paysFrom(payer: AccountPayer): void {
  payers.set(payer.paymentType, payer);
}

export const payerOf = (paymentType: string): AccountPayer | undefined => payers.get(paymentType);

/** Who takes money by itself takes none of an account: nobody would say whose. */
export function refuseAccountTypes(types: readonly string[], field = "paymentType"): void {
  const [payer] = types.flatMap((type) => payerOf(type) ?? []);
  if (payer) throw new Invalid({ [field]: [payer.needsAccount()] });
}
