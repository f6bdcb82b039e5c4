/**
 * Payment types whose money comes from an account that a business keeps (a stored-value card, an agency): the order core writes its
 * payments, and the business takes from the account and gives back to it, in the same transaction.
 */
import type { SQL } from "drizzle-orm";
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
  /** Fen beside the amount that its rule had given for nothing when it was priced. */
  free?: number | undefined;
  /** When it was spent, where that was not now. */
  at?: Date | undefined;
}

/** What is asked of an account that may pay: for the whole of an order its own rules make it cheaper, for a part they do not. */
export interface PayerAsked extends TakenFrom {
  whole: boolean;
}

export interface PayerQuote {
  /** Fen off, and how many of them were for nothing. */
  off: number;
  free: number;
  /** By which rule. */
  name: string;
  /** Who it is and what it would take, in a sentence. */
  says: string;
  /** Why it cannot pay; "" when it can. */
  whyNot: string;
}

export interface AccountPayer {
  paymentType: string;
  /** Said where money is taken and nobody says whose account it is. */
  needsAccount: () => string;
  /** Refuses, by a sentence, what the account does not hold or may not pay. */
  take(call: Call, order: PlacedOrder, taken: TakenFrom): Promise<void>;
  /** `part`: what gives it back, told from everything else that gives back of the order. */
  giveBack(call: Call, given: { orderId: number; part: string; amount: number }): Promise<void>;
  /** What of an amount would not reach the account again, in a sentence; "" where all of it would. */
  saysBack?(call: Call, given: { orderId: number; amount: number }): Promise<string>;
  /** Where a till reads, or types, what the account is known by. */
  byNumber?: {
    /** An expression: whether there is an account at all. Tills of corps without any show nothing of it. */
    any: SQL;
    quote(call: Call, asked: PayerAsked): Promise<PayerQuote>;
  };
}

const payers = new Map<string, AccountPayer>();

/** One of a payment type: a second takes the place of the first. */
export function paysFrom(payer: AccountPayer): void {
  payers.set(payer.paymentType, payer);
}

export const payerOf = (paymentType: string): AccountPayer | undefined => payers.get(paymentType);

/** What of these amounts would not reach the accounts that they came from. */
export async function saidBack(
  call: Call,
  orderId: number,
  ways: readonly { paymentType: string; amount: number }[],
): Promise<string[]> {
  const said: string[] = [];
  for (const { paymentType, amount } of ways)
    said.push((await payerOf(paymentType)?.saysBack?.(call, { orderId, amount })) ?? "");
  return said.filter(Boolean);
}

/** Those whose accounts are known by a number. */
export const payersByNumber = (): AccountPayer[] => [...payers.values()].filter(({ byNumber }) => byNumber);

/** Who takes money by itself takes none of an account: nobody would say whose. */
export function refuseAccountTypes(types: readonly string[], field = "paymentType"): void {
  const [payer] = types.flatMap((type) => payerOf(type) ?? []);
  if (payer) throw new Invalid({ [field]: [payer.needsAccount()] });
}
