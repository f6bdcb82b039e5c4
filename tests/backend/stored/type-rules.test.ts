/** Types of stored value offer the rules that such cards obey, and say them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardType, cardTypeSays } from "~/contract/card/type";
import { isOffered, isShown } from "~/contract/form-rules";
import { storedCounter } from "~/contract/stored/counter";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  shop = await openStoredShop(backend);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

async function record(id: number) {
  const { data } = await backend.call(cardType.methods.get, { id });
  const { status: _, ...own } = data.record as Record<string, unknown>;
  return own;
}

test("a term from the activation is refused in words, and writes nothing", async () => {
  const type = await record(await shop.addType({ months: 12 }));
  const before = await digests(backend);
  const refused = await backend.call(cardType.methods.save, { ...type, validity: "activation" } as never);
  expect([refused.status, refused.errors]).toEqual([422, { validity: ["储值卡售出即可消费，有效期不能从激活起算"] }]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("a term from the activation is not offered to it, and is to cards that are activated", () => {
  const offered = (kind: string) =>
    ["sale", "activation", "fixed"].filter((value) => isOffered(cardType.fields.validity, value, { kind }));
  expect(offered("stored")).toEqual(["sale", "fixed"]);
  expect(offered("annual")).toEqual(["sale", "activation", "fixed"]);
});

test("holders, photographs and renewal are no part of its form, whatever else is chosen, and are not kept", async () => {
  const rules = ["holdersMost", "asksPhoto", "renewable", "renewBefore", "renewAfter", "renewalPrice"] as const;
  const shown = (kind: string) => rules.filter((name) => isShown(cardType.fields[name], { kind, renewable: "T" }));
  expect(shown("stored")).toEqual([]);
  expect(shown("annual")).toEqual(rules);
  const id = await shop.addType({
    ...{ holdersMost: 5, asksPhoto: true, renewable: true, renewBefore: 10, renewAfter: 10, renewalPrice: 9_900 },
  });
  expect(await record(id)).toMatchObject({
    ...{ holdersMost: null, asksPhoto: false, renewable: false },
    ...{ renewBefore: null, renewAfter: null, renewalPrice: null },
  });
});

test("its sentences say which data are asked, what a card holds at most, and that its balance outlives its term", async () => {
  const says = async (fields: Record<string, unknown>) =>
    (await backend.call(cardTypeSays, { id: await shop.addType(fields) })).data.sentences;
  const free = await says({ months: 12 });
  expect(free).toContain("办卡不要求登记资料。");
  expect(free).toContain("到期后余额保留，可延期后继续消费。");
  expect(free).toContain(
    "登记证件号码的为记名卡，单张卡本金最多 5000.00 元，可挂失；未登记的为不记名卡，最多 1000.00 元，不挂失。",
  );
  const named = await says({ asksIdentity: true, asksMobile: true });
  expect(named).toContain("办卡须登记姓名和证件号码、手机。");
  expect(named).toContain("为记名卡，单张卡本金最多 5000.00 元，可挂失。");
  expect(named.some((sentence) => sentence.includes("延期"))).toBe(false);
  const fixed = await says({ validity: "fixed", fixedFrom: "2026-01-01", fixedTo: "2026-12-31" });
  expect(fixed).toContain("到期后余额保留；卡种的截止日改晚后，可延期至新的截止日。");
});

test("the limits are those of the parameters, and the counter says the same of a card", async () => {
  const { id } = await shop.sold(await shop.addType());
  await backend.sql("update sys_param set param_option = '80000' where param_code = 'storedMostUnnamed'");
  const { data } = await backend.call(storedCounter, { cardId: id } as never);
  expect(data.card?.sentences.join("")).toContain("未登记的为不记名卡，最多 800.00 元");
});
