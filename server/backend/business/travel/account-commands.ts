/** What the commands of an agency do with its money, with the agency locked; and what keeps it from going while money is open. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import type { agency as resource } from "~/contract/travel/agency";
import { addDays, businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { parameterOf } from "../../kernel/parameters";
import { Invalid } from "../../kernel/refusal";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { type Account, keepReceipt, moveAccount, readAccounts, unsettledOf } from "./accounts";
import { allowOnce } from "./exceptions";
import { unlessShared } from "./shared-terms";

type Agency = ResourceRow<typeof resource>;
type Commands = CommandsBackend<typeof resource>;

async function accountOf(call: Call, { id }: Agency): Promise<Account> {
  const [account] = await readAccounts(call, sql`a.id = ${id}`);
  if (!account) throw new Error(`agency ${id} is there: its row is locked`);
  return account;
}

const settledInCash = async (_call: Call, rows: readonly Agency[]) =>
  rows.map(({ settlement, name }) => (settlement === "cash" ? m.account_cash_only({ name }) : null));

const onlyCredit = (_call: Call, rows: readonly Agency[]) =>
  rows.map(({ settlement }) => (settlement === "credit" ? null : m.account_limit_only_credit()));

/** Nothing may be owed, or wait to go back. */
export const owesNothing = async (call: Call, rows: readonly Agency[]) => unsettled(call, rows, false);
/** Nor may anything be kept for it. */
export const allSettled = async (call: Call, rows: readonly Agency[]) => unsettled(call, rows, true);

async function unsettled(call: Call, rows: readonly Agency[], all: boolean): Promise<(string | null)[]> {
  const said = await unsettledOf(
    call,
    rows.map(({ id }) => id),
    all,
  );
  return said.map((what) => (what ? m.account_unsettled({ what }) : null));
}

type Told = "topUp" | "withdraw" | "changeLimit" | "allowOrder" | "takeDeposit" | "returnDeposit";

/** Days ahead that an exception may be meant for. */
const longest = 30;

const isOther = (payer: string | null | undefined, own: readonly (string | null | undefined)[]): boolean =>
  Boolean(payer) && !own.includes(payer);

