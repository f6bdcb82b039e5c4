/** Stays put right by hand; who may what; two at the same moment; tariffs tried; the configuration. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parkingConfiguration, parkingConfigurationSave } from "~/contract/parking/configuration";
import { parkingDesk, parkingEnter, parkingLost, parkingPay, parkingReceipt } from "~/contract/parking/desk";
import { parkingFeeLedger } from "~/contract/parking/ledgers";
import { parkingLot } from "~/contract/parking/lot";
import { parkingOverstay, parkingRecord } from "~/contract/parking/record";
import { parkingTariff, parkingTry } from "~/contract/parking/tariff";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";
import { later, nextPlate, parkingWork, usualTerms } from "./parking-work";

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

const { methods } = parkingRecord;
const comeIn = async (fields: object = {}) => (await work.enter(plate, fields)).data.id;

describe("by hand", () => {
  test("a car is released with a reason: what it owed is waived", async () => {
    const id = await comeIn();
    backend.setNow(later(95));
    expect((await backend.call(methods.release, { id } as never)).status).toBe(422);
    const shown = await backend.call(methods.get, { id });
    expect(shown.data.record).toMatchObject({ rowVersion: 0, duration: 95 });
    const { data } = await backend.call(methods.release, { id, rowVersion: 0, reason: "救护车" });
    expect(data.notice).toBe(`${plate} 已人工放行，免收 ¥7.00`);
    expect(await work.stay(id)).toMatchObject({ status: "left", how: "manual", fee: 700, paid: 0, waived: 700 });
    expect(await work.inside()).toBe(0);
    expect((await backend.call(methods.release, { id, reason: "再来" })).status).toBe(409);
    expect(await work.inside()).toBe(0);
  });

  test("a mistyped plate is put right, never into one that is inside; the time line has the reason", async () => {
    const id = await comeIn();
    const other = nextPlate();
    await work.enter(other);
    const refused = await backend.call(methods.correctPlate, { id, plate: other, reason: "看错" });
    expect(refused.errors?.plate).toEqual([`${other} 已在场内`]);
    const right = nextPlate();
    expect(
      (await backend.call(methods.correctPlate, { id, plate: right.toLowerCase(), reason: "看错一位" })).message,
    ).toBe("");
    expect(await work.stay(id)).toMatchObject({ plate: right, status: "inside" });
    const told = JSON.stringify((await backend.call(methods.changes, { id })).data);
    for (const words of [plate, right, "看错一位"]) expect(told).toContain(words);
  });

  test("a missing entry is written down as it was estimated, by right, with a reason, even into a full lot", async () => {
    work = await parkingWork(backend, parkId, { spaces: 1 });
    await work.enter(nextPlate());
    const payload = {
      lotId: work.lotId,
      plate,
      enteredAt: "2026-11-20 08:00:00",
      reason: "道闸断电",
      idempotencyKey: work.key(),
    };
    const { token: as } = await backend.createUser({ grants: ["parkingDesk", "parkingDesk/parkingDesk:enter"] });
    expect((await backend.call(parkingLost, payload, { as })).status).toBe(403);
    const { data } = await backend.call(parkingLost, payload);
    expect((await work.quote(data.id)).fee).toBe(700);
    expect(await work.inside()).toBe(2);
    await work.pay(data.id);
    const wrong = { ...payload, plate: nextPlate(), idempotencyKey: work.key() };
    for (const enteredAt of ["2026-11-20 10:00:01", "2026-09-01 10:00:00"])
      expect(Object.keys((await backend.call(parkingLost, { ...wrong, enteredAt })).errors ?? {})).toEqual([
        "enteredAt",
      ]);
  });

  test("a payment is given back by movements, the way it came, once", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    await work.pay(id, { leave: false });
    backend.setNow(later(120));
    await work.pay(id, { paymentType: "cash" });
    const { data } = await backend.call(methods.refund, { id, reason: "道闸误读" });
    expect(data.notice).toBe("已按原支付方式退款 ¥7.00");
    expect(await work.stay(id)).toMatchObject({ status: "left", fee: 700, paid: 0, refunded: 700 });
    expect((await work.fees(id)).slice(2)).toEqual([
      { kind: "payBack", change: -500, payment_type: "wechat" },
      { kind: "payBack", change: -200, payment_type: "cash" },
    ]);
    expect((await backend.call(methods.refund, { id, reason: "再退" })).message).toBe("没有可退的停车费");
    const told = JSON.stringify((await backend.call(methods.changes, { id })).data);
    for (const words of ["退停车费 微信", "−5.00", "道闸误读"]) expect(told).toContain(words);
    await checkInvariants(backend);
  });

  test("who stands inside for too long is listed", async () => {
    const id = await comeIn();
    const listed = async () => {
      const { data } = await backend.call(parkingOverstay.methods.list, { filters: { lotId: String(work.lotId) } });
      return data.records.map((row) => [row.id, row.duration]);
    };
    backend.setNow(later(3 * 1_440));
    expect(await listed()).toEqual([]);
    backend.setNow(later(3 * 1_440 + 1));
    expect(await listed()).toEqual([[id, 3 * 1_440 + 1]]);
    await work.configure({ overstayDays: 5 });
    expect(await listed()).toEqual([]);
  });
});

describe("who", () => {
  test("each step has its right", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    const { due, at } = await work.quote(id);
    const may = async (...buttons: string[]) => {
      const grants = ["parkingDesk", ...buttons.map((button) => `parkingDesk/parkingDesk:${button}`)];
      return (await backend.createUser({ grants })).token;
    };
    const enter = { lotId: work.lotId, plate: nextPlate(), idempotencyKey: work.key() };
    const pay = { id, due, at, leave: true, paymentType: "cash", idempotencyKey: work.key() };
    expect(
      (await backend.call(parkingEnter, enter as never, { as: await may("pay", "lost", "anyPlate") })).status,
    ).toBe(403);
    expect((await backend.call(parkingPay, pay, { as: await may("enter", "lost", "anyPlate") })).status).toBe(403);
    expect((await backend.call(parkingPay, pay, { as: await may("pay") })).data.left).toBe(true);
    const looking = await may();
    const { data } = await backend.call(parkingDesk, { lotId: work.lotId }, { as: looking });
    expect(data.may).toEqual({ enter: false, pay: false, lost: false, anyPlate: false, release: false });
    expect((await backend.call(parkingConfiguration, {}, { as: looking })).status).toBe(403);
  });

  test("another tenant, and an account of another park, find nothing and move nothing", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    const { due, at } = await work.quote(id);
    const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const near = await createPark(backend);
    backend.setNow(later(60));
    const buttons = ["enter", "pay", "lost", "anyPlate"].map((button) => `parkingDesk/parkingDesk:${button}`);
    const lists = ["parkingRecordList", "parkingLotList", "parkingFees"];
    const grants = ["parkingDesk", ...buttons, ...lists, "parkingRecordList/parkingRecord:release"];
    const bound = (await backend.createUser({ grants, parks: [near.parkId] })).token;
    const pay = { id, due, at, leave: true, paymentType: "cash" };
    for (const as of [tenant, bound]) {
      expect((await work.enter(nextPlate(), {}, as)).status).toBe(404);
      expect((await backend.call(parkingPay, { ...pay, idempotencyKey: work.key() }, { as })).status).toBe(404);
      expect((await backend.call(methods.release, { id, reason: "试" }, { as })).status).toBe(404);
      expect((await backend.call(parkingDesk, { recordId: id }, { as })).status).toBe(404);
      expect((await backend.call(parkingReceipt, { id }, { as })).status).toBe(404);
      for (const { list } of [methods, parkingLot.methods, parkingFeeLedger.rows.methods])
        expect((await backend.call(list, {}, { as })).data.records).toEqual([]);
    }
    expect(await work.stay(id)).toMatchObject({ status: "inside", paid: 0 });
  });
});

describe("at the same moment", () => {
  test("eight read one plate: it comes in once, and all are told of the same stay", async () => {
    const all = await raceToInsert(backend, "parking_record", 8, () => work.enter(plate));
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(all.filter(({ data }) => data.entered)).toHaveLength(1);
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(1);
    expect(await work.inside()).toBe(1);
  });

  test.runIf(raceIsReal)("control: without the index of plates inside one stands there twice", async () => {
    const careless = await openTestBackend();
    const { parkId: own } = await createPark(careless);
    const there = await parkingWork(careless, own);
    await careless.sql("drop index parking_record_inside");
    const all = await raceToInsert(careless, "parking_record", 2, () => there.enter(plate));
    expect(all.filter(({ data }) => data.entered)).toHaveLength(2);
    await careless.close();
  });

  test("six come to the last two spaces: two get in", async () => {
    work = await parkingWork(backend, parkId, { spaces: 2 });
    const all = await race(backend, 6, () => work.enter(nextPlate()));
    expect(all.filter(({ success }) => success)).toHaveLength(2);
    expect(await work.inside()).toBe(2);
    const [row] = await backend.sql("select count(*)::int as n from parking_record where lot_id = $1", [work.lotId]);
    expect(row?.n).toBe(2);
  });

  test("four take the money of one car: one has it", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    const { due, at } = await work.quote(id);
    const all = await race(backend, 4, () =>
      backend.call(parkingPay, { id, due, at, leave: true, paymentType: "cash", idempotencyKey: work.key() }),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await work.fees(id)).toHaveLength(1);
    expect(await work.inside()).toBe(0);
  });

  test("one takes the money while another releases: one of the two", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    const { due, at } = await work.quote(id);
    const pay = { id, due, at, leave: true, paymentType: "cash", idempotencyKey: work.key() };
    const all = await race(backend, 2, async (person) => {
      const { success } =
        person === 0
          ? await backend.call(parkingPay, pay)
          : await backend.call(methods.release, { id, reason: "放行" });
      return success;
    });
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await work.inside()).toBe(0);
    await checkInvariants(backend);
  });
});

describe("the rest", () => {
  test("a tariff is tried: an amount and how it comes about; a night is whole or none", async () => {
    const asked = { id: work.tariffId, from: "2026-11-20 08:00:00", to: "2026-11-21 09:01:00" };
    const { data } = await backend.call(parkingTry, asked);
    expect(data.fee).toEqual({
      fee: 3_700,
      sentences: [
        "停车 1 天 1 小时",
        "11-20 08:00 至 11-21 08:00：计时 1440 分钟 ¥51.00，封顶 ¥30.00，计 ¥30.00",
        "11-21 08:00 至 11-21 09:01：计时 61 分钟 ¥7.00，计 ¥7.00",
        "合计 ¥37.00",
      ],
    });
    expect((await backend.call(parkingTry, { ...asked, to: "2026-11-20 07:59:59" })).errors?.to).toEqual([
      "出场时间不能早于入场时间",
    ]);
    const row = { code: fresh("TF"), name: "夜", vehicleClass: "small", ...usualTerms, nightFrom: "22:00" };
    expect(Object.keys((await backend.call(parkingTariff.methods.save, row as never)).errors ?? {})).toEqual([
      "nightFrom",
    ]);
  });

  test("the configuration is told as it was saved, and names a lot that there is", async () => {
    await work.configure({ defaultLotId: work.lotId, phone: "0571-12345678", graceMinutes: 20 });
    expect((await backend.call(parkingConfiguration, {})).data).toMatchObject({
      ...{ defaultLotId: work.lotId, phone: "0571-12345678", graceMinutes: 20, mayEdit: true },
    });
    expect((await backend.call(parkingDesk, {})).data).toMatchObject({
      lot: { id: work.lotId },
      phone: "0571-12345678",
    });
    expect((await work.configure({ defaultLotId: 999_999 })).errors?.defaultLotId).toBeDefined();
    expect(Object.keys((await work.configure({ graceMinutes: 999 })).errors ?? {})).toEqual(["graceMinutes"]);
    const { token: as } = await backend.createUser({ grants: ["parkingConfiguration"] });
    const save = { unreadable: "refuse", fullRefuses: true, graceMinutes: 15, overstayDays: 3, phone: "" } as const;
    expect((await backend.call(parkingConfigurationSave, save, { as })).status).toBe(403);
  });

  test("nothing moves past the ledger, by hand neither", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    await work.pay(id);
    await expect(backend.sql("update parking_charge set taken = 0 where record_id = $1", [id])).rejects.toThrow(
      /ledger/,
    );
    await expect(backend.sql("update parking_record set paid = 0 where id = $1", [id])).rejects.toThrow(/check/);
    await expect(backend.sql("delete from parking_fee_ledger where record_id = $1", [id])).rejects.toThrow(
      /append-only/,
    );
  });
});
