/** Orders that the account of an agency pays: charged in the transaction of the sale, with the agency locked. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { onAccount } from "~/contract/order/cash";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { parameterOf } from "../../kernel/parameters";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { ofEveryAgency } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { type AccountPayer, paysFrom } from "../order/payment/by-account";
import { type Account, freeOf, moveAccount, oldestOwed, overdue, readAccounts, underWayOf } from "./accounts";
import { exceptionBears, spendException } from "./exceptions";
import { lockShared, sharedWhyNot } from "./shared-agency";

/** Why so much cannot be sold on an account; "" when it can. Of nothing: why nothing can. */
export async function accountWhyNot(call: Call, account: Account, amount: number): Promise<string> {
  return (await accountRefusal(call, account, amount))?.message ?? "";
}

/** Why nothing is sold on the account of an agency, whatever it holds; "" where something may be. No exception lifts it. */
export function standingWhyNot({ now }: Pick<Call, "now">, account: Account): string {
  const { name, settlement, status, agreementUntil: day } = account;
  if (status !== "active") return m.account_not_active({ name });
  if (settlement === "cash") return m.account_cash_only({ name });
  return day !== null && day < businessDay(now) ? m.account_agreement_over({ name, day }) : "";
}

/** As {@link accountWhyNot}, with the figures that it goes by; null when it can be sold. */
export async function accountRefusal(call: Call, account: Account, amount: number): Promise<Refusal | null> {
  const { id, name, prepaid, limit, used } = account;
  const free = freeOf(account);
  const figures = async () => {
    const underWay = (await underWayOf(call, [id])).get(id) ?? 0;
    return { prepaid, limit, used, underWay, free, amount, missing: Math.max(0, amount - free) };
  };
  const standing = (await sharedWhyNot(call, account, amount)) || standingWhyNot(call, account);
  if (standing) return new Refusal(standing, { why: "standing", ...(await figures()) });
  if (amount > free) {
    const facts = await figures();
    return new Refusal(m.account_short({ name, ...sayYuan(facts) }), { why: "short", ...facts });
  }
  if (amount > 0 && amount <= prepaid) return null;
  const days = Number(await parameterOf(call.db, "agencyCreditDays"));
  if (!(await overdue(call, account, days))) return null;
  const day = (await oldestOwed(call, id)) ?? "";
  return new Refusal(m.account_overdue({ name, n: days, day }), { why: "overdue", ...(await figures()), days, day });
}

const sayYuan = <K extends string>(facts: Record<K, number>) =>
  Object.fromEntries(Object.entries<number>(facts).map(([name, fen]) => [name, yuan(fen)])) as Record<K, string>;

/** The account of an agency, with the lock that its other sales and commands wait for. */
export type ReadLocked = (call: Call, agencyId: number) => Promise<Account | undefined>;

export const readLocked: ReadLocked = async (call, agencyId) => {
  await lockShared(call, agencyId);
  await call.db.execute(sql`select id from travel_agency where id = ${agencyId} for no key update`);
  return (await readAccounts(call, sql`a.id = ${agencyId}`))[0];
};

/** With ways of reading the account and of spending an exception: the tests put in ones without the lock, and see it overdrawn. */
export function accountPayer(read: ReadLocked, spend: typeof spendException = spendException): AccountPayer {
  return {
    paymentType: onAccount,
    needsAccount: () => m.account_type_alone(),
    saysBack: async (call, { orderId, amount }) => {
      const lost = Math.min(amount, (await ofEveryAgency(call, () => chargeOf(call, orderId)))?.lost ?? 0);
      return lost > 0 ? m.account_lost_not_back({ amount: yuan(lost) }) : "";
    },

    async take(call, order, { account: agency, amount }) {
      const account = await read(call, Number(agency));
      if (!account) throw new Refusal(m.account_type_alone());
      const refusal = await accountRefusal(call, account, amount);
      if (
        refusal &&
        !((await isLiftable(call, account, amount)) && (await spend(call, account, { orderNo: order.orderNo, amount })))
      )
        throw refusal;
      const prepaid = Math.min(account.prepaid, amount);
      const credit = amount - prepaid;
      const subject = order.orderNo;
      await moveAccount(call, account.id, "sale", { amount: prepaid, subject });
      await moveAccount(call, account.id, "saleCredit", { amount: credit, subject });
      await call.db.execute(sql`
        insert into agency_charge (agency_id, order_id, order_no, prepaid, credit, day, at)
        values (${account.id}, ${order.id}, ${order.orderNo}, ${prepaid}, ${credit}, ${businessDay(call.now)},
                ${call.now.toISOString()}::timestamptz)
      `);
    },

    giveBack: (call, back) => ofEveryAgency(call, () => giveBack(call, back)),
  };
}

/** Why an order of this amount would not be sold on the account now, exceptions considered; "" where it would. */
export async function chargeWhyNot(call: Call, account: Account, amount: number): Promise<string> {
  const refusal = await accountRefusal(call, account, amount);
  if (!refusal) return "";
  const lifted = (await isLiftable(call, account, amount)) && (await exceptionBears(call, account, amount));
  return lifted ? "" : refusal.message;
}

/** What the group decides and how an agency stands is no credit that an exception could stretch. */
const isLiftable = async (call: Call, account: Account, amount: number): Promise<boolean> =>
  standingWhyNot(call, account) === "" && (await sharedWhyNot(call, account, amount)) === "";

/** What it took on credit is owed no more; what of that was paid meanwhile is prepaid now. What was written off nobody paid: of it nothing goes back. */
async function giveBack(call: Call, { orderId, part, amount }: Parameters<AccountPayer["giveBack"]>[1]): Promise<void> {
  const charge = await chargeOf(call, orderId);
  if (!charge) throw new Error(`order ${orderId} was charged to no agency`);
  const account = await readLocked(call, charge.agencyId);
  const lost = Math.min(amount, charge.lost);
  const credit = Math.min(amount - lost, charge.creditLeft, account?.used ?? 0);
  const prepaid = amount - lost - credit;
  await call.db.execute(sql`
    update agency_charge
    set prepaid_back = prepaid_back + ${prepaid}, credit_back = credit_back + ${credit + lost},
        lost = lost - ${lost}, lost_back = lost_back + ${lost}
    where corp_code = current_setting('app.corp_code') and order_id = ${orderId}
  `);
  const subject = charge.orderNo;
  await moveAccount(call, charge.agencyId, "saleCreditBack", { amount: credit, subject, part });
  await moveAccount(call, charge.agencyId, "saleBack", { amount: prepaid, subject, part });
}

paysFrom(accountPayer(readLocked));

const chargeOf = ({ db }: Call, orderId: number) =>
  firstOf<{ agencyId: number; orderNo: string; creditLeft: number; lost: number }>(
    db,
    sql`
      select agency_id::float8 as "agencyId", order_no as "orderNo", (credit - credit_back)::float8 as "creditLeft",
             lost::float8 as lost
      from agency_charge
      where corp_code = current_setting('app.corp_code') and order_id = ${orderId}
    `,
  );
