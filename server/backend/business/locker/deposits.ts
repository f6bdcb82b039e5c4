/** The ledger of deposits: its accounts are the uses of lockers. */
import { lockerLedger as declared } from "~/contract/locker/locker-ledger";
import { m } from "~/contract/messages";
import { keepLedger, move } from "../../kernel/ledger";
import { type LedgerBackend, tellLedger } from "../../kernel/ledger-look";
import { Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { lockerBox, lockerUse, lockerLedger as rows } from "./schema";

const deposits = keepLedger(declared, { rows, accounts: lockerUse });

export const ledgerBackend: LedgerBackend = {
  ledger: deposits,
  references: { boxId: { table: lockerBox, name: lockerBox.number } },
};

tellLedger(deposits, "lockerBox", "boxId");

interface Using {
  useId: number;
  /** What people know the locker by. */
  number: string;
  /** Fen. */
  amount: number;
}

/** Of one use each kind happens once: the key says so, beside the state of the locker. */
export async function moveDeposit(
  call: Call,
  kind: keyof (typeof declared)["kinds"],
  { useId, number, amount }: Using,
): Promise<void> {
  if (amount === 0) return;
  const source = { business: "locker", kind, subject: number };
  if (!(await move(call, deposits, { account: useId, kind, amount, source })))
    throw new Refusal(m.refused_same_moment());
}
