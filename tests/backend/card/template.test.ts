/** Card templates: what one may say, what is printed by them, and that nothing of another company or park is told. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { sellCard } from "~/contract/card/counter";
import { cardSheet, cardTemplate } from "~/contract/card/template";
import type { AnswerOf } from "~/contract/method";
import { storedSheet } from "~/contract/stored/sheet";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { openStoredShop } from "../stored/support";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;

beforeEach(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const element = (fields: object) => ({
  ...{ kind: "field", field: "holder", text: null, picture: null, x: 4, y: 4, width: 40, height: 6, size: 10 },
  ...{ bold: false, align: "left", ...fields },
});
const save = (elements: object[], fields: object = {}) =>
  backend.call(cardTemplate.methods.save, {
    ...{ name: "标准年卡", paper: "card", width: null, height: null, pictures: null, elements },
    ...fields,
  } as never);
const sheetOf = (id: number, as = backend.admin) => backend.call(cardSheet, { id }, { as });
const sold = async (cardTypeId: number) => ((await shop.sell(cardTypeId)).data as AnswerOf<typeof sellCard>).cardId;

describe("2.3m.1 card templates", () => {
  it("has elements that lie on the card and have what they are made of", async () => {
    const wrong = async (one: object) => Object.keys((await save([element(one)])).errors ?? {});
    expect(await wrong({ x: 50 })).toEqual(["elements.0.width"]);
    expect(await wrong({ y: 50 })).toEqual(["elements.0.height"]);
    expect(await wrong({ field: null })).toEqual(["elements.0.field"]);
    expect(await wrong({ kind: "barCode", height: 8, field: "holder" })).toEqual(["elements.0.field"]);
    expect(await wrong({ kind: "qr", width: 8, height: 8 })).toEqual(["elements.0.height"]);
    expect(await wrong({ kind: "image", picture: 1 })).toEqual(["elements.0.picture"]);
    expect(await backend.sql("select 1 from card_template")).toHaveLength(0);
    expect((await save([element({}), element({ kind: "photo", x: 60, width: 20, height: 25 })])).status).toBe(200);
  });

  it("prints a card by the template of its type, numbers of documents masked, and stays while a type names it", async () => {
    const templateId = ((await save([element({})])).data as { id: number }).id;
    const card = await sold(await shop.addType({ cardTemplateId: templateId }));
    const { data } = await sheetOf(card);
    expect(data).toMatchObject({
      ...{ typeName: "青云山年卡", holder: "王秀英", identity: expect.stringMatching(/^\d{4,6}\*+/) },
      layout: { id: templateId, width: 85.6, height: 54, elements: [{ kind: "field", field: "holder", x: 4 }] },
    });
    const removed = await backend.call(cardTemplate.methods.remove, { id: templateId } as never);
    expect([removed.status, removed.message]).toEqual([409, expect.stringContaining("青云山年卡")]);
  });

  it("prints a stored-value card so as well, and says nothing of what is on it", async () => {
    const templateId = ((await save([element({})])).data as { id: number }).id;
    const stored = await openStoredShop(backend);
    const { id, number } = await stored.sold(await stored.addType({ cardTemplateId: templateId }), { amount: 10_000 });
    const { data } = await backend.call(storedSheet, { id });
    expect(data).toMatchObject({
      ...{
        number,
        typeName: "青云储值卡",
        holder: "王秀英",
        identity: expect.stringMatching(/^\d{4,6}\*+/),
        photo: null,
      },
      layout: { id: templateId, width: 85.6, height: 54 },
    });
    const bare = await stored.sold(await stored.addType());
    expect((await backend.call(storedSheet, { id: bare.id })).data).toMatchObject({ layout: null });
    const as = await backend.createCorp("3001");
    expect((await backend.call(storedSheet, { id }, { as })).status).toBe(404);
    const stranger = await backend.createUser({ grants: ["seasonCardList"] });
    expect((await backend.call(storedSheet, { id }, { as: stranger.token })).status).toBe(403);
  });

  it("says that a type without a template prints none, and knows no card that is not there", async () => {
    expect((await sheetOf(await sold(await shop.addType()))).data).toMatchObject({ layout: null });
    expect((await sheetOf(999_999)).status).toBe(404);
  });
});
