/** A card shop to test with: a fee, a type, and holders whose documents nobody else has. */

import { sellCard } from "~/contract/card/counter";
import { cardFee } from "~/contract/card/fee";
import { cardType } from "~/contract/card/type";
import type { PayloadOf } from "~/contract/method";
import { checkedIdentity } from "~server/backend/seed/identity";
import type { TestBackend } from "~tests/support/backend";
import { createPark, fresh } from "~tests/support/park";

let people = 0;
/** A resident's number with its check digit. */
export function identityOf(): string {
  people += 1;
  return checkedIdentity(`11010119900101${String(people).padStart(3, "0")}`);
}

export const person = (name = "王秀英") => ({ name, identity: identityOf() });

export async function openShop(backend: TestBackend, fee: Record<string, unknown> = {}) {
  const park = await createPark(backend);
  const feeId = await backend.saved(cardFee.methods.save, {
    ...{ code: fresh("CF"), name: "标准工本费", issue: 1_000, deposit: 2_000, replacement: 1_500, renewal: 0 },
    ...{
      scaleBasis: "share",
      refundScale: [
        { until: 0, percent: 100 },
        { until: 50, percent: 50 },
      ],
    },
    ...fee,
  });
  const addType = (fields: Record<string, unknown> = {}) =>
    backend.saved(cardType.methods.save, {
      ...{ code: fresh("CT"), name: "青云山年卡", kind: "annual", price: 30_000, cardFeeId: feeId, validity: "sale" },
      ...{ months: 12, places: [{ parkId: park.parkId, gateGroupId: null }], perDay: 1, holdersMost: 1 },
      ...{ asksIdentity: true, asksMobile: false, asksPhoto: false, renewable: true, renewBefore: 30, renewAfter: 30 },
      ...fields,
    });
  const sell = (cardTypeId: number, payload: Partial<PayloadOf<typeof sellCard>> = {}, as = backend.admin) =>
    backend.call(
      sellCard,
      {
        ...{
          idempotencyKey: fresh("sell-card-key"),
          cardTypeId,
          number: "",
          holders: [person()],
          paymentType: "wechat",
        },
        ...payload,
      } as PayloadOf<typeof sellCard>,
      { as },
    );
  return { park, feeId, addType, sell };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;
