/** What a change of a type, a fee or a rule of consumption means for cards in people's hands: said at the form, with how many. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardFee } from "~/contract/card/fee";
import { cardType } from "~/contract/card/type";
import { storedRule } from "~/contract/stored/rule";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { friday } from "~tests/support/park";
import { openStoredShop, type StoredShop } from "../stored/support";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let stored: StoredShop;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  shop = await openShop(backend);
  stored = await openStoredShop(backend);
});
afterAll(() => backend.close());

const impact = async (method: typeof cardType.methods.get, id: number) =>
  (await backend.call(method, { id })).data.impact ?? "";

test("a rule of consumption counts the cards of its type and names what changes at once; one that is off, or without cards, none", async () => {
  const cardTypeId = await stored.addType();
  const ruleOf = (id: number) =>
    backend.saved(storedRule.methods.save, { name: "餐厅九折", cardTypeId: id, percent: 90, places: [] } as never);
  const rule = await ruleOf(cardTypeId);
  const says = () => impact(storedRule.methods.get as never, rule);
  expect(await says()).toBe("");
  await stored.sold(cardTypeId, { amount: 5_000 });
  await stored.sold(cardTypeId);
  await stored.stock(cardTypeId);
  await stored.sold(await stored.addType());
  expect(await says()).toMatch(/^现有 2 张在用的储值卡按此规则消费：折扣、每日上限、每日免费额/);
  await backend.sql("update stored_rule set status = 'F' where id = $1", [rule]);
  expect(await says()).toBe("");
});

test("a type of stored value speaks of gifts, order and refunds, not of visits", async () => {
  const id = await stored.addType();
  await stored.sold(id);
  const said = await impact(cardType.methods.get, id);
  expect(said).toMatch(/^现有 1 张在用的储值卡：充值赠送档位、本金与赠送金的使用顺序、退款规则/);
  expect(said).not.toMatch(/入园|禁用日期/);
});

test("cards that have ended count while they may be renewed, apart from those in use, with the type and with its fees", async () => {
  const id = await shop.addType({ renewAfter: 30 });
  const cards: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { cardId } = (await shop.sell(id)).data;
    await backend.call(seasonCard.methods.activate, { id: cardId });
    cards.push(cardId);
  }
  const end = (place: number, day: string) =>
    backend.sql("update season_card set status = 'expired', valid_from = '2025-01-01', valid_to = $2 where id = $1", [
      ...[cards[place], day],
    ]);
  // Of the Friday 2026-11-20: the first is renewed until that day, the second is not any more.
  await end(0, "2026-10-21");
  await end(1, "2026-10-20");
  const over = "另有 1 张已到期、仍可续的卡，续卡时按改动后的规则。";
  const said = await impact(cardType.methods.get, id);
  expect(said).toMatch(/^现有 2 张在用的卡：/);
  expect(said.endsWith(over)).toBe(true);
  expect((await impact(cardFee.methods.get as never, shop.feeId)).endsWith(over)).toBe(true);
  for (const place of [2, 3])
    await backend.sql("update season_card set status = 'replaced' where id = $1", [cards[place]]);
  expect(await impact(cardType.methods.get, id)).toBe(over);
  await backend.sql("update card_type set renewable = false where id = $1", [id]);
  expect(await impact(cardType.methods.get, id)).toBe("");
});
