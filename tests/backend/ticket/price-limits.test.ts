import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { priceCalendarSave, pricePolicySave } from "~/contract/ticket/price";
import { quoteSale } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark, today } from "~tests/support/park";
import { createCombo } from "./combos";

let backend: TestBackend;
let park: TestPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(() => backend.close());

/** Saves the type again with these fields changed. */
async function change(id: number, fields: Record<string, unknown>) {
  const { data } = await backend.call(ticketType.methods.get, { id });
  const { status: _, ...record } = data.record as Record<string, unknown>;
  return backend.call(ticketType.methods.save, { ...record, ...fields, id } as PayloadOf<
    typeof ticketType.methods.save
  >);
}

const policy = (ticketTypeId: number, price: number): PayloadOf<typeof pricePolicySave> => ({
  ...{ name: "黄金周", ticketTypeId, channel: "any", customerGroup: "any", startDay: today, endDay: today },
  ...{ weekdays: "TTTTTTT", holidays: "any", slot: "", price, priority: 10 },
});

describe("an approved maximum", () => {
  const approval = "发改价格〔2026〕18 号";

  it("holds for list and face price, policies and the calendar, and is named in each refusal", async () => {
    const list = await change(park.adultId, { priceCeiling: 7999, approvedBy: approval });
    expect(list.errors).toEqual({
      facePrice: [`超过核准最高价 79.99 元（${approval}）`],
      listPrice: [`超过核准最高价 79.99 元（${approval}）`],
    });
    expect((await change(park.adultId, { priceCeiling: 8000, approvedBy: approval })).status).toBe(200);
    const above = await backend.call(pricePolicySave, policy(park.adultId, 8001));
    expect(above.errors).toEqual({ price: [`超过核准最高价 80.00 元（${approval}）`] });
    expect((await backend.call(pricePolicySave, policy(park.adultId, 8000))).status).toBe(200);
    const day = { ticketTypeId: park.adultId, channel: "window", customerGroup: "retail", days: [today], price: 8001 };
    expect((await backend.call(priceCalendarSave, day)).status).toBe(422);
  });

  it("is not set below a policy that charges more", async () => {
    await backend.call(pricePolicySave, policy(park.adultId, 9900));
    const refused = await change(park.adultId, { priceCeiling: 9000 });
    expect(refused.errors).toEqual({ priceCeiling: ["价格政策“黄金周”为 99.00 元，高于该最高价，请先调整"] });
    expect((await change(park.adultId, { priceCeiling: 9900 })).status).toBe(200);
  });

  it("stops the sale at a price that came past it", async () => {
    await change(park.adultId, { priceCeiling: 8000 });
    await backend.sql(`
      insert into price_policy (corp_code, name, ticket_type_id, start_day, end_day, price, priority)
      select corp_code, '旧政策', id, '${today}', '${today}', 8800, 1 from ticket_type where id = ${park.adultId}
    `);
    const lines = [{ ticketTypeId: park.adultId, quantity: 1 }];
    const { data } = await backend.call(quoteSale, { visitDay: today, lines });
    expect(data.lines[0]?.whyNot).toBe("超过核准最高价 80.00 元");
  });

  it("cannot be passed in the database either", async () => {
    await change(park.adultId, { priceCeiling: 8000 });
    await expect(backend.sql(`update ticket_type set list_price = 8001 where id = ${park.adultId}`)).rejects.toThrow(
      /list_price_approved/,
    );
  });
});

describe("a combo is never dearer than its parts", () => {
  it("by its own price, a part's or a policy", async () => {
    const { typeId, showId, adultId } = await createCombo(backend);
    // Two adults at 80.00 and a show at 90.01.
    expect((await change(typeId, { listPrice: 25_002 })).errors).toEqual({
      listPrice: ["挂牌价 250.02 元高于子票单买的 250.01 元"],
    });
    expect((await change(typeId, { listPrice: 25_001 })).status).toBe(200);
    expect((await change(showId, { listPrice: 9000 })).errors).toEqual({
      listPrice: [expect.stringContaining("（250.01 元）将高于子票单买的 250.00 元")],
    });
    expect((await change(adultId, { listPrice: 7999 })).status).toBe(422);
    expect((await change(typeId, { listPrice: 20_000 })).status).toBe(200);
    expect((await change(showId, { listPrice: 9000 })).status).toBe(200);
    const dear = await backend.call(pricePolicySave, policy(typeId, 25_001));
    expect(dear.errors).toEqual({ price: ["组合票不能高于子票单买的 250.00 元"] });
    expect((await backend.call(pricePolicySave, policy(typeId, 25_000))).status).toBe(200);
  });
});
