/** Passages that no rule can judge, since their number is another's or their moment cannot be: each is kept once, and staff decide. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkTicket, uploadPassages } from "~/contract/ticket/check";
import { getGateBoard } from "~/contract/ticket/gate-board";
import { passage } from "~/contract/ticket/passage";
import { passageConflict } from "~/contract/ticket/passage-conflict";
import { createGrounds, type Grounds, orderFaults, type SaleWish, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";

let backend: TestBackend;
let grounds: Grounds;
const now = new Date("2026-11-20T18:00:00+08:00");
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(now);
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

const passed = (code: string, at: string, extra: { people?: number; admitted?: boolean } = {}) => ({
  ...{ passageKey: fresh("doubtful"), gateCode: grounds.gateCode, code, at, ...extra },
});
const today = (time: string) => `2026-11-20T${time}:00+08:00`;
const upload = async (...passages: ReturnType<typeof passed>[]) => {
  const answer = await backend.call(uploadPassages, { passages });
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  return answer.data;
};
const sold = async (wish: SaleWish = {}) => {
  const sale = await sell(backend, grounds, { lines: [{ quantity: 1 }], ...wish });
  return { code: sale.tickets[0]?.qrText ?? "", id: sale.tickets[0]?.id ?? 0, no: sale.tickets[0]?.ticketNo ?? "" };
};
const conflicts = async () =>
  (await backend.call(passageConflict.methods.list, { filters: { parkId: String(grounds.parkId) } })).data.records;
const passages = async () =>
  (await backend.call(passage.methods.list, { filters: { parkId: String(grounds.parkId) } })).data.records;
const decide = (which: "book" | "keep" | "strike", id: unknown) =>
  backend.call(passageConflict.methods[which], {
    ...{ id: Number(id), idempotencyKey: fresh("decide") },
    ...(which !== "keep" && { note: "已核对录像" }),
  } as never);
const usedOf = async (id: number) =>
  (await backend.sql<{ used: number }>("select used from ticket where id = $1", [id]))[0]?.used;
const inside = async () =>
  (await backend.call(getGateBoard, {})).data.parks.find(({ id }) => id === grounds.parkId)?.inside;

describe("a number that its gate gave to two passages", () => {
  const twice = async () => {
    const [first, other] = [await sold(), await sold()];
    const one = passed(first.code, today("09:00"));
    const reused = { ...one, code: other.code, at: today("09:05") };
    await upload(one);
    return { first, other, one, reused };
  };

  it("is a passage and a conflict with its reason in words, once however often it is told", async () => {
    const { other, one, reused } = await twice();
    const told = await upload(reused);
    expect(told).toMatchObject({ accepted: 0, conflicts: [{ passageKey: one.passageKey, reason: "keyReused" }] });
    expect(await upload(reused, reused)).toMatchObject({ accepted: 0, repeated: 2, conflicts: told.conflicts });
    expect((await upload(one)).repeated).toBe(1);
    const [open, ...more] = await conflicts();
    expect(more).toEqual([]);
    expect(open).toMatchObject({ reason: "keyReused", ticketNo: other.no, people: 1, state: "open" });
    expect(open?.message).toContain(one.passageKey);
    expect(await usedOf(other.id)).toBe(0);
    expect((await passages()).map(({ reason, admittedPeople }) => [reason, Number(admittedPeople)])).toEqual([
      ["keyReused", 1],
      ["ok", 1],
    ]);
    expect(await inside()).toBe(2);
  });

  it("comes with the first in one batch as well, and is decided like any other", async () => {
    const [first, other, third] = [await sold(), await sold(), await sold()];
    const one = passed(first.code, today("09:00"));
    const told = await upload(
      one,
      { ...one, code: other.code, at: today("09:05") },
      { ...one, code: third.code, at: today("09:06") },
    );
    expect([told.accepted, told.conflicts.map(({ reason }) => reason)]).toEqual([1, ["keyReused"]]);
    const open = (await conflicts()).toReversed();
    expect(open.map(({ ticketNo }) => ticketNo)).toEqual([other.no, third.no]);
    expect((await decide("book", open[0]?.id)).status).toBe(200);
    expect((await decide("strike", open[1]?.id)).status).toBe(200);
    expect([await usedOf(first.id), await usedOf(other.id), await usedOf(third.id)]).toEqual([1, 1, 0]);
    expect(await inside()).toBe(2);
    expect((await decide("book", open[0]?.id)).status).toBe(409);
  });

  it("that was refused there leaves a refusal, and nothing to decide", async () => {
    const { reused } = await twice();
    await upload({ ...reused, admitted: false });
    expect(await conflicts()).toEqual([]);
    expect((await passages()).map(({ reason }) => reason)).toEqual(["keyReused", "ok"]);
    expect(await inside()).toBe(1);
  });

  it("of a code that nobody knows may be kept or struck, and not booked", async () => {
    const { one } = await twice();
    await upload({ ...one, code: "NOBODY-KNOWS" });
    const [open] = await conflicts();
    expect(open).toMatchObject({ reason: "keyReused", ticketNo: "" });
    expect((await decide("book", open?.id)).status).toBe(409);
    expect((await decide("keep", open?.id)).status).toBe(200);
  });

  it("uploaded from two lines at once is one conflict", async () => {
    const { reused } = await twice();
    const told = await raceToInsert(backend, "passage_key_reuse", 2, () => upload(reused));
    expect(told.map(({ repeated }) => repeated).toSorted()).toEqual([0, 1]);
    expect(told.map(({ conflicts: [only] }) => only?.reason)).toEqual(["keyReused", "keyReused"]);
    expect(await conflicts()).toHaveLength(1);
  });

  it.runIf(raceIsReal)("control: where the kept number is not unique, two lines make two", async () => {
    await backend.sql(`
      create function any_people() returns trigger language plpgsql as $$
      begin new.people := floor(random() * 1000000)::int; return new; end $$;
      create trigger any_people before insert on passage_key_reuse for each row execute function any_people()`);
    const { reused } = await twice();
    await raceToInsert(backend, "passage_key_reuse", 2, () => upload(reused));
    await backend.sql("drop trigger any_people on passage_key_reuse");
    expect(await conflicts()).toHaveLength(2);
  });
});

describe("a moment that cannot be", () => {
  const ahead = "2026-11-23T09:00:00+08:00";
  const longAgo = "2026-09-01T09:00:00+08:00";

  it("is kept as of when it was told, once, with its reason in words; the rules do not go by it", async () => {
    const { code, id, no } = await sold({ lines: [{ quantity: 1, admissions: 4, passInterval: 30 }] });
    const [fast, slow] = [passed(code, ahead), passed(code, longAgo)];
    const told = await upload(fast, slow);
    expect(told.conflicts.map(({ reason }) => reason)).toEqual(["clockOff", "clockOff"]);
    expect(await upload(fast, slow)).toMatchObject({ accepted: 0, repeated: 2, conflicts: told.conflicts });
    const open = await conflicts();
    expect(open.map(({ reason, ticketNo, at }) => [reason, ticketNo, at])).toEqual([
      ["clockOff", no, now.toISOString()],
      ["clockOff", no, now.toISOString()],
    ]);
    expect(open.map(({ message }) => String(message)).toSorted()).toEqual([
      expect.stringContaining("2026-09-01 09:00:00"),
      expect.stringContaining("2026-11-23 09:00:00"),
    ]);
    expect([await usedOf(id), await inside()]).toEqual([0, 2]);
    const check = { idempotencyKey: fresh("check"), gateId: grounds.gateId, code };
    expect((await backend.call(checkTicket, check)).data).toMatchObject({ admitted: true, reason: "ok" });
  });

  it("is booked, kept or struck", async () => {
    const [one, other, third] = [await sold(), await sold(), await sold()];
    for (const { code } of [one, other, third]) await upload(passed(code, ahead));
    const open = (await conflicts()).toReversed();
    expect((await decide("book", open[0]?.id)).status).toBe(200);
    expect((await decide("keep", open[1]?.id)).status).toBe(200);
    expect((await decide("strike", open[2]?.id)).status).toBe(200);
    expect([await usedOf(one.id), await usedOf(other.id), await usedOf(third.id)]).toEqual([1, 0, 0]);
    expect(await inside()).toBe(2);
    expect((await conflicts()).map(({ state }) => state).toReversed()).toEqual(["booked", "kept", "struck"]);
  });

  it("under a number that is another's is kept once as well", async () => {
    const [first, other] = [await sold(), await sold()];
    const one = passed(first.code, today("09:00"));
    await upload(one);
    const bad = { ...one, code: other.code, at: ahead };
    expect((await upload(bad)).conflicts).toMatchObject([{ reason: "clockOff" }]);
    expect((await upload(bad)).repeated).toBe(1);
    expect(await conflicts()).toHaveLength(1);
  });

  it("of an order of several names none of its tickets", async () => {
    const { orderNo } = await sell(backend, grounds, { lines: [{ quantity: 3 }] });
    await upload(passed(orderNo, ahead, { people: 3 }));
    const [open] = await conflicts();
    expect(open).toMatchObject({ reason: "clockOff", ticketNo: "", people: 3 });
    expect(await inside()).toBe(3);
  });

  it("uploaded from two lines at once is one conflict", async () => {
    const { code } = await sold();
    const bad = passed(code, ahead);
    const told = await raceToInsert(backend, "passage_key", 2, () => upload(bad));
    expect(told.map(({ repeated }) => repeated).toSorted()).toEqual([0, 1]);
    expect(await conflicts()).toHaveLength(1);
  });
});
