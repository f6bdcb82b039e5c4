/** How a company pays for its cards: in several ways at once, and on the account of an agency, as at the counter for tickets. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardListLook, sellCardList } from "~/contract/card/card-list";
import { uploadPaths } from "~/contract/files";
import { agencyAccount } from "~/contract/travel/account";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { send } from "../files/uploading";
import { csv } from "../imports/importing";
import { agencyInUse } from "../travel/sales-support";
import { identityOf, openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType();
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

/** A card is 310 yuan, and its deposit 20. */
const listOf = async (people: number) => {
  const rows = Array.from({ length: people }, (_, at) => [`员工${at + 1}`, "", identityOf(), "", "", "", ""]);
  const heading = ["姓名", "证件类型", "证件号", "国家或地区", "手机", "卡号", "备注"];
  const sent = await send(backend, uploadPaths.temporary, [{ bytes: csv([heading, ...rows]), name: "名单.csv" }], {
    ...{ as: backend.admin, fields: { accept: "file" } },
  });
  return sent.data;
};
const sell = (path: string, more: Record<string, unknown>) =>
  backend.call(sellCardList, { idempotencyKey: fresh("list-key"), cardTypeId: typeId, path, ...more } as never);
const paid = (orderId: number) =>
  backend.sql("select payment_type, amount::int from payment where order_id = $1 order by id", [orderId]);
const deposits = () =>
  backend.sql(
    `select d.payment_type, sum(d.held)::int as held from season_card_deposit d
     join season_card c on c.corp_code = d.corp_code and c.id = d.card_id
     where c.card_type_id = $1 group by d.payment_type`,
    [typeId],
  );
const codeOf = async (id: number) =>
  (await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]))[0]?.code ?? "";
const credit = (creditLimit: number) => agencyInUse(backend, { settlement: "credit", creditLimit });
const used = async (id: number) => (await backend.call(agencyAccount, { id })).data.standing.used;

test("in several ways at once: together they are what is due, deposits by the one type beside them", async () => {
  const payments = [
    { paymentType: "wechat", amount: 50_000 },
    { paymentType: "cash", amount: 12_000 },
  ];
  const sold = await sell(await listOf(2), { payments, paymentType: "alipay", expectedPayable: 62_000 });
  expect(sold.message).toBe("");
  expect(await paid(sold.data.orderId)).toEqual([
    { payment_type: "wechat", amount: 50_000 },
    { payment_type: "cash", amount: 12_000 },
  ]);
  expect(await deposits()).toEqual([{ payment_type: "alipay", held: 4_000 }]);
  const [card] = await backend.sql<{ id: number }>("select id::int from season_card where card_type_id = $1", [typeId]);
  const back = await backend.call(seasonCard.methods.cancel, { id: card?.id ?? 0, reason: "离职", expected: null });
  expect(back.message).toBe("");
});

test("too little, too much, a type that is none, no way for the deposit: refused at its field, and nothing is written", async () => {
  const path = await listOf(1);
  const before = await digests(backend);
  const of = (...payments: [string, number][]) => ({
    payments: payments.map(([paymentType, amount]) => ({ paymentType, amount })),
  });
  const no = async (more: Record<string, unknown>) => Object.keys((await sell(path, more)).errors ?? {});
  expect(await no({ ...of(["wechat", 30_000]), paymentType: "cash" })).toEqual(["payments"]);
  expect(await no({ ...of(["wechat", 32_000]), paymentType: "cash" })).toEqual(["payments"]);
  expect(await no({ ...of(["wechat", 30_000], ["shells", 1_000]), paymentType: "cash" })).toEqual([
    "payments.1.paymentType",
  ]);
  expect(await no(of(["wechat", 31_000]))).toEqual(["paymentType"]);
  expect(await no({ paymentType: "onAccount" })).toEqual(["paymentType"]);
  expect(await no({ ...of(["onAccount", 31_000]), paymentType: "cash" })).toEqual(["payments"]);
  expect(await no({ paymentType: "cash", agency: "没有这一家" })).toEqual(["agency"]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("on an agency's account, whole or in part; the deposit in hand; a card that goes back goes back to the account", async () => {
  const id = await credit(100_000);
  const agency = await codeOf(id);
  expect((await backend.call(cardListLook, { cardTypeId: typeId })).data).toMatchObject({ agencies: true });
  const onAccount = [{ paymentType: "onAccount", amount: 31_000 }];
  const sold = await sell(await listOf(1), { agency, payments: onAccount, paymentType: "cash" });
  expect(sold.message).toBe("");
  expect(await paid(sold.data.orderId)).toEqual([{ payment_type: "onAccount", amount: 31_000 }]);
  expect(await deposits()).toEqual([{ payment_type: "cash", held: 2_000 }]);
  expect(await used(id)).toBe(31_000);
  const trade = await backend.sql("select agency_id::int as id from travel_order where order_id = $1", [
    sold.data.orderId,
  ]);
  expect(trade).toEqual([{ id }]);
  const [card] = await backend.sql<{ id: number }>("select id::int from season_card where card_type_id = $1", [typeId]);
  await backend.call(seasonCard.methods.cancel, { id: card?.id ?? 0, reason: "离职", expected: null });
  // Half of the price goes back by the scale; the issue fee stays.
  expect(await used(id)).toBe(16_000);
  const part = [
    { paymentType: "onAccount", amount: 20_000 },
    { paymentType: "wechat", amount: 11_000 },
  ];
  expect((await sell(await listOf(1), { agency, payments: part, paymentType: "cash" })).message).toBe("");
  expect(await used(id)).toBe(36_000);
});

test("what an account does not bear is refused in words, and no card is issued", async () => {
  const agency = await codeOf(await credit(31_000));
  const path = await listOf(2);
  const asked = { agency, payments: [{ paymentType: "onAccount", amount: 62_000 }], paymentType: "cash" };
  const before = await digests(backend);
  const no = await sell(path, asked);
  expect([no.status, no.message]).toEqual([409, expect.stringContaining("还差 310.00 元")]);
  const touched = changed(before, await digests(backend)).filter((one) => !/audit|review|message/.test(one));
  expect(touched).toEqual([]);
});

test("two lists on one account at once: it is charged for no more than it bears", async () => {
  const id = await credit(40_000);
  const agency = await codeOf(id);
  const paths = [await listOf(1), await listOf(1)];
  const asked = { agency, payments: [{ paymentType: "onAccount", amount: 31_000 }], paymentType: "cash" };
  const all = await race(backend, 2, (n) => sell(paths[n] ?? "", asked));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await used(id)).toBe(31_000);
});
