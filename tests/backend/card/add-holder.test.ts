/** A card for several gets its other holders after its sale: by an upgrade, or when they come. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardCounter } from "~/contract/card/counter";
import { auditEntry } from "~/contract/platform/logs";
import { checkTicket } from "~/contract/ticket/check";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { identityOf, openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let family = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  family = await shop.addType({ name: "家庭年卡", price: 60_000, holdersMost: 3, perDay: 2 });
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = seasonCard;
const add = (id: number, fields: object = {}, as = backend.admin) =>
  backend.call(
    methods.addHolder,
    { id, holderName: "小鱼", document: "resident", identity: identityOf(), country: null, ...fields } as never,
    { as },
  );
const sold = async (typeId = family) => (await shop.sell(typeId)).data;
const active = async (typeId = family) => {
  const card = await sold(typeId);
  await backend.call(methods.activate, { id: card.cardId } as never);
  return card;
};
const seen = async (cardId: number) => {
  const { card } = (await backend.call(cardCounter, { cardId })).data;
  if (!card) throw new Error("it is there");
  return card;
};
const enter = async (code: string) =>
  (await backend.call(checkTicket, { gateId: shop.park.gateId, code, idempotencyKey: fresh("enter-key") })).data;

test("after an upgrade the family comes onto the card, and each of them goes in by their own document", async () => {
  const single = await shop.addType({ upgrades: [{ toTypeId: family }] });
  const { cardId } = await active(single);
  expect((await seen(cardId)).steps.map(({ step }) => step)).not.toContain("addHolder");
  const up = { id: cardId, toTypeId: family, paymentType: "cash", expected: null };
  expect((await backend.call(methods.upgrade, up as never)).message).toBe("");
  const identity = identityOf();
  const added = await add(cardId, { identity });
  expect([added.message, added.data.notice]).toEqual(["", "已增加持卡人 小鱼（2/3）"]);
  expect(
    (await add(cardId, { holderName: "Ann", document: "passport", identity: "C01X00T47", country: "DEU" })).message,
  ).toBe("");
  // A passport's number is cut in the audit log as a resident's is.
  const [logged] = await backend.sql<{ id: number }>(
    "select id::int as id from audit_log where thing = 'seasonCard' and thing_id = $1 order by id desc limit 1",
    [cardId],
  );
  const { fields } = (await backend.call(auditEntry, { id: Number(logged?.id) })).data;
  const typed = fields.find(({ name }) => name === "given")?.after ?? "";
  expect([typed.includes("Ann"), typed.includes("C01X00T47")]).toEqual([true, false]);
  const card = await seen(cardId);
  expect(card.holders.map(({ name }) => name)).toEqual(["王秀英", "小鱼", "Ann"]);
  // All of them are there: it is offered no more, and what comes all the same is refused.
  expect(card.steps.map(({ step }) => step)).not.toContain("addHolder");
  expect(card.history.map(({ stepName, said }) => [stepName, said])).toContainEqual(["增加持卡人", "小鱼"]);
  expect((await enter(identity)).admitted).toBe(true);
  const before = await digests(backend);
  const fourth = await add(cardId);
  expect([fourth.status, fourth.message]).toEqual([409, "此卡最多 3 位持卡人，已全部登记"]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("nobody twice, nobody who has such a card, nobody without the document that its type wants", async () => {
  const { cardId } = await active();
  const [one] = await backend.sql<{ identity: string }>("select identity from season_card where id = $1", [cardId]);
  const other = identityOf();
  await shop.sell(family, { holders: [{ name: "赵敏", document: "resident", country: "", identity: other }] });
  const before = await digests(backend);
  for (const [field, fields] of [
    ["identity", { identity: one?.identity }],
    ["identity", { identity: null }],
    ["identity", { identity: "110101199001010000" }],
    ["holderName", { holderName: "" }],
    ["document", { document: "nonsense" }],
  ] as const) {
    const no = await add(cardId, fields);
    expect([fields, no.status, Object.keys(no.errors ?? {})]).toEqual([fields, 422, [field]]);
  }
  const held = await add(cardId, { identity: other });
  expect([held.status, held.message]).toEqual([409, expect.stringContaining("赵敏 已有一张")]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("another tenant finds no card, and whoever has not the right adds nobody", async () => {
  const { cardId } = await active();
  const tenant = await backend.createCorp("7731");
  const reader = await backend.createUser({ grants: ["seasonCardList"] });
  const before = await digests(backend);
  expect((await add(cardId, {}, tenant)).status).toBe(404);
  expect((await add(cardId, {}, reader.token)).status).toBe(403);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("two tills and the last place, and one person on two cards at once: one of each", async () => {
  const { cardId } = await active();
  await add(cardId);
  const last = await race(backend, 2, () => add(cardId));
  expect(last.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await seen(cardId)).holders).toHaveLength(3);
  const [first, second] = [await active(), await active()];
  const identity = identityOf();
  const both = await race(backend, 2, (n) => add(n === 0 ? first.cardId : second.cardId, { identity }));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("pressed twice with one key it is one more", async () => {
  const { cardId } = await active();
  const idempotencyKey = fresh("add-holder-key");
  const identity = identityOf();
  const [one, two] = [await add(cardId, { idempotencyKey, identity }), await add(cardId, { idempotencyKey, identity })];
  expect(two.data).toEqual(one.data);
  expect((await seen(cardId)).holders).toHaveLength(2);
});
