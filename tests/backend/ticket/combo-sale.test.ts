import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parkCapacity } from "~/contract/ticket/capacity";
import { closure } from "~/contract/ticket/closure";
import { combo } from "~/contract/ticket/combo";
import { park as parkResource } from "~/contract/ticket/park";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import type { TakeQuota } from "~server/backend/business/ticket/quota-take";
import { sellWith } from "~server/backend/business/ticket/sale";
import { partLinesOf } from "~server/backend/business/ticket/sale-combos";
import type { SoldType } from "~server/backend/business/ticket/sale-context";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { friday, saleOf, today } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { type ComboPark, createCombo, saveCombo, slot } from "./combos";

let backend: TestBackend;
let park: ComboPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createCombo(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const combos = (quantity: number, more: Record<string, unknown> = {}) =>
  saleOf(park.typeId, { lines: [{ ticketTypeId: park.typeId, slot, quantity }], ...more });
const sell = (quantity = 1, more = {}) => backend.call(sellTickets, combos(quantity, more));
const offered = async () => (await backend.call(getCounter, {})).data.offers.find(({ name }) => name === "山水联票");

async function addPool(ticketTypeIds: number[], dailyTotal: number, name: string, bySlot = false): Promise<number> {
  const reply = await backend.call(quotaPoolSave, { name, dailyTotal, bySlot, ticketTypeIds });
  if (!reply.success) throw new Error(reply.message);
  return reply.data.id;
}

it("its form says which combos are out, and of how many orders and how much money; a part sold by itself is none", async () => {
  const impact = async () => (await backend.call(combo.methods.get, { id: park.comboId })).data.impact;
  expect(await impact()).toBeUndefined();
  await park.sell(saleOf(park.adultId, { lines: [{ ticketTypeId: park.adultId, quantity: 3 }] }));
  expect(await impact()).toBeUndefined();
  await sell(2);
  await sell(1);
  expect(await impact()).toMatch(
    new RegExp(`^已售未用 3 套（2 个订单，未用部分已付 ¥600.00，游玩日 ${today} 至 ${today}）`),
  );
});

describe("shares", () => {
  const partOf = (weight: number, quantity: number) => ({ weight, quantity, partName: "", type: {} as SoldType });

  it("of whatever price, weights and numbers add up to the price and the fixed refund fee of each combo, none below nothing", () => {
    const parts = fc.array(fc.tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 12 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        parts,
        fc.nat(10_000_000),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(5_000),
        (shares, price, quantity, fee) => {
          const rows = shares.map(([weight, number]) => partOf(weight, number));
          const type = {
            id: 1,
            name: "",
            refundBands: [
              { hours: 24, feePercent: 10 },
              { hours: 0, feePercent: 0, feeEach: fee },
            ],
            combo: { pieces: 0, people: 1, refundBy: "whole", validBy: "parts", parts: rows },
          };
          const lines = partLinesOf(type as unknown as SoldType, price, quantity, 1);
          expect(lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)).toBe(price * quantity);
          expect(lines.every(({ unitPrice }) => unitPrice >= 0)).toBe(true);
          const sets = new Map<number, { price: number; fee: number; tickets: number }>();
          for (const line of lines) {
            expect(line.places).toHaveLength(line.quantity);
            const [free, fixed] = line.type.refundBands;
            expect(free).toEqual({ hours: 24, feePercent: 10 });
            for (const { set } of line.places) {
              const sum = sets.get(set) ?? { price: 0, fee: 0, tickets: 0 };
              const kept = sum.fee + (fixed?.feeEach ?? 0);
              sets.set(set, { price: sum.price + line.unitPrice, fee: kept, tickets: sum.tickets + 1 });
            }
          }
          const each = rows.reduce((sum, row) => sum + row.quantity, 0);
          expect([...sets.values()]).toEqual(Array.from({ length: quantity }, () => ({ price, fee, tickets: each })));
        },
      ),
    );
  });

  it("by amount are those amounts; on a day with another price they keep their proportion", async () => {
    const typeId = await park.addType({ name: "金额联票", kind: "combo", listPrice: 10_000 });
    await saveCombo(
      backend,
      typeId,
      [
        { ticketTypeId: park.adultId, quantity: 1, amount: 7001 },
        { ticketTypeId: park.childId, quantity: 1, amount: 2999 },
      ],
      { splitBy: "amount" },
    );
    await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 1 }] });
    expect((await backend.sql("select price from ticket order by id")).map(({ price }) => price)).toEqual([7001, 2999]);
    await backend.sql("update ticket_type set list_price = 5001 where id = $1", [typeId]);
    await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 1 }] });
    const [one, other] = (await backend.sql("select price from ticket order by id offset 2")) as { price: number }[];
    expect([one?.price, other?.price]).toEqual([3501, 1500]);
  });
});

