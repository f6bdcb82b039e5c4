/** A sale goes through the corp's chain: refusals before anything is taken, messages once it is sold. */

import { m } from "~/contract/messages";
import { judgeSale, type SaleNode, type Step } from "~/contract/order/flow-steps";
import { yuan } from "../../../kernel/money";
import { notify, type Told } from "../../../kernel/notify";
import { Refusal } from "../../../kernel/refusal";
import type { Call } from "../../../kernel/served";
import { keyedChannels } from "../pay-type/standing";
import { saleSteps } from "./chain";
import { decidersOf } from "./told";

/** Of an order that is about to be sold; fen. */
interface Asked {
  channel: string;
  contactMobile: string;
  parts: readonly { lines: readonly { quantity: number; parkId: number }[] }[];
}

interface Sums {
  total: number;
  discount: number;
  payable: number;
}

interface Sold {
  orderId: number;
  orderNo: string;
}

/** Throws the refusal; answers what is to be told once the order is there. `read`: the chain, where somebody has read it. */
export async function goThroughSale(
  call: Call,
  { channel, parts, contactMobile }: Asked,
  { total, discount, payable }: Sums,
  read: readonly Step<SaleNode>[] | null,
): Promise<(sold: Sold) => Promise<void>> {
  const steps = read ?? (await saleSteps(call));
  const lines = parts.flatMap((part) => part.lines);
  const { whyNot, tells } = judgeSale(steps, {
    keyed: keyedChannels.some((keyed) => keyed === channel),
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    ...{ total, discount, payable, contactMobile },
  });
  if (whyNot !== "") throw new Refusal(whyNot);
  const parks = [...new Set(lines.map(({ parkId }) => parkId))];
  return async (sold) => {
    for (const step of tells) await tell(call, step, sold, { total, discount, payable }, parks);
  };
}

async function tell(
  call: Call,
  { node }: Step<SaleNode>,
  { orderId, orderNo }: Sold,
  { total, discount, payable }: Sums,
  parks: readonly number[],
): Promise<void> {
  const percent = Math.floor((discount * 100) / Math.max(1, total));
  const title: Told["title"] =
    node === "tellDiscount"
      ? (options) => m.flow_tell_discount({ orderNo, discount: yuan(discount), percent }, options)
      : (options) => m.flow_tell_sale({ orderNo, amount: yuan(payable) }, options);
  await notify(call.db, call.now, {
    ...decidersOf(call, parks),
    title,
    body: (options) => m.flow_tell_by({ by: call.caller.name, orderNo }, options),
    link: `/offlineOrderDetail?id=${orderId}`,
    matter: `flow ${node} ${orderNo}`,
  });
}
