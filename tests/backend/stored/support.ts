/** A shop of stored-value cards to test with: a fee, a type with gifts, cards in stock. */
import { cardFee } from "~/contract/card/fee";
import { cardType } from "~/contract/card/type";
import { smartCard } from "~/contract/stored/card";
import { checkedIdentity } from "~server/backend/seed/identity";
import type { TestBackend } from "~tests/support/backend";
import { createPark, fresh } from "~tests/support/park";

let people = 0;
export function identityOf(): string {
  people += 1;
  return checkedIdentity(`11010119910101${String(people).padStart(3, "0")}`);
}

export async function openStoredShop(backend: TestBackend) {
  const park = await createPark(backend);
  const feeId = await backend.saved(cardFee.methods.save, {
    ...{ code: fresh("SF"), name: "储值卡收费", issue: 1_000, deposit: 2_000, replacement: 1_500, renewal: 0 },
    ...{ scaleBasis: "share", refundScale: [] },
  });
  const freeOfFees = await backend.saved(cardFee.methods.save, {
    ...{ code: fresh("SF"), name: "不收费", issue: 0, deposit: 0, replacement: 0, renewal: 0 },
    ...{ scaleBasis: "share", refundScale: [] },
  });
  const addType = (fields: Record<string, unknown> = {}) =>
    backend.saved(cardType.methods.save, {
      ...{ code: fresh("SV"), name: "青云储值卡", kind: "stored", price: 0, cardFeeId: freeOfFees, validity: "sale" },
      ...{ places: [], holdersMost: 1, asksIdentity: false, asksMobile: false, asksPhoto: false, renewable: false },
      ...{ giftOrder: "last", refundRule: "anytime" },
      giftTiers: [
        { fromAmount: 10_000, gift: 1_000 },
        { fromAmount: 50_000, gift: 8_000 },
      ],
      ...fields,
    });
  const stock = async (cardTypeId: number) => {
    const number = fresh("S");
    return { id: await backend.saved(smartCard.methods.save, { number, cardTypeId, remark: null }), number };
  };
  /** A card in somebody's hands. */
  const sold = async (cardTypeId: number, fields: Record<string, unknown> = {}) => {
    const card = await stock(cardTypeId);
    const reply = await backend.call(smartCard.methods.sell, {
      ...{ id: card.id, holderName: "王秀英", identity: identityOf(), mobile: null, amount: 0, paymentType: "cash" },
      ...fields,
    } as never);
    if (!reply.success) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`);
    return card;
  };
  return { park, feeId, addType, stock, sold };
}
export type StoredShop = Awaited<ReturnType<typeof openStoredShop>>;
