/** Month passes: sold, used, renewed, moved, cancelled, ended; their money; one a plate and lot. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parkingPassLedger } from "~/contract/parking/ledgers";
import { parkingPass } from "~/contract/parking/pass";
import { expireParkingPasses } from "~server/backend/business/parking/expire";
import { expirePasses } from "~server/backend/business/parking/pass-claim";
import { createWorker } from "~server/backend/jobs/worker";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";
import { later, nextPlate, parkingWork } from "./parking-work";

let backend: TestBackend;
let parkId = 0;
let work: Awaited<ReturnType<typeof parkingWork>>;
let plate = "";
beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
});
beforeEach(async () => {
  backend.setNow(friday);
  work = await parkingWork(backend, parkId);
  await work.configure({});
  plate = nextPlate();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = parkingPass;
const days = (n: number) => later(n * 1_440);
const sold = async (fields: object = {}) => (await work.sell({ plates: plate, ...fields })).data.id;
const pass = async (id: number) => {
  const [row] = await backend.sql(
    "select plates, until_day::text as until, status, paid::int from parking_pass where id = $1",
    [id],
  );
  return row;
};
const renew = (id: number, fields: object = {}) =>
  backend.call(methods.renew, { id, months: 1, amount: 30_000, paymentType: "cash", ...fields });

describe("a pass", () => {
  test("is sold for months from a day; its plates come and go for nothing until the last of them", async () => {
    const { data } = await work.sell({ plates: plate });
    expect(data).toMatchObject({ amount: 90_000, untilDay: "2027-02-19" });
    expect(await work.terms(data.id)).toEqual([{ kind: "sell", change: 90_000, payment_type: "wechat" }]);
    const entered = await work.enter(plate);
    expect(entered.data.notice).toBe(`${plate} 已入场（月卡）`);
    backend.setNow(days(3));
    expect((await work.quote(entered.data.id)).sentences.at(-1)).toBe(`月卡 ${data.number} 有效，免费`);
    expect((await work.pay(entered.data.id, { paymentType: undefined })).data).toMatchObject({ paid: 0, left: true });
    expect(await work.stay(entered.data.id)).toMatchObject({ how: "pass", fee: 0, pass_id: data.id });
    await checkInvariants(backend);
  });

  test("covers one car at a time: the second of its plates pays, until the first has left", async () => {
    const second = nextPlate();
    const id = await sold({ plates: `${plate}、${second}` });
    const first = (await work.enter(plate)).data.id;
    const other = (await work.enter(second)).data.id;
    expect((await work.stay(first))?.pass_id).toBe(id);
    expect((await work.stay(other))?.pass_id).toBeNull();
    backend.setNow(later(60));
    expect([(await work.quote(first)).due, (await work.quote(other)).due]).toEqual([0, 500]);
    await work.pay(first);
    await work.pay(other);
    expect((await work.stay((await work.enter(second)).data.id))?.pass_id).toBe(id);
  });

  test("holds in its lot alone, and not before its first day", async () => {
    await sold({ startDay: "2026-11-21" });
    const elsewhere = await parkingWork(backend, parkId);
    expect((await elsewhere.stay((await elsewhere.enter(plate)).data.id))?.pass_id).toBeNull();
    expect((await work.stay((await work.enter(plate)).data.id))?.pass_id).toBeNull();
  });

  test("that ends while the car is inside is charged from there on", async () => {
    await sold({ months: 1 });
    backend.setNow(new Date("2026-12-19T22:00:00+08:00"));
    const { id } = (await work.enter(plate)).data;
    backend.setNow(new Date("2026-12-20T01:30:00+08:00"));
    const quote = await work.quote(id);
    expect([quote.fee, quote.due]).toEqual([700, 700]);
    expect(quote.sentences[0]).toMatch(/^月卡 MP\d+ 已失效，自 2026-12-20 00:00:00 起计费$/);
  });

  test("is one a plate and lot; the sale that is refused writes nothing", async () => {
    await sold();
    const before = await digests(backend);
    const twin = await work.sell({ plates: `${nextPlate()} ${plate}` });
    expect([twin.status, twin.message]).toEqual([409, `${plate} 在本场已有有效月卡`]);
    for (const [fields, wrong] of [
      [{ plates: "乱写" }, "plates"],
      [{ plates: `${nextPlate()},${nextPlate()},${nextPlate()}` }, "plates"],
      [{ plates: `${plate},${plate}` }, "plates"],
      [{ startDay: "2026-11-19" }, "startDay"],
      [{ paymentType: "shells" }, "paymentType"],
      [{ months: 0 }, "months"],
      [{ mobile: "123" }, "mobile"],
    ] as const) {
      const { token } = await backend.createUser({ grants: ["parkingPassList", "parkingPassList/parkingPass:sell"] });
      const refused = await work.sell({ plates: nextPlate(), ...fields }, token);
      expect([Object.keys(refused.errors ?? {}), fields]).toEqual([[wrong], fields]);
    }
    expect((await work.sell({ plates: nextPlate(), price: 1 })).message).toBe("月卡价现为每月 ¥300.00，请核对后再办理");
    const after = changed(before, await digests(backend));
    // The accounts that tried it are made by the test.
    expect(after.filter((table) => table.startsWith("parking"))).toEqual([]);
    const elsewhere = await parkingWork(backend, parkId);
    expect((await elsewhere.sell({ plates: plate })).success).toBe(true);
  });

  test("pressed twice with a key is sold once", async () => {
    const key = { idempotencyKey: work.key(), plates: plate };
    const twice = [await work.sell(key), await work.sell(key)];
    expect(new Set(twice.map(({ data }) => data.id)).size).toBe(1);
    expect(await work.terms(twice[0]?.data.id ?? 0)).toHaveLength(1);
  });
});

describe("then", () => {
  test("it is renewed from its last day on, for the amount that is due and no other", async () => {
    const id = await sold({ months: 1 });
    expect((await renew(id, { amount: 1 })).errors?.amount).toEqual(["应收 ¥300.00"]);
    expect((await renew(id, { months: 2, amount: 60_000 })).data.notice).toContain("已续至 2027-02-19，收款 ¥600.00");
    expect(await pass(id)).toMatchObject({ until: "2027-02-19", paid: 90_000, status: "live" });
    expect((await work.terms(id)).map(({ kind, change }) => [kind, change])).toEqual([
      ["sell", 30_000],
      ["renew", 60_000],
    ]);
  });

  test("once it has ended it is renewed from today, unless its plate has another by then", async () => {
    const id = await sold({ months: 1 });
    backend.setNow(days(40));
    expect(await ended()).toBeGreaterThan(0);
    expect(await pass(id)).toMatchObject({ status: "expired" });
    expect((await renew(id)).success).toBe(true);
    expect(await pass(id)).toMatchObject({ status: "live", until: "2027-01-29" });
    const other = nextPlate();
    const old = await sold({ plates: other, months: 1, startDay: "2026-12-30" });
    backend.setNow(days(100));
    expect((await work.sell({ plates: other, startDay: "2027-02-28", months: 1 })).message).toBe("");
    expect(await pass(old)).toMatchObject({ status: "expired" });
    expect((await renew(old)).message).toBe(`${other} 在本场已有有效月卡`);
  });

  test("a plate is changed for another, with its reason on the time line", async () => {
    const id = await sold();
    const next = nextPlate();
    const change = (fields: object) =>
      backend.call(methods.changePlate, { id, plate, newPlate: next, reason: "换车", ...fields });
    expect(Object.keys((await change({ plate: nextPlate() })).errors ?? {})).toEqual(["plate"]);
    const taken = nextPlate();
    await work.sell({ plates: taken });
    expect((await change({ newPlate: taken })).message).toBe(`${taken} 在本场已有有效月卡`);
    expect((await change({})).data.notice).toBe(`${plate} 已换为 ${next}`);
    expect(await pass(id)).toMatchObject({ plates: next });
    expect((await work.stay((await work.enter(plate)).data.id))?.pass_id).toBeNull();
    expect((await work.stay((await work.enter(next)).data.id))?.pass_id).toBe(id);
    expect(JSON.stringify((await backend.call(methods.changes, { id })).data)).toContain("换车");
  });

  test("it is cancelled: whole months that have not begun go back term by term, the way they came", async () => {
    const id = await sold();
    await renew(id, { months: 2, amount: 60_000 });
    backend.setNow(days(35));
    const inside = (await work.enter(plate)).data.id;
    const { data } = await backend.call(methods.cancel, { id, reason: "搬家" });
    // Three months from 20 November: the second has begun. Then two that have not.
    expect(data.notice).toContain("退款 ¥900.00");
    expect(await pass(id)).toMatchObject({ status: "cancelled", paid: 60_000 });
    expect((await work.terms(id)).slice(2)).toEqual([
      { kind: "cancel", change: -30_000, payment_type: "wechat" },
      { kind: "cancel", change: -60_000, payment_type: "cash" },
    ]);
    expect((await backend.call(methods.cancel, { id, reason: "再退" })).status).toBe(409);
    // From the moment of the cancellation the car inside pays.
    backend.setNow(new Date(days(35).getTime() + 60 * 60_000));
    expect((await work.quote(inside)).due).toBe(500);
    expect((await work.sell({ plates: plate, startDay: "2026-12-25" })).success).toBe(true);
    await checkInvariants(backend);
  });

  test("what was sold today comes back but for the month that has begun", async () => {
    const id = await sold();
    expect((await backend.call(methods.cancel, { id, reason: "办错" })).data.notice).toContain("退款 ¥600.00");
    const tomorrow = await sold({ startDay: "2026-11-21" });
    expect((await backend.call(methods.cancel, { id: tomorrow, reason: "办错" })).data.notice).toContain(
      "退款 ¥900.00",
    );
  });

  test("each morning it ends where its last day is over, and staff is told once of those that end within a week", async () => {
    const id = await sold({ months: 1 });
    const morning = async (day: string) => {
      await backend.sql("insert into job (corp_code, kind) values ('0001', 'expireParkingPasses')");
      const now = () => new Date(`${day}T06:30:00+08:00`);
      await createWorker({ database: backend.database, kinds: [expireParkingPasses], now }).drain();
      const rows = await backend.sql<{ n: number }>(
        "select count(distinct title)::int as n from message where link like '/parking/%'",
      );
      return [(await pass(id))?.status, rows[0]?.n];
    };
    await backend.sql("update parking_pass set reminded_for = until_day where id <> $1", [id]);
    expect(await morning("2026-12-11")).toEqual(["live", 0]);
    expect(await morning("2026-12-12")).toEqual(["live", 1]);
    await backend.sql("delete from message where link like '/parking/%'");
    expect(await morning("2026-12-19")).toEqual(["live", 0]);
    expect(await morning("2026-12-20")).toEqual(["expired", 0]);
  });

  const ended = () =>
    backend.database.tenant("0001", (db) => expirePasses({ db }, new Date(days(40)).toISOString().slice(0, 10)));
});

describe("who", () => {
  test("each step has its right; mobiles are masked; another tenant and another park find nothing", async () => {
    const id = await sold({ mobile: "13800138000" });
    const near = await createPark(backend);
    backend.setNow(friday);
    const looking = (await backend.createUser({ grants: ["parkingPassList"] })).token;
    expect((await work.sell({ plates: nextPlate() }, looking)).status).toBe(403);
    expect((await backend.call(methods.cancel, { id, reason: "试" }, { as: looking })).status).toBe(403);
    expect((await backend.call(methods.get, { id }, { as: looking })).data.record?.mobile).toBe("138****8000");
    const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const buttons = ["sell", "renew", "changePlate", "cancel"].map((button) => `parkingPassList/parkingPass:${button}`);
    const grants = ["parkingPassList", ...buttons, "parkingPassMoney"];
    const bound = (await backend.createUser({ grants, parks: [near.parkId] })).token;
    for (const as of [tenant, bound]) {
      expect((await work.sell({ plates: nextPlate() }, as)).status).toBe(404);
      expect((await backend.call(methods.cancel, { id, reason: "试" }, { as })).status).toBe(404);
      for (const { list } of [methods, parkingPassLedger.rows.methods])
        expect((await backend.call(list, {}, { as })).data.records).toEqual([]);
    }
    expect(await pass(id)).toMatchObject({ status: "live", paid: 90_000 });
  });
});

describe("at the same moment", () => {
  test("four sell a pass for one plate: one is sold, and one is paid for", async () => {
    const all = await raceToInsert(backend, "parking_pass_plate", 4, () => work.sell({ plates: plate }));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const rows = await backend.sql("select id from parking_pass where plates = $1", [plate]);
    expect(rows).toHaveLength(1);
  });

  test.runIf(raceIsReal)("control: without the index of plates two passes have one", async () => {
    const careless = await openTestBackend();
    const there = await parkingWork(careless, (await createPark(careless)).parkId);
    await careless.sql("drop index parking_pass_plate_once");
    const all = await raceToInsert(careless, "parking_pass_plate", 2, () => there.sell({ plates: plate }));
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    await careless.close();
  });

  test("both plates of a pass come in: one stands by it", async () => {
    const second = nextPlate();
    const id = await sold({ plates: `${plate} ${second}` });
    const all = await raceToInsert(backend, "parking_record", 2, (person) => work.enter(person === 0 ? plate : second));
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await backend.sql("select id from parking_record where pass_id = $1 and status = 'inside'", [id]);
    expect(rows).toHaveLength(1);
    expect(await work.inside()).toBe(2);
  });
});
