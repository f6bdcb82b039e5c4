/** The paper of a company's stored-value cards: of every list that was sold, with fees or without. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardFee } from "~/contract/card/fee";
import { smartCard } from "~/contract/stored/card";
import { storedListSheet } from "~/contract/stored/card-list";
import { storedStatement } from "~/contract/stored/counter";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { heading, listing, row, staff } from "./listing";
import { identityOf, openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  // Price 0, issue 10.00, deposit 20.00.
  typeId = await shop.addType({ cardFeeId: shop.feeId, fromStock: true });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { receive, sell, upload } = listing(() => ({ backend, typeId }));

describe("the paper of a list", () => {
  test("is one for cards without fees too: in the order of the file, with what came onto each and what was paid for all", async () => {
    const depositOnly = await backend.saved(cardFee.methods.save, {
      ...{ code: fresh("FD"), name: "只收押金", issue: 0, deposit: 2_000, replacement: 0, renewal: 0 },
      ...{ scaleBasis: "share", refundScale: [], remark: null },
    });
    typeId = await shop.addType({ cardFeeId: depositOnly, fromStock: true });
    const no = await receive(4);
    const identity = identityOf();
    // The one with a number of its own is issued before the others, and stands where the file has it.
    const rows = [row("乙"), row("甲", identity, { number: no(4) }), row("丙")];
    const amounts = ["100", "", "50"];
    const path = await upload(
      rows.map((cells, at) => [...cells, amounts[at] ?? ""]),
      backend.admin,
      [...heading, "充值金额（元）"],
    );
    const sold = await sell(path, { expected: 21_000, expectedGift: 1_000 });
    expect([sold.message, sold.data.orderId]).toEqual(["", null]);
    const paper = (await backend.call(storedListSheet, { id: sold.data.listId })).data;
    expect(paper).toMatchObject({
      ...{ listNo: expect.stringMatching(/^SL\d+$/), company: "青云软件", paymentType: "wechat", orderNo: "" },
      ...{ fees: 0, deposit: 6_000, principal: 15_000, gift: 1_000 },
    });
    expect(paper.cards.map((card) => [card.holder, card.paid, card.principal, card.gift, card.stateName])).toEqual([
      ["乙", 12_000, 10_000, 1_000, "有效"],
      ["甲", 2_000, 0, 0, "有效"],
      ["丙", 7_000, 5_000, 0, "有效"],
    ]);
    expect(paper.cards.map(({ number }) => number)[1]).toBe(no(4));
    // Of the document its ends alone.
    expect(paper.cards[1]?.identity).toMatch(/^\d+\*+\w+$/);
    // What is done with a card afterwards moves nothing on the paper but its state.
    const id = paper.cards[1]?.id ?? 0;
    expect(
      (await backend.call(smartCard.methods.topUp, { id, amount: 9_000, paymentType: "cash" } as never)).message,
    ).toBe("");
    expect((await backend.call(smartCard.methods.reportLoss, { id, reason: "遗失" } as never)).message).toBe("");
    const later = (await backend.call(storedListSheet, { id: sold.data.listId })).data;
    expect(later.cards[1]).toMatchObject({ paid: 2_000, principal: 0, stateName: "挂失冻结" });
    expect((await backend.call(storedStatement, { id })).data.listId).toBe(sold.data.listId);
    await checkInvariants(backend);
  });

  test("is of no other tenant, and of nobody without the list of cards", async () => {
    await receive(1);
    const { listId } = (await sell(await upload(staff(1)))).data;
    const { token } = await backend.createUser({ grants: ["buyTktLog"] });
    expect((await backend.call(storedListSheet, { id: listId }, { as: token })).status).toBe(403);
    const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
    expect((await backend.call(storedListSheet, { id: listId }, { as })).status).toBe(404);
  });
});