describe("a combo at the counter", () => {
  it("is offered and quoted with what is in it, and sold as a ticket of each part at its own gates", async () => {
    const parts = [
      { name: "成人票", parkName: "青云山景区", quantity: 2 },
      { name: "水秀", parkName: "青云山景区", quantity: 1 },
    ];
    expect(await offered()).toMatchObject({ price: 20_000, left: null, whyNot: "", parts, visitorsEach: 1 });
    const { lines } = combos(2);
    const quoted = await backend.call(quoteSale, { visitDay: today, lines });
    expect(quoted.data).toMatchObject({ total: 40_000, whyNot: "" });
    expect(quoted.data.lines).toMatchObject([{ name: "山水联票", quantity: 2, unitPrice: 20_000, parts }]);
    const sold = await sell(2, { discount: 1001, discountReason: "regular", expectedPayable: 38_999 });
    expect([sold.status, sold.message]).toEqual([200, ""]);
    const tickets = await backend.sql(
      "select ticket_type_name as name, ticket_type_id::int as type, park_id::int as park, slot, price, combo_set as set from ticket order by set, id",
    );
    expect(tickets.map(({ name, type, park: at, slot: of, set }) => [name, type, at, of, set])).toEqual(
      [1, 2].flatMap((set) => [
        ["山水联票 · 成人票", park.adultId, park.parkId, "", set],
        ["山水联票 · 成人票", park.adultId, park.parkId, "", set],
        ["山水联票 · 水秀", park.showId, park.other.parkId, slot, set],
      ]),
    );
    expect(tickets.reduce((sum, { price }) => sum + Number(price), 0)).toBe(38_999);
    const [order] = await backend.sql("select total, payable, quantity, parks from orders");
    expect(order).toMatchObject({ total: 40_000, payable: 38_999, quantity: 6 });
    const terms = await backend.sql("select terms->'combo' as combo from sub_order");
    expect(terms[0]?.combo).toMatchObject({ id: park.typeId, name: "山水联票", refundBy: "whole", pieces: 3 });
  });

  it("pressed twice it is sold once", async () => {
    const payload = combos(1);
    const [one, two] = await race(backend, 2, () => backend.call(sellTickets, payload));
    expect([one?.status, two?.status, one?.data.orderId]).toEqual([200, 200, two?.data.orderId]);
    expect(await backend.sql("select count(*)::int as n from ticket")).toEqual([{ n: 3 }]);
  });

  it("what was sold keeps its split when the combo changes", async () => {
    await sell();
    const before = await backend.sql("select price from ticket order by id");
    await backend.sql("update combo_part set weight = 50 where quantity = 2");
    await sell();
    expect(await backend.sql("select price from ticket order by id limit 3")).toEqual(before);
  });

  it("asks for each person once, and gives their name to every part of theirs", async () => {
    const typeId = await park.addType({ name: "实名联票", kind: "combo", listPrice: 20_000 });
    await saveCombo(backend, typeId, [
      { ticketTypeId: park.namedId, quantity: 1, weight: 1 },
      { ticketTypeId: park.childId, quantity: 1, weight: 1 },
      { ticketTypeId: park.adultId, quantity: 1, weight: 1 },
    ]);
    const visitors = [
      { name: "王小明", identity: "11010519491231002X" },
      { name: "李小红", identity: "440524188001010014" },
    ];
    const lines = [{ ticketTypeId: typeId, quantity: 2 }];
    const short = await backend.call(sellTickets, saleOf(typeId, { lines, visitors: visitors.slice(0, 1) }));
    expect(short.status).toBe(422);
    await park.sell({ lines, visitors });
    const holders = await backend.sql(
      "select combo_set as set, holder_name as name from ticket where ticket_type_id = $1 order by set",
      [park.namedId],
    );
    expect(holders).toEqual([
      { set: 1, name: "王小明" },
      { set: 2, name: "李小红" },
    ]);
    // Two a person and day: the parts' own limit.
    await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 1 }], visitors: visitors.slice(0, 1) });
    const third = await backend.call(
      sellTickets,
      saleOf(typeId, { lines: [{ ticketTypeId: typeId, quantity: 1 }], visitors: visitors.slice(0, 1) }),
    );
    expect(third.status).toBe(409);
  });

  it("all of its parts are as long valid as the combo where its rule says so", async () => {
    const typeId = await park.addType({
      name: "三日联票",
      kind: "combo",
      listPrice: 8000,
      validity: "days",
      validDays: 3,
    });
    await saveCombo(
      backend,
      typeId,
      [
        { ticketTypeId: park.adultId, quantity: 1, weight: 1 },
        { ticketTypeId: park.childId, quantity: 1, weight: 1 },
      ],
      { validBy: "combo" },
    );
    await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 1 }] });
    const days = await backend.sql("select valid_from::text as first, valid_to::text as last from ticket");
    expect(days).toEqual([
      { first: today, last: "2026-11-22" },
      { first: today, last: "2026-11-22" },
    ]);
  });
});

