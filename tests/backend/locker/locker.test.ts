/** Lockers: their states, the money of their deposits, and who may touch them. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockerBox, lockerOverdue } from "~/contract/locker/box";
import { lockerGroup, lockerPicture } from "~/contract/locker/group";
import { lockerLedger } from "~/contract/locker/locker-ledger";
import { park as parkResource } from "~/contract/ticket/park";
import { boxBackend, boxCommands } from "~server/backend/business/locker/box";
import { lockerBox as table } from "~server/backend/business/locker/schema";
import { serveResource } from "~server/backend/kernel/resource";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { csv, importing } from "../imports/importing";

let backend: TestBackend;
let parkId = 0;
let groupId = 0;
let boxId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
});
beforeEach(async () => {
  backend.setNow(friday);
  groupId = await addGroup();
  boxId = await addBox({ number: "A01" });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = lockerBox;
const mobile = "13800138000";
const later = (hours: number) => backend.setNow(new Date(friday.getTime() + hours * 3_600_000));

const addGroup = (fields: Record<string, unknown> = {}) =>
  backend.saved(lockerGroup.methods.save, {
    ...{ code: fresh("LK"), name: "东门储物柜", parkId, hours: 12 },
    ...{ depositSmall: 1_000, depositMedium: 2_000, depositLarge: 3_000 },
    ...fields,
  });
const addBox = (fields: Record<string, unknown>) =>
  backend.saved(methods.save, { lockerGroupId: groupId, size: "medium", ...fields });
const occupy = (fields: object = {}, as = backend.admin) =>
  backend.call(methods.occupy, { id: boxId, mobile, paymentType: "wechat", ...fields }, { as });
const state = async (id = boxId) => {
  const [row] = await backend.sql("select status, held, mobile, use_id from locker_box where id = $1", [id]);
  return row;
};
const movements = () =>
  backend.sql(
    "select kind, held_change, kept_change, payment_type, account_name from locker_ledger where box_id = $1 order by id",
    [boxId],
  );
const free = { status: "free", held: 0, mobile: null, use_id: null };

describe("a use", () => {
  test("takes the group's deposit for the size, and pays it back the way it came", async () => {
    expect((await occupy()).data.notice).toBe("A01 已开柜，收押金 ¥20.00，请于 2026-11-20 22:00:00 前取物");
    expect(await state()).toMatchObject({ status: "occupied", held: 2_000, mobile });
    const { data } = await backend.call(methods.release, { id: boxId });
    expect(data).toMatchObject({ notice: "已退还押金 ¥20.00", answer: { deposit: 2_000 } });
    expect(await state()).toEqual(free);
    const shared = { kept_change: 0, payment_type: "wechat", account_name: "系统管理员" };
    expect(await movements()).toEqual([
      { kind: "take", held_change: 2_000, ...shared },
      { kind: "payBack", held_change: -2_000, ...shared },
    ]);
    await checkInvariants(backend);
  });

  test("pays back what was taken, whatever the deposit is meanwhile; of none nothing moves", async () => {
    await occupy();
    await backend.saved(methods.save, { id: boxId, size: "medium", deposit: 0 });
    expect((await backend.call(methods.release, { id: boxId })).data.answer).toEqual({ deposit: 2_000 });
    await occupy();
    expect((await backend.call(methods.release, { id: boxId })).success).toBe(true);
    expect(await movements()).toHaveLength(2);
  });

  test("is released once, by whoever comes first: twice with a key is once, without one the state refuses", async () => {
    await occupy();
    const payload = { id: boxId, idempotencyKey: fresh("release-key-0001") };
    const twice = [await backend.call(methods.release, payload), await backend.call(methods.release, payload)];
    expect(twice.map(({ data }) => data.notice)).toEqual(["已退还押金 ¥20.00", "已退还押金 ¥20.00"]);
    expect((await backend.call(methods.release, { id: boxId })).message).toBe("“A01”已是“空闲”");
    expect(await movements()).toHaveLength(2);
  });

  test("of one locker, pressed by eight at once, is one: seven are told that it is in use", async () => {
    const all = await race(backend, 8, () => occupy());
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(all.find(({ status }) => status === 409)?.message).toMatch(/使用中/);
    expect(await movements()).toHaveLength(1);
    const ended = await race(backend, 4, () => backend.call(methods.release, { id: boxId }));
    expect(ended.filter(({ success }) => success)).toHaveLength(1);
    expect(await movements()).toHaveLength(2);
  });

  test.runIf(raceIsReal)(
    "control: without the lock of the row two have one locker, and the invariant says so",
    async () => {
      const usual = { backend, parkId };
      const careless = serveResource(lockerBox, {
        ...boxBackend,
        commands: { ...boxCommands, occupy: { ...boxCommands.occupy, mayNot: meeting(2) } },
        keeps: {
          lock: async () => {},
          write: (call, id, set) => call.db.update(table).set(set).where(eq(table.id, id)).then(),
        },
      });
      const isOccupy = ({ method }: (typeof careless)[number]) => method === methods.occupy;
      const served = [...allServed.filter((one) => !isOccupy(one)), ...careless.filter(isOccupy)];
      backend = await openTestBackend({ served });
      ({ parkId } = await createPark(backend));
      groupId = await addGroup();
      boxId = await addBox({ number: "A01" });
      expect((await race(backend, 2, () => occupy())).map(({ status }) => status)).toEqual([200, 200]);
      await expect(checkInvariants(backend)).rejects.toThrow("holds the deposit of its use");
      await backend.close();
      ({ backend, parkId } = usual);
    },
  );

  test("asks for a mobile and a payment type that there is; what is refused writes nothing", async () => {
    const before = await digests(backend);
    expect(Object.keys((await occupy({ mobile: "123" })).errors ?? {})).toEqual(["mobile"]);
    expect(Object.keys((await occupy({ paymentType: "shells" })).errors ?? {})).toEqual(["paymentType"]);
    expect((await backend.call(methods.open, { id: boxId, reason: "忘记密码" })).status).toBe(409);
    expect((await backend.call(methods.clear, { id: boxId })).status).toBe(409);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("is refused in a group that is suspended, and the list says so before", async () => {
    await backend.call(lockerGroup.methods.suspend, { id: groupId });
    expect((await occupy()).message).toBe("柜组“东门储物柜”已停用");
    const { data } = await backend.call(methods.list, { filters: { lockerGroupId: String(groupId) } });
    expect(data.otherData.blocked?.[String(boxId)]?.occupy).toBe("柜组“东门储物柜”已停用");
  });
});

describe("what staff do", () => {
  test("an opening leaves the locker in use, with its reason on the time line beside the deposit", async () => {
    await occupy();
    expect((await backend.call(methods.open, { id: boxId, reason: "手机没电" })).success).toBe(true);
    expect(await state()).toMatchObject({ status: "occupied", held: 2_000 });
    const { data } = await backend.call(methods.changes, { id: boxId });
    const told = JSON.stringify(data);
    for (const words of ["手机没电", '"command":"open"', "收押金 微信", "+20.00"]) expect(told).toContain(words);
  });

  test("faulty and disabled lockers take nobody until they are repaired or enabled", async () => {
    for (const [away, fields, back] of [
      ["markFaulty", { reason: "锁坏" }, "repaired"],
      ["disable", {}, "enable"],
    ] as const) {
      expect((await backend.call(methods[away], { id: boxId, ...fields } as never)).success).toBe(true);
      expect((await occupy()).status).toBe(409);
      expect((await backend.call(methods[back], { id: boxId })).success).toBe(true);
    }
    expect(await state()).toEqual(free);
  });

  test("what is overdue is listed, counted in the picture and cleared in bulk, its deposit forfeited", async () => {
    await occupy();
    const other = await addBox({ number: "A02", size: "large" });
    const listed = async () => {
      const { data } = await backend.call(lockerOverdue.methods.list, { filters: { lockerGroupId: String(groupId) } });
      return data.records.map(({ number }) => number);
    };
    expect(await listed()).toEqual([]);
    expect((await backend.call(methods.clear, { id: boxId })).message).toBe("未超时，应还时间为 2026-11-20 22:00:00");
    later(13);
    await backend.call(methods.occupy, { id: other, mobile, paymentType: "cash" });
    expect(await listed()).toEqual(["A01"]);
    const picture = await backend.call(lockerPicture, { id: groupId });
    expect(picture.data.boxes.map(({ number, overdue }) => [number, overdue])).toEqual([
      ["A01", true],
      ["A02", false],
    ]);
    const { data } = await backend.call(methods.clearMany, { ids: [boxId, other] });
    expect([data.done, data.refused.map(({ id }) => id)]).toEqual([1, [other]]);
    expect(await state()).toEqual(free);
    expect((await movements()).at(-1)).toMatchObject({ kind: "keep", held_change: -2_000, kept_change: 2_000 });
    await checkInvariants(backend);
  });

  test("a number stands once in its group; groups, lockers and parks that are used stay", async () => {
    const twin = { lockerGroupId: groupId, number: "a01", size: "small" };
    expect(Object.keys((await backend.call(methods.save, twin as never)).errors ?? {})).toEqual(["number"]);
    const elsewhere = await addGroup({ name: "西门储物柜" });
    expect((await backend.call(methods.save, { ...twin, lockerGroupId: elsewhere } as never)).success).toBe(true);
    await occupy();
    expect((await backend.call(methods.remove, { id: boxId })).message).toContain("1 次使用记录");
    expect((await backend.call(lockerGroup.methods.remove, { id: groupId })).message).toContain("柜格 1 个（如 A01）");
    expect((await backend.call(parkResource.methods.remove, { id: parkId })).message).toMatch(/储物柜组 \d+ 个/);
  });
});

describe("who", () => {
  test("another tenant, and an account of another park, find nothing and move nothing", async () => {
    await occupy();
    const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const near = await createPark(backend);
    const grants = ["lockerBoxList", "lockerBoxList/lockerBox:release", "lockerGroupList", "lockerDeposits"];
    const bound = await backend.createUser({ grants, parks: [near.parkId] });
    const before = await movements();
    for (const as of [tenant, bound.token]) {
      expect((await backend.call(methods.release, { id: boxId }, { as })).status).toBe(404);
      expect((await backend.call(lockerPicture, { id: groupId }, { as })).status).toBe(404);
      for (const { list } of [methods, lockerGroup.methods, lockerLedger.rows.methods])
        expect((await backend.call(list, {}, { as })).data.records).toEqual([]);
    }
    expect(await movements()).toEqual(before);
  });

  test("without the right to see them mobiles are masked", async () => {
    await occupy();
    const { token: as } = await backend.createUser({ grants: ["lockerBoxList"] });
    expect((await backend.call(methods.get, { id: boxId }, { as })).data.record?.mobile).toBe("138****8000");
  });
});

test("lockers from a file are free, with the group's deposit; one that is there, and one of another park, are not taken", async () => {
  const [name, farName] = [fresh("西门储物柜"), fresh("别园储物柜")];
  const own = await addGroup({ name });
  const far = await addGroup({ name: farName, parkId: (await createPark(backend)).parkId });
  const { fun, buttons, fields, imports } = lockerBox;
  const grants = [fun, `${fun}/lockerBox:import`, ...[buttons.add, buttons.edit].map((button) => `${fun}/${button}`)];
  const { token: as } = await backend.createUser({ grants, parks: [parkId] });
  const { checked, run, work } = importing(backend, imports);
  const head = [fields.lockerGroupId, fields.number, fields.size, fields.deposit].map(({ label }) => label());
  const file = (...rows: string[][]) => csv([head, ...rows]);
  const view = await checked(file([name, "F01", "大", ""], [name, "F02", "小", "5.50"]), "a.csv", as);
  expect((await run(view.id, "all", as)).message).toBe("");
  await work();
  const made = "select number, size, deposit::int, status from locker_box where locker_group_id = any ($1) order by 1";
  expect(await backend.sql(made, [[own, far]])).toEqual([
    { number: "F01", size: "large", deposit: 3_000, status: "free" },
    { number: "F02", size: "small", deposit: 550, status: "free" },
  ]);
  const refused = await checked(file([name, "f01", "大", ""], [farName, "F03", "小", ""]), "b.csv", as);
  expect(refused).toMatchObject({ good: 0, bad: 2 });
});

/** The database itself: a locker in use says who has it, and a figure moves with its row alone. */
test("nothing moves past the ledger, by hand neither", async () => {
  await occupy();
  await expect(backend.sql("update locker_use set held = 0 where box_id = $1", [boxId])).rejects.toThrow(/ledger/);
  await expect(backend.sql("update locker_box set status = 'free' where id = $1", [boxId])).rejects.toThrow(/check/);
  await expect(backend.sql("delete from locker_ledger where box_id = $1", [boxId])).rejects.toThrow(/append-only/);
});
