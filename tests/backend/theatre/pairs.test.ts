/** Couple seats are pairs: held, sold, set aside, given back, changed and moved together, where the session sells them so. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { theatreChangeQuote, theatreChangeSeat } from "~/contract/theatre/change-seat";
import { theatreCheck } from "~/contract/theatre/check";
import { theatreAsideMap, theatrePreselect, theatreSetAside } from "~/contract/theatre/preselect";
import { theatreBest, theatreBlock, theatreRelease, theatreTakeAside, theatreTickets } from "~/contract/theatre/sale";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { hold, mapOf, openTheatre, seatIds, sell, seller, settle, type Theatre } from "./support";

// In row 1 the pairs are 3-4, 5-6 and 8-9; 10 has no partner.
const plan = "1 oocccc_occc A\n2 oooooo A";

let backend: TestBackend;
let house: Theatre;
let till = "";
let sessionId = 0;
let days = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId, plan);
  till = await seller(backend, "seatSale/seatSale:change", "offlineOrderList");
});
const nextDay = () => {
  days += 1;
  return new Date(friday.getTime() + days * 86_400_000).toISOString().slice(0, 10);
};
beforeEach(async () => {
  backend.setNow(friday);
  sessionId = await house.addSession({ day: nextDay() });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const ids = (...names: string[]) => seatIds(backend, sessionId, ...names);
const mine = async (as = till) => (await mapOf(backend, sessionId, as)).mine.map(({ label }) => label.split(" ")[1]);
const refused = async (reply: Promise<{ status: number; message: string }>) => {
  const before = await digests(backend);
  const { status, message } = await reply;
  expect(changed(before, await digests(backend))).toEqual([]);
  return [status, message];
};
const buy = async (...names: string[]) => {
  const held = await hold(backend, sessionId, await ids(...names), till);
  expect(held.message).toBe("");
  const { orderId, orderNo } = (await sell(backend, sessionId, till)).data;
  const { tickets } = (await backend.call(theatreTickets, { orderNo }, { as: till })).data;
  return { orderId, orderNo, tickets };
};
const refund = (orderId: number, pieces: readonly { lineId: number; id: number }[] = []) =>
  backend.call(refundOrder, { orderId, reason: "不来了", idempotencyKey: fresh("refund-key"), pieces } as never);
const piecesOf = (orderId: number) =>
  backend.sql<{ id: number; lineId: number; label: string }>(
    `select id::int as id, line_id::int as "lineId", label from theatre_ticket where order_id = $1 order by id`,
    [orderId],
  );

test("the map says which two belong together, from the left by twos, and no aisle between them", async () => {
  const [row] = (await mapOf(backend, sessionId)).rows;
  expect(row?.seats.map(({ number, partner }) => `${number}:${partner?.number ?? ""}`)).toEqual([
    "1:",
    "2:",
    "3:4",
    "4:3",
    "5:6",
    "6:5",
    "7:",
    "8:9",
    "9:8",
    "10:",
  ]);
});

test("half a pair is refused and writes nothing; asked for with its partner, both are held, and let go of together", async () => {
  expect(await refused(hold(backend, sessionId, await ids("1/2", "1/3"), till))).toEqual([
    409,
    "池座 1排3座 是情侣座，须与 池座 1排4座 一起选",
  ]);
  expect((await hold(backend, sessionId, await ids("1/3", "1/4"), till)).data.seats).toBe(2);
  expect((await hold(backend, sessionId, await ids("1/6"), till, { withPartners: true })).data.seats).toBe(4);
  expect(await mine()).toEqual(["1排3座", "1排4座", "1排5座", "1排6座"]);
  expect((await backend.call(theatreRelease, { sessionId, seatIds: await ids("1/5") }, { as: till })).data.seats).toBe(
    2,
  );
  expect(await mine()).toEqual(["1排3座", "1排4座"]);
  // One that has no partner is a seat as any.
  expect((await hold(backend, sessionId, await ids("1/10"), till)).success).toBe(true);
});

test("both halves end at one moment, also where one of them is asked for once more", async () => {
  await hold(backend, sessionId, await ids("1/3", "1/4"), till);
  backend.setNow(new Date(friday.getTime() + 5 * 60_000));
  await hold(backend, sessionId, await ids("1/3"), till);
  const { mine: held } = await mapOf(backend, sessionId, till);
  expect(new Set(held.map(({ until }) => until)).size).toBe(1);
  expect(held).toHaveLength(2);
});

test("half a pair is sold by who may leave single seats, and by anybody in a session that sells them singly", async () => {
  const [three = 0] = await ids("1/3");
  expect((await hold(backend, sessionId, [three], till, { leaveGaps: true })).status).toBe(403);
  const bold = await seller(backend, "seatSale/seatSale:gaps");
  expect((await hold(backend, sessionId, [three], bold, { leaveGaps: true, withPartners: true })).data.seats).toBe(1);
  // Whose partner somebody has is sold alone.
  expect((await hold(backend, sessionId, await ids("1/4"), till)).success).toBe(true);
  sessionId = await house.addSession({ day: nextDay(), splitPairs: true });
  expect((await mapOf(backend, sessionId)).rows[0]?.seats.every(({ partner }) => partner === null)).toBe(true);
  expect((await hold(backend, sessionId, await ids("1/4"), till)).data.seats).toBe(1);
});

test("a seat whose partner is blocked is sold alone", async () => {
  await backend.call(theatreBlock, { sessionId, seatIds: await ids("1/4"), block: true });
  expect((await hold(backend, sessionId, await ids("1/3"), till, { withPartners: true })).data.seats).toBe(1);
  expect((await sell(backend, sessionId, till)).data.tickets).toBe(1);
});

test("the best together never have half a pair, and take what is left of one", async () => {
  // Row 2 is gone, and so are the plain seats of row 1 but for one: three together would split a pair.
  await hold(backend, sessionId, await ids("2/1", "2/2", "2/3", "2/4", "2/5", "2/6", "1/1"));
  const best = (count: number) => backend.call(theatreBest, { sessionId, count, zone: "" }, { as: till });
  expect(await refused(best(6))).toEqual([409, expect.stringContaining("6")]);
  expect((await best(3)).data.seats).toBe(3);
  expect(["1排2座,1排3座,1排4座", "1排7座,1排8座,1排9座", "1排8座,1排9座,1排10座"]).toContain((await mine()).join());
  await backend.call(theatreRelease, { sessionId }, { as: till });
  expect((await best(4)).data.seats).toBe(4);
  expect(["1排3座,1排4座,1排5座,1排6座", "1排7座,1排8座,1排9座,1排10座"]).toContain((await mine()).join());
});

test("set aside, given back and handed over as pairs", async () => {
  const preselectId = await backend.saved(theatrePreselect.methods.save, {
    ...{ name: "婚庆团", kind: "group", sessionId, contact: null, mobile: null, remark: null },
    until: `${(await mapOf(backend, sessionId)).session.startsAt.slice(0, 10)} 18:00:00`,
  });
  const aside = async (names: string[], more: object = {}) =>
    backend.call(theatreSetAside, { preselectId, seatIds: await ids(...names), ...more });
  expect((await refused(aside(["1/3"])))[1]).toBe("池座 1排3座 是情侣座，须与 池座 1排4座 一起选");
  expect((await aside(["1/3", "1/8"], { withPartners: true })).data.seats).toBe(4);
  // Its own partner is there already.
  expect((await aside(["1/4"])).data.seats).toBe(4);
  expect((await aside(["1/9"], { off: true })).data.seats).toBe(2);
  const { seats } = (await backend.call(theatreAsideMap, { preselectId })).data;
  expect(seats.map(({ label }) => label)).toEqual(["池座 1排3座", "池座 1排4座"]);
  expect((await backend.call(theatreTakeAside, { sessionId, preselectId }, { as: till })).data.seats).toBe(2);
  expect((await sell(backend, sessionId, till)).data.tickets).toBe(2);
});

test("one of two is not given back alone; both are, and so is one whose other half has come", async () => {
  const { orderId } = await buy("1/3", "1/4", "1/1");
  const [, three, four] = await piecesOf(orderId);
  if (!three || !four) throw new Error("no tickets");
  const [status, message] = await refused(refund(orderId, [three]));
  expect([status, message]).toEqual([409, expect.stringContaining("“情侣座 池座 1排3座、池座 1排4座”整套退")]);
  expect((await refund(orderId, [three, four])).message).toBe("");
  expect((await mapOf(backend, sessionId)).rows[0]?.seats.slice(2, 4).map(({ state }) => state)).toEqual([
    "free",
    "free",
  ]);
  const other = await buy("1/5", "1/6");
  await backend.call(theatreCheck, { sessionId, ticketNo: other.tickets[0]?.ticketNo ?? "" });
  const [, left] = await piecesOf(other.orderId);
  expect((await refund(other.orderId, left ? [left] : [])).message).toBe("");
});

test("one of two is given back alone in a session that sells them singly", async () => {
  sessionId = await house.addSession({ day: nextDay(), splitPairs: true });
  const { orderId } = await buy("1/3", "1/4");
  const [three] = await piecesOf(orderId);
  expect((await refund(orderId, three ? [three] : [])).message).toBe("");
});

test("one of two is not changed alone, nor into half a pair, but by who may", async () => {
  const { tickets } = await buy("1/3", "1/4", "1/1");
  const [plain, three] = tickets;
  const change = async (ticketId = 0, to = "", as = till, more: object = {}) => {
    const [seatId = 0] = await ids(to);
    const wish = { ticketId, seatId, paymentType: "cash", idempotencyKey: fresh("change-key"), ...more };
    return backend.call(theatreChangeSeat, wish, { as });
  };
  const both = "池座 1排3座 与 池座 1排4座 是一对情侣座，不能只换其中一座；请换到另一对空着的情侣座，或一起退票";
  expect(await refused(change(three?.id, "2/1"))).toEqual([409, both]);
  expect((await refused(change(plain?.id, "1/5")))[1]).toBe("池座 1排5座 是情侣座，须与 池座 1排6座 一起选");
  const [seatId = 0] = await ids("2/1");
  const quote = (as: string) => backend.call(theatreChangeQuote, { ticketId: three?.id ?? 0, seatId }, { as });
  expect((await quote(till)).data).toMatchObject({ pair: both, mayLeave: false });
  expect((await quote(backend.admin)).data).toMatchObject({ pair: both, mayLeave: true });
  expect((await change(three?.id, "2/1", till, { leaveGaps: true })).status).toBe(403);
  expect((await change(plain?.id, "2/2")).success).toBe(true);
  expect((await change(three?.id, "2/1", backend.admin, { leaveGaps: true })).message).toBe("");
  // Half of what was a pair may go on alone, also back to its place.
  expect((await change(three?.id, "1/3")).message).toBe("");
});

test("a pair goes into another free pair in one step, and only where both seats can be had", async () => {
  const { tickets } = await buy("1/3", "1/4");
  const change = async (to: string, more: object = {}) => {
    const [seatId = 0] = await ids(to);
    const wish = { ticketId: tickets[0]?.id ?? 0, seatId, idempotencyKey: fresh("change-key"), both: true, ...more };
    return backend.call(theatreChangeSeat, wish, { as: till });
  };
  const [five = 0, eight = 0] = await ids("1/5", "1/8");
  const quote = (seatId: number) =>
    backend.call(theatreChangeQuote, { ticketId: tickets[0]?.id ?? 0, seatId }, { as: till });
  expect((await quote(five)).data).toMatchObject({
    ...{ from: "池座 1排3座、池座 1排4座", to: "池座 1排5座、池座 1排6座", both: true, pair: "" },
    ...{ price: 16_000, newPrice: 16_000, due: 0, back: 0 },
  });
  // Somebody has taken the half that was shown: neither goes.
  await hold(backend, sessionId, [eight], backend.admin, { leaveGaps: true });
  expect((await refused(change("1/9")))[0]).toBe(409);
  expect((await refused(change("1/5", { expectedDue: 100 })))[0]).toBe(409);
  expect((await refused(change("1/5", { both: false })))[0]).toBe(409);
  expect((await change("1/5")).data).toMatchObject({ label: "池座 1排5座、池座 1排6座", due: 0, back: 0 });
  const { rows } = await mapOf(backend, sessionId);
  const states = rows[0]?.seats.map(({ number, state }) => `${number}${state === "sold" ? "+" : ""}`);
  expect(states).toEqual(["1", "2", "3", "4", "5+", "6+", "7", "8", "9", "10"]);
});

test("tickets of a cancelled session move as pairs: never into the halves of two", async () => {
  const from = sessionId;
  const { tickets } = await buy("1/3", "1/4");
  const to = await house.addSession({ day: nextDay() });
  // Over there their own seats are gone; of the other pairs 5-6 and 8-9 are free.
  await hold(backend, to, await seatIds(backend, to, "1/3", "1/4"));
  await sell(backend, to);
  await settle(backend, from, { toSessionId: to });
  await createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
  const rows = await backend.sql<{ label: string; session: number }>(
    "select label, session_id::int as session from theatre_ticket where id = any ($1::bigint[]) order by label",
    [`{${tickets.map(({ id }) => id)}}`],
  );
  expect(rows).toEqual([
    { label: "池座 1排5座", session: to },
    { label: "池座 1排6座", session: to },
  ]);
});

/** How many pairs of the session two people share. */
const shared = async (session: number) => {
  const rows = await backend.sql<{ number: string; holder: number }>(
    `select s.number, p.holder_id::int as holder from theatre_place p
     join theatre_seat s on s.corp_code = p.corp_code and s.id = p.seat_id
     where p.session_id = $1 and s.kind = 'couple'`,
    [session],
  );
  const holderOf = (number: string) => rows.find((row) => row.number === number)?.holder;
  return [
    ["3", "4"],
    ["5", "6"],
    ["8", "9"],
  ].filter(([one = "", other = ""]) => holderOf(one) !== holderOf(other)).length;
};

test("many at once who want this half or that: a pair has one buyer; control: sold singly it has two", async () => {
  const tills: string[] = [];
  for (let at = 0; at < 8; at += 1) tills.push(await seller(backend));
  const wishes = await ids("1/3", "1/4", "1/5", "1/6", "1/8", "1/9", "1/4", "1/5");
  const press = (session: number, seats: readonly number[]) =>
    race(backend, 8, (person) => {
      const seat = seats[person] ?? 0;
      return hold(backend, session, [seat], tills[person], { withPartners: true });
    });
  const all = await press(sessionId, wishes);
  expect(all.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(all.filter(({ success }) => success)).toHaveLength(3);
  expect(await shared(sessionId)).toBe(0);
  const loose = await house.addSession({ day: nextDay(), splitPairs: true });
  await press(loose, wishes);
  expect(await shared(loose)).toBe(3);
});
