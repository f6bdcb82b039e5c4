/** What was credited to an agency for tickets that were refunded afterwards goes back: what is prepaid first, then credit as far as its limit bears. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { NotFound, Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { freeOf, keepReceipt, moveAccount, readAccounts } from "./accounts";

const kinds = {
  rebate: ["rebateBack", "rebateBackOwed"],
  reward: ["rewardBack", "rewardBackOwed"],
} as const;

interface Back {
  amount: number;
  subject: string;
  /** Which of several times. */
  part: string;
}

/** Answers how much went back; refuses where the account holds nothing. Nothing is ever owed beyond a limit, so the rest waits for money. */
export async function takeBack(
  call: Call,
  agencyId: number,
  of: keyof typeof kinds,
  { amount, ...source }: Back,
): Promise<number> {
  // Whoever moves an account has locked its agency.
  await call.db.execute(sql`select 1 from travel_agency where id = ${agencyId} for update`);
  const [account] = await readAccounts(call, sql`a.id = ${agencyId}`);
  if (!account) throw new NotFound();
  const taken = Math.min(amount, freeOf(account));
  if (taken <= 0) throw new Refusal(m.agreed_account_short({ name: account.name, amount: yuan(amount) }));
  await keepReceipt(call, agencyId, `${of}Back`, { amount: taken, bankRef: source.subject });
  const prepaid = Math.min(account.prepaid, taken);
  const [ahead, owed] = kinds[of];
  await moveAccount(call, agencyId, ahead, { amount: prepaid, ...source });
  await moveAccount(call, agencyId, owed, { amount: taken - prepaid, ...source });
  return taken;
}

/** Credits an agency: what is owed goes first, the rest is prepaid. One that settles in cash has no account. */
export async function credit(
  call: Call,
  agencyId: number,
  of: keyof typeof kinds,
  { amount, subject }: { amount: number; subject: string },
): Promise<void> {
  await call.db.execute(sql`select 1 from travel_agency where id = ${agencyId} for update`);
  const [account] = await readAccounts(call, sql`a.id = ${agencyId}`);
  if (!account) throw new NotFound();
  if (account.settlement === "cash") throw new Refusal(m.account_cash_only({ name: account.name }));
  await keepReceipt(call, agencyId, of, { amount, bankRef: subject });
  const owed = Math.min(account.used, amount);
  await moveAccount(call, agencyId, `${of}Owed`, { amount: owed, subject });
  await moveAccount(call, agencyId, of, { amount: amount - owed, subject });
}