describe("the scarcest part decides", () => {
  it("by the quota of a part, which takes as many places as it has tickets", async () => {
    await addPool([park.adultId], 5, "成人");
    await addPool([park.showId], 10, "水秀", true);
    expect(await offered()).toMatchObject({ left: 2, whyNot: "" });
    const three = await sell(3);
    expect([three.status, three.message]).toEqual([409, "“成人”2026-11-20 只剩 5 张，不够 6 张"]);
    expect(await backend.sql("select 1 from quota_day")).toEqual([]);
    expect((await sell(2)).status).toBe(200);
    expect(await offered()).toMatchObject({ left: 0, whyNot: "“成人”2026-11-20 已售完" });
  });

  it("parts that share a pool take from it together", async () => {
    await addPool([park.adultId, park.showId], 7, "共用");
    expect(await offered()).toMatchObject({ left: 2 });
    expect((await sell(3)).status).toBe(409);
    expect((await sell(2)).status).toBe(200);
    expect(await backend.sql("select sold from quota_day")).toEqual([{ sold: 6 }]);
  });

  it("by a part that is suspended, a park that is, a closure and a park that bears no more", async () => {
    await backend.call(ticketType.methods.suspend, { id: park.showId });
    expect((await sell()).message).toBe("票种“山水联票 · 水秀”已停售，恢复后才能销售");
    expect(await offered()).toMatchObject({ whyNot: "票种“山水联票 · 水秀”已停售，恢复后才能销售" });
    await backend.call(ticketType.methods.resume, { id: park.showId });
    await backend.call(parkResource.methods.suspend, { id: park.other.parkId });
    expect((await sell()).status).toBe(409);
    await backend.call(parkResource.methods.resume, { id: park.other.parkId });

    const saved = await backend.call(closure.methods.save, {
      ...{ reason: "大风", parkId: park.other.parkId, ticketTypeId: null, slot: null, firstDay: today, lastDay: today },
    } as never);
    const { id } = saved.data as { id: number };
    await backend.call(closure.methods.enforce, { id } as never);
    expect((await sell()).message).toContain("大风");
    expect(await offered()).toMatchObject({ whyNot: expect.stringContaining("大风") });
    await backend.call(closure.methods.lift, { id } as never);

    await backend.call(parkCapacity.methods.save, {
      ...{ parkId: park.parkId, dayMax: 3, momentMax: 3, warnAt: 80, stops: true },
    } as never);
    expect((await sell(2)).status).toBe(409);
    expect((await sell(1)).status).toBe(200);
    expect(await offered()).toMatchObject({ whyNot: expect.stringContaining("青云山景区") });
    expect(await backend.sql("select count(*)::int as n from orders")).toEqual([{ n: 1 }]);
  });

  it("its slot is the part's: without one, or with one that there is not, it is refused", async () => {
    const bare = await backend.call(
      sellTickets,
      saleOf(park.typeId, { lines: [{ ticketTypeId: park.typeId, quantity: 1 }] }),
    );
    expect(bare.status).toBe(409);
    expect(await offered()).toMatchObject({ slots: [{ slot: "11:00-12:00" }, { slot }] });
  });
});

