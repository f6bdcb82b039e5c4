/** Stays: coming in, being quoted, paying, leaving; plates; lots that are full or closed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parkingPay, parkingReceipt } from "~/contract/parking/desk";
import { parkingLot } from "~/contract/parking/lot";
import { parkingTariff } from "~/contract/parking/tariff";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
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

const comeIn = async (fields: object = {}) => (await work.enter(plate, fields)).data.id;

describe("a stay", () => {
  test("comes in, is quoted with its sentences, pays, leaves, and has a receipt", async () => {
    const entered = await work.enter(` ${plate.slice(0, 2)}·${plate.slice(2)} `);
    expect(entered.data).toMatchObject({ plate, entered: true, notice: `${plate} 已入场` });
    expect(await work.inside()).toBe(1);
    backend.setNow(later(95));
    const again = await work.enter(plate);
    expect(again.data).toMatchObject({ id: entered.data.id, entered: false });
    const quote = await work.quote(entered.data.id);
    expect(quote).toMatchObject({ fee: 700, due: 700, duration: "1 小时 35 分钟" });
    expect(quote.sentences).toEqual([
      "停车 1 小时 35 分钟",
      "11-20 10:00 至 11-20 11:35：计时 95 分钟 ¥7.00，计 ¥7.00",
    ]);
    expect((await work.pay(entered.data.id)).data).toMatchObject({
      paid: 700,
      left: true,
      notice: `${plate} 已放行，收款 ¥7.00`,
    });
    expect(await work.stay(entered.data.id)).toMatchObject({
      status: "left",
      fee: 700,
      paid: 700,
      how: "paid",
      payment_type: "wechat",
    });
    expect(await work.fees(entered.data.id)).toEqual([{ kind: "pay", change: 700, payment_type: "wechat" }]);
    expect(await work.inside()).toBe(0);
    const { data } = await backend.call(parkingReceipt, { id: entered.data.id });
    expect(data).toMatchObject({ plate, lot: "东门停车场", fee: 700, paid: 700, leftAt: "2026-11-20 11:35:00" });
    expect(data.payments.map(({ kind, amount, paymentType }) => [kind, amount, paymentType])).toEqual([
      ["收停车费", 700, "微信"],
    ]);
    await checkInvariants(backend);
  });

  test("within the free minutes leaves for nothing, and no money moves", async () => {
    const id = await comeIn();
    backend.setNow(later(30));
    expect((await work.pay(id, { paymentType: undefined })).data).toMatchObject({ paid: 0, left: true });
    expect(await work.stay(id)).toMatchObject({ status: "left", fee: 0, how: "free", payment_type: null });
    expect(await work.fees(id)).toEqual([]);
  });

  test("is charged by the tariff of its entry, whatever that is meanwhile; who comes later by the new one", async () => {
    const id = await comeIn();
    const row = { id: work.tariffId, code: fresh("TF"), name: "标准", ...usualTerms, firstFee: 2_900 };
    expect((await backend.call(parkingTariff.methods.save, row as never)).message).toBe("");
    const other = (await work.enter(nextPlate())).data.id;
    backend.setNow(later(60));
    expect([(await work.quote(id)).fee, (await work.quote(other)).fee]).toEqual([500, 2_900]);
    const versions = await backend.sql("select tariff_version from parking_record where id = any ($1) order by id", [
      [id, other],
    ]);
    expect(versions.map(({ tariff_version }) => tariff_version)).toEqual([1, 2]);
  });

  test("takes the class that is said, else what the plate tells; a class without a tariff is refused", async () => {
    const id = await comeIn({ vehicleClass: "coach" });
    backend.setNow(later(10));
    expect((await work.quote(id)).fee).toBe(2_000);
    expect((await work.enter("京AD12345")).message).toBe("东门停车场没有新能源车的收费规则，不能入场");
  });

  test("that was quoted is held to its quote for three minutes, and never to another amount unseen", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    const { due, at } = await work.quote(id);
    backend.setNow(later(62));
    expect((await work.pay(id, { due, at })).data).toMatchObject({ paid: 500 });
    plate = nextPlate();
    backend.setNow(friday);
    const slow = await comeIn();
    backend.setNow(later(60));
    const before = await work.quote(slow);
    backend.setNow(later(64));
    const refused = await work.pay(slow, { due: before.due, at: before.at });
    expect([refused.status, refused.message]).toEqual([409, "应收金额现为 ¥7.00，请核对后再收"]);
    expect((await work.pay(slow, { due: 0 })).status).toBe(409);
    expect((await work.pay(slow, { due: 0, at: "2027-01-01 00:00:00" })).status).toBe(409);
    expect(await work.fees(slow)).toEqual([]);
  });

  test("paid inside leaves within the grace for nothing more; after it the rest is due", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    expect((await work.pay(id, { leave: false })).data).toMatchObject({
      paid: 500,
      left: false,
      notice: `${plate} 已缴费 ¥5.00，请于 11:15 前离场`,
    });
    backend.setNow(later(75));
    expect((await work.quote(id)).due).toBe(0);
    backend.setNow(later(76));
    const rest = await work.quote(id);
    expect([rest.fee, rest.due, rest.sentences.at(-1)]).toEqual([700, 200, "此前已缴 ¥5.00，尚应收 ¥2.00"]);
    await work.pay(id, { paymentType: "cash" });
    expect(await work.stay(id)).toMatchObject({ status: "left", fee: 700, paid: 700 });
    expect(await work.fees(id)).toEqual([
      { kind: "pay", change: 500, payment_type: "wechat" },
      { kind: "pay", change: 200, payment_type: "cash" },
    ]);
  });

  test("the grace is the corp's to say; with nothing due nothing is paid inside", async () => {
    await work.configure({ graceMinutes: 0 });
    const id = await comeIn();
    backend.setNow(later(20));
    expect((await work.pay(id, { leave: false })).message).toBe("目前无需缴费");
    backend.setNow(later(60));
    await work.pay(id, { leave: false });
    backend.setNow(later(61));
    expect((await work.quote(id)).due).toBe(200);
  });

  test("is paid once: twice with a key is once, without one it has left", async () => {
    const id = await comeIn();
    backend.setNow(later(60));
    const { due, at } = await work.quote(id);
    const payload = { id, due, at, leave: true, paymentType: "cash", idempotencyKey: work.key() };
    const twice = [await backend.call(parkingPay, payload), await backend.call(parkingPay, payload)];
    expect(twice.map(({ data }) => data.paid)).toEqual([500, 500]);
    const more = await backend.call(parkingPay, { ...payload, idempotencyKey: work.key() });
    expect([more.status, more.message]).toEqual([409, `${plate} 已离场`]);
    expect(await work.fees(id)).toHaveLength(1);
  });
});

describe("plates", () => {
  test("of another form need the right; what is none is refused and writes nothing", async () => {
    const { token: as } = await backend.createUser({ grants: ["parkingDesk", "parkingDesk/parkingDesk:enter"] });
    const before = await digests(backend);
    expect((await work.enter("AB-1234-CD", {}, as)).errors?.plate).toEqual([
      "车牌格式不符；境外或特殊车牌须有“登记其他车牌”权限",
    ]);
    expect((await work.enter("?!", {}, as)).errors?.plate).toEqual(["车牌格式不正确"]);
    expect((await work.enter("", { unreadable: true }, as)).message).toBe("基础配置不允许无牌或无法识别的车辆入场");
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await work.enter("AB-1234-CD")).data).toMatchObject({ plate: "AB1234CD", entered: true });
  });

  test("that cannot be read get a number where the configuration says so, by which the car is found again", async () => {
    await work.configure({ unreadable: "number" });
    const { data } = await work.enter("", { unreadable: true });
    expect(data.plate).toMatch(/^无牌1120\d{6}$/);
    const { token: as } = await backend.createUser({ grants: ["parkingDesk", "parkingDesk/parkingDesk:enter"] });
    expect((await work.enter(data.plate, {}, as)).data).toMatchObject({ id: data.id, entered: false });
  });

  test("of one lot stand in it once; in another lot the same plate may stand", async () => {
    await comeIn();
    const other = await parkingWork(backend, parkId);
    expect((await other.enter(plate)).data.entered).toBe(true);
    const [{ n } = { n: 0 }] = await backend.sql("select count(*)::int as n from parking_record where plate = $1", [
      plate,
    ]);
    expect(n).toBe(2);
  });
});

describe("a lot", () => {
  test("that is full takes nobody, or warns, as the configuration says", async () => {
    work = await parkingWork(backend, parkId, { spaces: 1 });
    await work.configure({});
    await comeIn();
    const refused = await work.enter(nextPlate());
    expect([refused.status, refused.message]).toEqual([409, "东门停车场车位已满，不能入场"]);
    await work.configure({ fullRefuses: false });
    const warned = nextPlate();
    expect((await work.enter(warned)).data.notice).toBe(`${warned} 已入场，东门停车场车位已满`);
    const { data } = await backend.call(parkingLot.methods.get, { id: work.lotId });
    expect(data.record).toMatchObject({ inside: 2, free: 0 });
    const listed = await backend.call(parkingLot.methods.list, { filters: { code: String(data.record?.code) } });
    expect(listed.data.records).toMatchObject([{ inside: 2, free: 0 }]);
  });

  test("that is closed lets nobody in, with its reason, and everybody out", async () => {
    const id = await comeIn();
    await backend.call(parkingLot.methods.close, { id: work.lotId, reason: "路面维修" } as never);
    expect((await work.enter(nextPlate())).message).toBe("东门停车场已关闭：路面维修");
    expect((await work.pay(id)).data.left).toBe(true);
    expect((await backend.call(parkingLot.methods.reopen, { id: work.lotId })).success).toBe(true);
    expect((await work.enter(nextPlate())).success).toBe(true);
  });

  test("has tariffs of their own class alone; what is used stays", async () => {
    const row = {
      id: work.lotId,
      code: fresh("P"),
      name: "东门停车场",
      parkId,
      spaces: 9,
      passPlates: 2,
      tariffLarge: work.tariffId,
    };
    expect((await backend.call(parkingLot.methods.save, row as never)).errors?.tariffLarge).toEqual([
      "此规则属于其他车型",
    ]);
    await comeIn();
    expect((await backend.call(parkingLot.methods.remove, { id: work.lotId })).message).toContain("进出记录 1 条");
    expect((await backend.call(parkingTariff.methods.remove, { id: work.tariffId })).message).toContain("停车场 1 个");
  });
});
