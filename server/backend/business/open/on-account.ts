/** Applications that sell on the account of an agency: its prices, and whether anything is sold to it at this moment. */
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { m } from "~/contract/messages";
import type { confirmRequest, OpenOrder } from "~/contract/open/operations";
import { onAccount } from "~/contract/order/cash";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { payHeld } from "../order/hold";
import type { Sellable } from "../order/sellable";
import { agencyOfApplication } from "../platform/open-application";
import { type Account, readAccounts } from "../travel/accounts";
import { standingWhyNot } from "../travel/on-account";
import { keepTradeOrder } from "../travel/trade-order";
import type { Application } from "./authenticate";
import { ownOrder, tellOrder } from "./order-of";

/** Null for an application that sells to customers of its own. */
export async function agencyOf(call: Call, { id }: Pick<Application, "id">): Promise<Account | null> {
  const agencyId = await agencyOfApplication(call.db, id);
  if (agencyId === null) return null;
  const [account] = await readAccounts(call, sql`a.id = ${agencyId}`);
  if (!account) throw new Error(`application ${id} is bound to an agency that is not there`);
  return account;
}

/** "" where orders may be placed. What its credit bears is asked when they are confirmed. */
export const notSoldTo = (call: Call, agency: Account | null): string => (agency ? standingWhyNot(call, agency) : "");

/** Sells what is held on the account of the agency that it was held for. Again with the same number: the same order. */
export async function confirm(
  call: Call,
  application: Application,
  sellables: readonly Sellable[],
  outerNo: string,
  { payNo, amount }: z.output<typeof confirmRequest>,
): Promise<OpenOrder> {
  const order = await ownOrder(call, application, outerNo, true);
  if (order.payNo === payNo) return tellOrder(call, application, outerNo);
  if (order.payNo !== null) throw new Refusal(m.open_paid_already({ payNo: order.payNo }));
  const { agencyId } = order;
  if (agencyId === null) throw new Refusal(m.open_not_on_account());
  if (amount !== order.payable) throw new Invalid({ amount: [m.open_other_amount({ payable: yuan(order.payable) })] });
  if (order.state !== "pending" || order.holdUntil <= call.now) throw new Refusal(m.open_hold_over({ outerNo }));
  // Whoever took its agency away, or gave it another, has ended what it may do in the name of the first.
  if ((await agencyOfApplication(call.db, application.id, true)) !== agencyId)
    throw new Refusal(m.open_other_agency({ outerNo }));
  await payHeld(call, sellables, order, { paymentType: onAccount, account: String(agencyId) });
  await keepTradeOrder(call, { orderId: order.id, visitDay: order.visitDay, agencyId, guideId: null });
  await call.db.execute(sql`update open_order set pay_no = ${payNo}, waiting = false where id = ${order.openId}`);
  const after = { did: "onAccount", payable: order.payable, payNo, agencyId };
  call.audit({ thing: "order", thingId: order.id, label: order.orderNo, before: { state: "pending" }, after });
  return tellOrder(call, application, outerNo);
}