describe("all parts or none", () => {
  it("a part that fails while it is issued leaves nothing behind", async () => {
    await addPool([park.adultId], 5, "成人");
    await backend.sql(`
      create function fail_on_show() returns trigger language plpgsql as $$
      begin if new.slot <> '' then raise exception 'the printer of tickets burns'; end if; return new; end $$;
      create trigger fail before insert on ticket for each row execute function fail_on_show()`);
    expect((await sell()).status).toBe(500);
    for (const table of ["orders", "sub_order", "ticket", "payment", "quota_day", "sub_order_quota"])
      expect(await backend.sql(`select 1 from ${table}`)).toEqual([]);
    await backend.sql("drop trigger fail on ticket");
    expect((await sell()).status).toBe(200);
  });

  it("of many who press at once for the last place of one part, one has it, and the others took nothing of the rest", async () => {
    await addPool([park.adultId], 100, "成人");
    await addPool([park.showId], 1, "水秀");
    const all = await race(backend, 12, () => sell());
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(11);
    expect(await backend.sql("select sold from quota_day order by pool_id")).toEqual([{ sold: 2 }, { sold: 1 }]);
  });

  it("combos with their parts the other way round never wait for one another", async () => {
    const mirrored = await park.addType({ name: "水山联票", kind: "combo", listPrice: 10_000 });
    await saveCombo(backend, mirrored, [
      { ticketTypeId: park.showId, quantity: 1, weight: 1 },
      { ticketTypeId: park.adultId, quantity: 1, weight: 1 },
    ]);
    await addPool([park.showId], 1000, "水秀");
    await addPool([park.adultId], 1000, "成人");
    const all = await race(backend, 16, (n) =>
      backend.call(
        sellTickets,
        saleOf(park.typeId, { lines: [{ ticketTypeId: n % 2 ? park.typeId : mirrored, slot, quantity: 1 }] }),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
  });

  it.runIf(raceIsReal)("control: without the condition the last place of a part is sold more than once", async () => {
    await addPool([park.showId], 1, "水秀");
    await backend.sql("alter table quota_day drop constraint quota_day_never_oversold");
    await backend.sql("drop trigger ledger_agrees on quota_day");
    await backend.sql("drop trigger ledger_agrees_from_the_start on quota_day");
    await backend.sql(
      "insert into quota_day (corp_code, pool_id, day, total) select corp_code, id, $1, 1 from quota_pool",
      [today],
    );
    const naive: TakeQuota = async (call, takings) => {
      for (const { poolId } of takings)
        await call.db.execute(sql`update quota_day set sold = sold + 1 where pool_id = ${poolId}`);
      return new Map();
    };
    const served = [...allServed.filter(({ method }) => method !== sellTickets), sellWith(naive)];
    const app = createBackend({ database: backend.database, now: () => friday, served });
    await race(backend, 12, () =>
      app.request(defaultPaths.ticket, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
        body: new URLSearchParams(encodePayload({ method: sellTickets.name, ...combos(1) })).toString(),
      }),
    );
    const [day] = await backend.sql<{ sold: number }>("select sold from quota_day");
    expect(day?.sold).toBeGreaterThan(1);
    await backend.sql("delete from quota_day");
  });
});

describe("who may sell it", () => {
  it("nobody of another tenant, and nobody without the right", async () => {
    const stranger = await backend.createCorp("0002");
    const foreign = await backend.call(sellTickets, combos(1), { as: stranger });
    expect([foreign.status, foreign.errors]).toEqual([422, { "lines.0.ticketTypeId": ["没有这个票种"] }]);
    const { token: keeper } = await backend.createUser({ grants: ["buyTktList"] });
    expect((await backend.call(sellTickets, combos(1), { as: keeper })).status).toBe(403);
    expect(await backend.sql("select 1 from orders")).toEqual([]);
  });

  it("an account of one park sells no combo that has tickets of another, in whole or in part", async () => {
    const grants = ["buyTktList", "buyTktList/sale:sell"];
    const { token } = await backend.createUser({ grants, parks: [park.parkId] });
    const reply = await backend.call(sellTickets, combos(1), { as: token });
    expect([reply.status, reply.message]).toEqual([409, "“山水联票”含有其他景区的票，您只能售自己景区的票"]);
    const { offers } = (await backend.call(getCounter, {}, { as: token })).data;
    expect(offers.find(({ name }) => name === "山水联票")?.whyNot).toBe(reply.message);
    expect(await backend.sql("select 1 from ticket")).toEqual([]);
  });
});