export const accountCommands: Pick<Commands, Told> = {
  topUp: {
    mayNot: settledInCash,
    // Money of somebody else than the contract names is taken by two people.
    approval: (_call, { name, taxTitle }, { amount, payer, bankRef }) => ({
      amount: isOther(payer, [name, taxTitle]) ? amount : 0,
      reason: m.account_other_payer({ payer: payer ?? "", ref: bankRef }),
      byItself: true,
      about: { parks: [], maker: null },
    }),
    async run(call, row, input) {
      const { amount, bankRef: subject } = input;
      const { payer } = input;
      const kept = { ...input, payer: isOther(payer, [row.name, row.taxTitle]) ? payer : null };
      await keepReceipt(call, row.id, "topUp", kept);
      const { used } = await accountOf(call, row);
      const repaid = Math.min(used, amount);
      await moveAccount(call, row.id, "repay", { amount: repaid, subject });
      await moveAccount(call, row.id, "topUp", { amount: amount - repaid, subject });
      const said = { amount: yuan(amount), repaid: yuan(repaid), prepaid: yuan(amount - repaid) };
      return { notice: m.account_received({ name: row.name, ...said }) };
    },
  },

  async withdraw(call, row, input) {
    const { prepaid } = await accountOf(call, row);
    const { amount, bankRef: subject } = input;
    if (amount > prepaid)
      throw new Invalid({ amount: [m.account_withdraw_short({ prepaid: yuan(prepaid), amount: yuan(amount) })] });
    await keepReceipt(call, row.id, "withdraw", input);
    await moveAccount(call, row.id, "withdraw", { amount, subject });
    return { notice: m.account_withdrawn({ amount: yuan(amount) }) };
  },

  changeLimit: {
    mayNot: unlessShared(onlyCredit),
    // Nobody else is asked about less.
    approval: (_call, row, { creditLimit, reason }) => ({
      ...{ amount: creditLimit > (row.creditLimit ?? 0) ? creditLimit : 0, reason, byItself: true },
      about: { parks: [], maker: null },
    }),
    async run(call, row, { creditLimit }) {
      const { used } = await accountOf(call, row);
      if (creditLimit < used) throw new Invalid({ creditLimit: [m.account_limit_below_used({ used: yuan(used) })] });
      return { set: { creditLimit }, notice: m.account_limit_changed({ amount: yuan(creditLimit) }) };
    },
  },

  allowOrder: {
    mayNot: unlessShared(onlyCredit),
    // It is an exception to what was agreed, however small.
    approval(call, _row, { amount, untilDay, reason }) {
      checkException(call, amount, untilDay);
      return { amount, reason, always: true, byItself: true, about: { parks: [], maker: null } };
    },
    async run(call, { id: agencyId }, { amount, untilDay, reason }) {
      checkException(call, amount, untilDay);
      await allowOnce(call, { agencyId, amount, untilDay, reason });
      return { notice: m.account_exception_allowed({ amount: yuan(amount), day: untilDay }) };
    },
  },

  async takeDeposit(call, row, input) {
    const { amount, bankRef: subject } = input;
    await keepReceipt(call, row.id, "deposit", input);
    await moveAccount(call, row.id, "deposit", { amount, subject });
    return { notice: m.account_deposit_taken({ amount: yuan(amount) }) };
  },

  async returnDeposit(call, row, input) {
    const { deposit } = await accountOf(call, row);
    const { amount, bankRef: subject } = input;
    if (amount > deposit)
      throw new Invalid({ amount: [m.account_deposit_short({ deposit: yuan(deposit), amount: yuan(amount) })] });
    await keepReceipt(call, row.id, "depositBack", input);
    await moveAccount(call, row.id, "depositBack", { amount, subject });
    return { notice: m.account_deposit_returned({ amount: yuan(amount) }) };
  },
};

function checkException({ now }: Call, amount: number, untilDay: string): void {
  const today = businessDay(now);
  if (amount <= 0) throw new Invalid({ amount: [m.account_nothing()] });
  if (untilDay < today || untilDay > addDays(today, longest))
    throw new Invalid({ untilDay: [m.account_exception_days({ n: longest })] });
}

/**
 * By the form a limit is lowered alone once the agency is in business, and the settlement stays while money is open. Before
 * that it is given as far as one person may give it.
 */
export async function checkSettlement(call: Call, values: Values, before: Values | null): Promise<void> {
  if (!before || ["applied", "rejected", "approved"].includes(String(before.status))) {
    const most = Number(await parameterOf(call.db, "agencyLimitApproval"));
    if (Number(values.creditLimit ?? 0) > most)
      throw new Invalid({ creditLimit: [m.account_limit_of_two({ amount: yuan(most) })] });
    return;
  }
  const settlement = String(values.settlement ?? before.settlement);
  const limit = "creditLimit" in values ? Number(values.creditLimit ?? 0) : Number(before.creditLimit ?? 0);
  if (limit > Number(before.creditLimit ?? 0)) throw new Invalid({ creditLimit: [m.account_limit_by_command()] });
  const id = Number(before.id);
  if (settlement !== before.settlement) {
    const [what] = await unsettledOf(call, [id], settlement === "cash");
    if (what) throw new Invalid({ settlement: [m.account_settlement_fixed({ what })] });
  }
  if (settlement !== "credit") return;
  const [account] = await readAccounts(call, sql`a.id = ${id}`);
  const used = account?.used ?? 0;
  // What an exception has used beyond it stays; the limit alone goes no further below.
  const lowered = limit < Number(before.creditLimit ?? 0);
  if (lowered && limit < used) throw new Invalid({ creditLimit: [m.account_limit_below_used({ used: yuan(used) })] });
}
