/** Seats of a session: held all or none, sold once, given back, changed, set aside, checked. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { theatreCheck, theatreUncheck, theatreUsher } from "~/contract/theatre/check";
import { theatreAsideMap, theatrePreselect, theatreSetAside } from "~/contract/theatre/preselect";
import {
  theatreBest,
  theatreBlock,
  theatreMap,
  theatreMark,
  theatreRelease,
  theatreSessions,
  theatreTakeAside,
  theatreTickets,
} from "~/contract/theatre/sale";
import { theatreSession } from "~/contract/theatre/session";
import { endHolds } from "~server/backend/business/theatre/jobs";
import { createWorker } from "~server/backend/jobs/worker";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { hold, mapOf, openTheatre, seatIds, sell, seller, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
let other = "";
let sessionId = 0;
let hour = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId);
  other = await seller(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  // Each test has a day of its own.
  hour += 1;
  const day = new Date(friday.getTime() + hour * 86_400_000).toISOString().slice(0, 10);
  sessionId = await house.addSession({ day });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const minutes = (n: number) => backend.setNow(new Date(friday.getTime() + n * 60_000));
const ids = (...names: string[]) => seatIds(backend, sessionId, ...names);
const stateOf = async (name: string, as = backend.admin) => {
  const [row, number] = name.split("/");
  const { rows } = await mapOf(backend, sessionId, as);
  return rows.find((one) => one.name === row)?.seats.find((one) => one.number === number)?.state;
};
const orderId = async () => {
  const [row] = await backend.sql<{ id: number }>(
    "select max(order_id)::int as id from theatre_ticket where session_id = $1",
    [sessionId],
  );
  return row?.id ?? 0;
};

describe("the mark of a session", () => {
  const mark = async () => (await backend.call(theatreMark, { sessionId })).data?.mark;

  test("is another one after a hold, a release, a block, a sale and a hold that ended, and the same while nothing changes", async () => {
    const seen = [await mark()];
    const step = async (act: () => Promise<unknown>) => {
      await act();
      seen.push(await mark());
      expect(await mark()).toBe(seen.at(-1));
      expect((await mapOf(backend, sessionId)).mark).toBe(seen.at(-1));
    };
    await step(async () => hold(backend, sessionId, await ids("1/1")));
    await step(async () => backend.call(theatreRelease, { sessionId, seatIds: await ids("1/1") }));
    await step(async () => hold(backend, sessionId, await ids("1/1")));
    await step(async () => sell(backend, sessionId));
    await step(async () => hold(backend, sessionId, await ids("1/3", "1/4"), other));
    await step(async () => minutes(60));
    // Released, it stands as it did before: nobody need know that there was a hold.
    expect(new Set(seen.filter((_, at) => at !== 2)).size).toBe(seen.length - 1);
  });

  test("stays where a hold is refused, and another session's changes do not touch it", async () => {
    await hold(backend, sessionId, await ids("1/1"), other);
    const before = await mark();
    expect((await hold(backend, sessionId, await ids("1/1", "1/2"))).success).toBe(false);
    const elsewhere = await house.addSession({
      day: new Date(friday.getTime() + (hour + 40) * 86_400_000).toISOString().slice(0, 10),
    });
    expect((await hold(backend, elsewhere, await seatIds(backend, elsewhere, "1/1"))).success).toBe(true);
    expect(await mark()).toBe(before);
  });

  test("nobody else's is told: another tenant finds no session, and without the right there is no answer", async () => {
    const foreign = await backend.createCorp(`9${hour}77`);
    expect((await backend.call(theatreMark, { sessionId }, { as: foreign })).status).toBe(404);
    const { accName } = await backend.createUser({});
    const without = await backend.signIn(accName, adminPassword);
    expect((await backend.call(theatreMark, { sessionId }, { as: without })).status).toBe(403);
  });
});

describe("a hold", () => {
  test("is all or nothing, names what is taken, and is seen by others as held", async () => {
    expect((await hold(backend, sessionId, await ids("1/1", "1/2"))).data).toMatchObject({ seats: 2, payable: 16_000 });
    expect([await stateOf("1/1"), await stateOf("1/1", other)]).toEqual(["mine", "held"]);
    const before = await digests(backend);
    const reply = await hold(backend, sessionId, await ids("1/2", "1/3"), other);
    expect([reply.status, reply.message]).toEqual([409, "池座 1排2座 已被占用（共 1 个），未保留任何座位"]);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect(await stateOf("1/3")).toBe("free");
  });

  test("ends by itself: another takes the seat, and the sale of the first is refused", async () => {
    await hold(backend, sessionId, await ids("1/1"));
    minutes(11);
    expect(await stateOf("1/1")).toBe("free");
    expect((await sell(backend, sessionId)).message).toBe("还没有选座");
    expect((await hold(backend, sessionId, await ids("1/1"), other)).success).toBe(true);
    expect((await sell(backend, sessionId)).status).toBe(409);
    expect((await sell(backend, sessionId, other)).success).toBe(true);
  });

  test("is let go of by who has it and nobody else", async () => {
    const [seat = 0] = await ids("2/1");
    await hold(backend, sessionId, [seat]);
    expect((await backend.call(theatreRelease, { sessionId, seatIds: [seat] }, { as: other })).data.seats).toBe(0);
    expect((await backend.call(theatreRelease, { sessionId })).data.seats).toBe(1);
    expect(await stateOf("2/1")).toBe("free");
  });

  test("of a seat that is not for sale, a staff seat without the right, or of another session is refused", async () => {
    expect((await hold(backend, sessionId, await ids("3/8"))).message).toBe("池座 3排8座 是不售座");
    expect((await hold(backend, sessionId, await ids("3/6"), other)).message).toContain("工作席");
    expect((await hold(backend, sessionId, await ids("3/6"))).success).toBe(true);
    expect((await hold(backend, sessionId, [999_999])).status).toBe(422);
    expect((await hold(backend, 999_999, [1])).status).toBe(404);
  });
});

describe("a sale", () => {
  test("2.3k.6 2.3k.7 is an order of seats and places without seats; the second press of the button sells nothing", async () => {
    await hold(backend, sessionId, await ids("1/1", "1/2", "3/1"));
    const { areas } = await mapOf(backend, sessionId);
    const lawn = areas.find(({ kind }) => kind === "unseated")?.id ?? 0;
    const payload = { areas: [{ areaId: lawn, quantity: 2 }], idempotencyKey: fresh("theatre-key"), given: 30_000 };
    const reply = await sell(backend, sessionId, backend.admin, payload);
    // Two of zone A, one of zone B, two on the lawn by its own ticket.
    expect(reply.data).toMatchObject({ tickets: 5, payable: 2 * 8_000 + 5_000 + 2 * 3_000, change: 3_000 });
    expect((await sell(backend, sessionId, backend.admin, payload)).data).toEqual(reply.data);
    const tickets = await backend.call(theatreTickets, { orderNo: reply.data.orderNo });
    expect(tickets.data.tickets.map(({ label, price }) => [label, price])).toEqual([
      ["池座 1排1座", 8_000],
      ["池座 1排2座", 8_000],
      ["池座 3排1座", 5_000],
      ["草坪", 3_000],
      ["草坪", 3_000],
    ]);
    expect(await stateOf("1/1", other)).toBe("sold");
    expect((await hold(backend, sessionId, await ids("1/1"), other)).status).toBe(409);
    await checkInvariants(backend);
  });

  test("of more places than an area has left is refused, and sells no seat either", async () => {
    await hold(backend, sessionId, await ids("1/1"));
    const { areas } = await mapOf(backend, sessionId);
    const lawn = areas.find(({ kind }) => kind === "unseated")?.id ?? 0;
    const refused = await sell(backend, sessionId, backend.admin, { areas: [{ areaId: lawn, quantity: 6 }] });
    expect([refused.status, refused.message]).toEqual([409, "草坪 余位不足"]);
    expect(await stateOf("1/1")).toBe("mine");
    expect((await sell(backend, sessionId, backend.admin, { expected: 1 })).status).toBe(409);
    expect((await sell(backend, sessionId, backend.admin, { given: 100 })).status).toBe(422);
    expect(await stateOf("1/1")).toBe("mine");
  });

  test("given back frees its seats; a ticket that was checked stays", async () => {
    await hold(backend, sessionId, await ids("1/1", "1/2"));
    const { orderNo } = (await sell(backend, sessionId)).data;
    await backend.call(theatreCheck, { sessionId, ticketNo: `${orderNo}-01` });
    const id = await orderId();
    const all = await backend.call(refundOrder, {
      orderId: id,
      reason: "不来了",
      idempotencyKey: fresh("refund-key"),
    } as never);
    expect([all.status, all.message]).toEqual([200, ""]);
    expect([await stateOf("1/1"), await stateOf("1/2")]).toEqual(["sold", "free"]);
    expect((await hold(backend, sessionId, await ids("1/2"), other)).success).toBe(true);
    await checkInvariants(backend);
  });

  test("is open between its moments alone, and not while the session is stopped", async () => {
    const [seat = 0] = await ids("1/1");
    await backend.call(theatreSession.methods.stop, { id: sessionId });
    expect((await hold(backend, sessionId, [seat])).message).toContain("已停售");
    await backend.call(theatreSession.methods.resume, { id: sessionId });
    await hold(backend, sessionId, [seat]);
    await backend.call(theatreSession.methods.stop, { id: sessionId });
    expect((await sell(backend, sessionId)).message).toContain("已停售");
    await backend.call(theatreSession.methods.resume, { id: sessionId });
    backend.setNow(new Date(friday.getTime() + 40 * 86_400_000));
    expect((await hold(backend, sessionId, [seat])).message).toContain("停售");
  });
});

test("what is held or sold before the sale opens or after it closes is refused with the moment", async () => {
  const window = { saleFrom: "2026-11-20 12:00:00", saleUntil: "2026-11-20 14:00:00" };
  const short = await house.addSession({ day: "2027-05-01", ...window });
  const [seat = 0] = await seatIds(backend, short, "1/1");
  const press = async () => {
    const { success, message } = await hold(backend, short, [seat], other);
    return success || message;
  };
  minutes(119);
  expect(await press()).toBe("2026-11-20 12:00:00 开售");
  minutes(120);
  expect(await press()).toBe(true);
  minutes(239);
  expect(await press()).toBe(true);
  // The hold lasts longer than the sale.
  minutes(240);
  expect(await press()).toBe("已于 2026-11-20 14:00:00 停售");
  expect((await sell(backend, short, other)).message).toBe("已于 2026-11-20 14:00:00 停售");
  expect((await backend.call(theatreBest, { sessionId: short, count: 1, zone: "" }, { as: other })).status).toBe(409);
});

describe("seats chosen", () => {
  test("the best together are one row's, near the middle, and none where no row has so many", async () => {
    const best = async (count: number, zone = "") => backend.call(theatreBest, { sessionId, count, zone });
    expect((await best(4)).data.seats).toBe(4);
    const { mine } = await mapOf(backend, sessionId);
    expect(new Set(mine.map(({ label }) => label.slice(0, 5))).size).toBe(1);
    expect((await best(5)).message).toContain("没有 5 个相连的空座");
    expect((await best(3, "B")).message).toContain("没有 3 个相连的空座");
    expect((await best(2, "B")).success).toBe(true);
  });

  test("a wheelchair place comes with the companion's beside it", async () => {
    const reply = await backend.call(theatreBest, { sessionId, count: 1, zone: "", wheelchair: true });
    expect(reply.data.seats).toBe(2);
    // Odd numbers on the left, from the middle: 5 3 1 … — the two at the wall.
    expect((await mapOf(backend, sessionId)).mine.map(({ label }) => label)).toEqual(["池座 3排7座", "池座 3排5座"]);
    expect((await backend.call(theatreBest, { sessionId, count: 1, zone: "", wheelchair: true })).success).toBe(false);
  });

  test("a single gap is refused where the session says so, but not one that others caused, and the right overrides it", async () => {
    const strict = await house.addSession({ day: "2027-03-01", noGaps: true });
    const of = (...names: string[]) => seatIds(backend, strict, ...names);
    const refused = await hold(backend, strict, await of("1/2"), other);
    expect([refused.status, refused.message]).toEqual([409, "这样选会把 池座 1排1座 剩成孤座，请挪一个位置"]);
    expect((await hold(backend, strict, await of("1/2"), other, { leaveGaps: true })).status).toBe(403);
    expect((await hold(backend, strict, await of("1/2"), backend.admin, { leaveGaps: true })).success).toBe(true);
    // Seat 1 stands alone by now: it is not the fault of who takes 3 and 4.
    expect((await hold(backend, strict, await of("1/3", "1/4"), other)).success).toBe(true);
    // Three of four leave one wherever they sit; two in the middle need not.
    expect((await hold(backend, strict, await of("2/1", "2/2", "2/3"), other)).success).toBe(true);
    expect((await hold(backend, strict, await of("2/6", "2/7"), other)).message).toContain("孤座");
    expect((await hold(backend, strict, await of("2/5", "2/6"), other)).success).toBe(true);
  });

  test("seats are blocked and put back by who may", async () => {
    const seats = await ids("2/1", "2/2");
    expect((await backend.call(theatreBlock, { sessionId, seatIds: seats, block: true }, { as: other })).status).toBe(
      403,
    );
    expect((await backend.call(theatreBlock, { sessionId, seatIds: seats, block: true })).data.seats).toBe(2);
    expect(await stateOf("2/1", other)).toBe("blocked");
    expect((await hold(backend, sessionId, seats, other)).status).toBe(409);
    await backend.call(theatreBlock, { sessionId, seatIds: seats, block: false });
    expect((await hold(backend, sessionId, seats, other)).success).toBe(true);
  });
});

describe("seats set aside", () => {
  const aside = (fields: object = {}) =>
    backend.saved(theatrePreselect.methods.save, {
      ...{ name: "春游团", kind: "group", sessionId, contact: null, mobile: null, remark: null },
      ...{ until: "2026-11-20 12:00:00", ...fields },
    });

  test("2.3t.4 seats are set aside, out of the sale, handed over, and sold", async () => {
    const id = await aside();
    const seats = await ids("1/1", "1/2");
    expect((await backend.call(theatreSetAside, { preselectId: id, seatIds: seats })).data.seats).toBe(2);
    expect((await backend.call(theatreAsideMap, { preselectId: id })).data.seats.map(({ label }) => label)).toEqual([
      "池座 1排1座",
      "池座 1排2座",
    ]);
    expect((await hold(backend, sessionId, seats, other)).status).toBe(409);
    expect((await backend.call(theatreTakeAside, { sessionId, preselectId: id }, { as: other })).data.payable).toBe(
      16_000,
    );
    expect((await backend.call(theatreTakeAside, { sessionId, preselectId: id })).status).toBe(409);
    expect((await sell(backend, sessionId, other)).data.tickets).toBe(2);
    expect((await backend.call(theatrePreselect.methods.release, { id })).status).toBe(409);
  });

  test("they are released by hand or by themselves", async () => {
    const first = await aside();
    const second = await aside({ name: "嘉宾", kind: "guest" });
    await backend.call(theatreSetAside, { preselectId: first, seatIds: await ids("1/1") });
    await backend.call(theatreSetAside, { preselectId: second, seatIds: await ids("1/2") });
    expect((await backend.call(theatrePreselect.methods.release, { id: first })).data.notice).toBe("已释放 1 个座位");
    expect([await stateOf("1/1"), await stateOf("1/2")]).toEqual(["free", "aside"]);
    minutes(121);
    expect(await stateOf("1/2")).toBe("free");
    expect((await hold(backend, sessionId, await ids("1/2"), other)).success).toBe(true);
    expect((await backend.call(theatreSetAside, { preselectId: second, seatIds: await ids("1/3") })).status).toBe(409);
    // The list says so once the job has come by; it clears away what nobody counts any more.
    const row = async () =>
      (await backend.sql("select status, seats from theatre_preselect where id = $1", [second]))[0];
    expect(await row()).toEqual({ status: "open", seats: 1 });
    let minute = 121;
    const now = () => new Date(friday.getTime() + minute * 60_000);
    const worker = createWorker({ database: backend.database, kinds: [endHolds], now });
    // It comes every five minutes from when a worker first sees it.
    for (; minute <= 126; minute += 5) await worker.drain();
    expect(await row()).toEqual({ status: "expired", seats: 0 });
    const asides = "select 1 from theatre_place where session_id = $1 and state = 'aside'";
    expect(await backend.sql(asides, [sessionId])).toEqual([]);
  });

  test("a moment in the past or after the beginning is refused", async () => {
    const save = (until: string) =>
      backend.call(theatrePreselect.methods.save, { name: "团", kind: "group", sessionId, until } as never);
    expect((await save("2026-11-20 09:00:00")).errors?.until?.[0]).toBe("须晚于现在");
    expect((await save("2027-11-20 09:00:00")).errors?.until?.[0]).toContain("不得晚于开演");
  });
});

describe("the check", () => {
  test("lets a ticket in once, says the seat, and which session another ticket is for", async () => {
    await hold(backend, sessionId, await ids("1/1"));
    const { orderNo } = (await sell(backend, sessionId)).data;
    const ticketNo = `${orderNo}-01`;
    const later = await house.addSession({ day: "2027-04-01" });
    const wrong = await backend.call(theatreCheck, { sessionId: later, ticketNo });
    expect([wrong.status, wrong.message]).toEqual([
      409,
      expect.stringMatching(/^场次不对：这张票是“青云水秀 .* 19:30”池座 1排1座$/),
    ]);
    expect((await backend.call(theatreCheck, { sessionId, ticketNo })).data.said).toBe("池座 1排1座 检票通过");
    expect((await backend.call(theatreCheck, { sessionId, ticketNo })).message).toContain("已于 2026-11-20 10:00:00");
    expect((await backend.call(theatreCheck, { sessionId, ticketNo: "NONE" })).message).toBe("没有票号 NONE");
    expect((await backend.call(theatreUsher, { sessionId })).data).toMatchObject({ sold: 1, checked: 1 });
    expect((await backend.call(theatreUncheck, { sessionId, ticketNo })).success).toBe(true);
    expect((await backend.call(theatreUncheck, { sessionId, ticketNo })).status).toBe(409);
  });
});

describe("who sees and does what", () => {
  test("another tenant's sessions and seats are not found", async () => {
    const seats = await ids("1/1");
    const stranger = await backend.createCorp("0077");
    expect((await backend.call(theatreMap, { sessionId }, { as: stranger })).status).toBe(404);
    expect((await hold(backend, sessionId, seats, stranger)).status).toBe(404);
    expect((await backend.call(theatreCheck, { sessionId, ticketNo: "X" }, { as: stranger })).status).toBe(404);
  });

  test("2.3k.9 an account of another park finds none; one of a park that was added sells there", async () => {
    const { parkId } = await createPark(backend);
    const grants = ["seatSale", "seatSale/seatSale:sell"];
    const { token } = await backend.createUser({ grants, parks: [parkId] });
    const seats = await ids("1/1");
    expect((await hold(backend, sessionId, seats, token)).status).toBe(404);
    const { theatreVenueParksSave } = await import("~/contract/theatre/venue");
    await backend.call(theatreVenueParksSave, { venueId: house.venueId, parkIds: [parkId] });
    expect((await hold(backend, sessionId, seats, token)).success).toBe(true);
    const sold = await sell(backend, sessionId, token);
    expect([sold.status, sold.message]).toEqual([200, ""]);
    await backend.call(theatreVenueParksSave, { venueId: house.venueId, parkIds: [] });
  });

  test("without the right nothing is held or sold", async () => {
    const { token } = await backend.createUser({ grants: ["seatSale"] });
    expect((await hold(backend, sessionId, await ids("1/1"), token)).status).toBe(403);
    expect((await sell(backend, sessionId, token)).status).toBe(403);
  });

  test("the sessions of a day say how many seats are left", async () => {
    const day = new Date(friday.getTime() + hour * 86_400_000).toISOString().slice(0, 10);
    await hold(backend, sessionId, await ids("1/1"));
    const { data } = await backend.call(theatreSessions, { day });
    expect(data.sessions.map(({ free, places, whyNot }) => [free, places, whyNot])).toEqual([[28, 29, ""]]);
  });
});
