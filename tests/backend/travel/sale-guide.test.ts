/** A guide named at the counter: of the agency that buys, or of none; in business; counted for their visitors. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { holdCart } from "~/contract/ticket/held-cart";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { guide } from "~/contract/travel/guide";
import { guideVisitors } from "~/contract/travel/guide-visitors";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { allRights } from "~tests/support/two-parks";
import { addGuide, addSalesman, agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
let agencyId: number;
let free: { id: number; certificate: string };
let bound: { id: number; certificate: string };
let people = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  expect((await backend.call(getCounter, {})).data.takesGuides).toBe(false);
  agencyId = await agencyInUse(backend, { settlement: "cash", code: "GA-1", name: "近水旅行社" });
  free = await someGuide("孙悦", []);
  bound = await someGuide("钱进", [{ agencyId }]);
});
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

async function someGuide(name: string, agencies: object[]) {
  people += 1;
  const certificate = fresh("D");
  const identity = { document: "passport", country: "法国", identity: `FR${200_000 + people}` };
  return { certificate, id: await addGuide(backend, { name, certificate, agencies, ...identity }) };
}
const cart = (fields: object) => ({
  ...{ visitDay: today, lines: [{ ticketTypeId: park.adultId, quantity: 2 }], posId: park.posId },
  ...{ paymentType: "cash", ...fields },
});
const sale = (fields: object, as = backend.admin) =>
  backend.call(sellTickets, { ...cart(fields), idempotencyKey: fresh("sale-key") } as never, { as });
const visitors = async (guideId: number) => (await backend.call(guideVisitors, { guideId } as never)).data.rows;

test("the visitors are the guide's, with the agency that buys and without one", async () => {
  expect((await backend.call(getCounter, {})).data.takesGuides).toBe(true);
  const { data: quote } = await backend.call(quoteSale, cart({ guide: bound.certificate, agency: "GA-1" }) as never);
  expect([quote.guide, quote.whyNot]).toEqual([`钱进（${bound.certificate}）`, ""]);
  expect((await sale({ guide: bound.certificate.toLowerCase(), agency: "GA-1" })).message).toBe("");
  expect(await visitors(bound.id)).toMatchObject([{ guide: "钱进", agency: "近水旅行社", tickets: 2 }]);
  expect((await sale({ guide: "孙" })).message).toBe("");
  expect(await visitors(free.id)).toMatchObject([{ guide: "孙悦", agency: "", tickets: 2 }]);
  expect((await sale({ guide: "孙悦", agency: "GA-1" })).message).toBe("");
  expect(await visitors(free.id)).toHaveLength(2);
});

test("nobody, a suspended one, one of other agencies, one of several and another tenant's are refused, and nothing is written", async () => {
  await agencyInUse(backend, { settlement: "cash", code: "GA-2", name: "远山旅行社" });
  const gone = await someGuide("吴限", []);
  await backend.call(guide.commands.suspend.method, { id: gone.id, reason: "投诉" } as never);
  await someGuide("郑一", []);
  await someGuide("郑二", []);
  const stranger = await backend.createCorp("guides");
  const before = await digests(backend);
  const refusals: [object, string][] = [
    [{ guide: "没有这位" }, "没有找到导游“没有这位”"],
    [{ guide: "吴限" }, "导游“吴限”已停用"],
    [{ guide: gone.certificate }, "导游“吴限”已停用"],
    [{ guide: bound.certificate, agency: "GA-2" }, "导游“钱进”不在所选旅行社名下"],
    [{ guide: "郑" }, "符合的导游不止一位：郑一"],
    [{ guide: "%" }, "没有找到导游“%”"],
  ];
  for (const [fields, words] of refusals) {
    const no = await sale(fields);
    expect([no.status, no.errors?.guide?.[0]]).toEqual([422, expect.stringContaining(words)]);
    const { data: quote } = await backend.call(quoteSale, cart(fields) as never);
    expect(quote.refusedReductions).toEqual([{ field: "guide", message: expect.stringContaining(words) }]);
    expect(quote.whyNot).toContain(words);
  }
  const { data } = await backend.call(getCounter, {}, { as: stranger });
  expect(data.takesGuides).toBe(false);
  const foreign = await sale({ guide: free.certificate }, stranger);
  expect([foreign.status, foreign.errors?.guide]).toEqual([422, [`没有找到导游“${free.certificate}”`]]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("whom a guide works for does not depend on whose agencies the seller sees", async () => {
  const { token, id } = await allRights(backend, [], "own");
  const salesmanId = await addSalesman(backend, { accountId: id });
  await agencyInUse(backend, { settlement: "cash", code: "GA-3", name: "自家旅行社", salesmanId });
  // The row that says so is hidden from this seller: the guide is no free one for that.
  const no = await sale({ guide: bound.certificate, agency: "GA-3" }, token);
  expect([no.status, no.errors?.guide]).toEqual([422, ["导游“钱进”不在所选旅行社名下"]]);
  expect((await sale({ guide: free.certificate, agency: "GA-3" }, token)).message).toBe("");
});

test("a cart that is set aside keeps the guide as typed", async () => {
  const { posId: _, ...kept } = cart({ guide: free.certificate }) as Record<string, unknown>;
  const held = await backend.call(holdCart, { cart: kept, idempotencyKey: fresh("hold-key") } as never);
  expect(held.message).toBe("");
  const [row] = await backend.sql<{ guide: string }>("select cart->>'guide' as guide from held_cart where id = $1", [
    held.data.id,
  ]);
  expect(row?.guide).toBe(free.certificate);
});
