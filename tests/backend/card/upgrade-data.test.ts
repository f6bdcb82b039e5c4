/** Upgrades ask for what the new type asks of its holders: said before it is pressed, and what is refused writes nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardCounter } from "~/contract/card/counter";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { openShop, person, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let from = 0;
const to = { identity: 0, mobile: 0, photo: 0, one: 0 };
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  shop = await openShop(backend);
  const dear = { price: 50_000, holdersMost: 2, asksIdentity: false };
  to.identity = await shop.addType({ ...dear, name: "实名年卡", asksIdentity: true });
  to.mobile = await shop.addType({ ...dear, name: "手机年卡", asksMobile: true });
  to.photo = await shop.addType({ ...dear, name: "照片年卡", asksPhoto: true });
  to.one = await shop.addType({ ...dear, name: "单人年卡", holdersMost: 1 });
  from = await shop.addType({
    ...{ asksIdentity: false, holdersMost: 2 },
    upgrades: Object.values(to).map((toTypeId) => ({ toTypeId })),
  });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = seasonCard;
const unnamed = { name: "李雷", identity: "" };
const upgrade = (id: number, toTypeId: number) =>
  backend.call(methods.upgrade, { id, toTypeId, paymentType: "cash", expected: null });
/** By the name of the type: why the counter does not offer the upgrade. */
const whyNots = async (cardId: number) => {
  const { data } = await backend.call(cardCounter, { cardId });
  return Object.fromEntries(data.card?.upgrades.map(({ name, price }) => [name, price.whyNot]) ?? []);
};

const identityWords = (n: number) => `“实名年卡”要求登记证件号码，此卡有 ${n} 位持卡人没有登记，不能升级；可退卡后另购`;
const mobileWords = "“手机年卡”要求登记手机号，此卡没有登记，不能升级；可退卡后另购";

test("what is missing is said at the counter, is refused in the same words, and writes nothing", async () => {
  const { cardId: id } = (await shop.sell(from, { holders: [person("韩梅"), unnamed] })).data;
  await backend.call(methods.activate, { id });
  expect(await whyNots(id)).toEqual({
    ...{ 实名年卡: identityWords(1), 手机年卡: mobileWords },
    ...{ 照片年卡: "请先上传 2 位持卡人的照片", 单人年卡: "最多 1 位持卡人" },
  });
  const before = await digests(backend);
  for (const toTypeId of Object.values(to)) expect((await upgrade(id, toTypeId)).status).toBe(409);
  expect((await upgrade(id, to.identity)).message).toBe(identityWords(1));
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("one person gets no second active card of a type by an upgrade of a card without a document number", async () => {
  await shop.sell(to.identity, { holders: [person("韩梅")] });
  const { cardId: id } = (await shop.sell(from, { holders: [unnamed] })).data;
  expect((await upgrade(id, to.identity)).message).toBe(identityWords(1));
});

test("a card that has what is asked is upgraded; photographs are asked of one that is active, of another by its activation", async () => {
  const has = { holders: [person("韩梅")], mobile: "13800138000" };
  for (const toTypeId of [to.identity, to.mobile, to.one]) {
    const { cardId } = (await shop.sell(from, { ...has, holders: [person("韩梅")] })).data;
    expect((await upgrade(cardId, toTypeId)).message).toBe("");
  }
  const { cardId: id } = (await shop.sell(from, has)).data;
  expect((await upgrade(id, to.photo)).message).toBe("");
  expect((await backend.call(methods.activate, { id })).message).toBe("请先上传 1 位持卡人的照片");
  const { cardId: active } = (await shop.sell(from, { holders: [person("李雷")] })).data;
  await backend.call(methods.activate, { id: active });
  await backend.sql(`update season_card set photos = '/upload/one.jpg' where id = ${active}`);
  expect(await whyNots(active)).toMatchObject({ 照片年卡: "" });
  expect((await upgrade(active, to.photo)).message).toBe("");
});
