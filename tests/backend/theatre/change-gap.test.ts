/** The rule against single gaps holds for a change of seat as for a sale: by session, and overridden by right. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreChangeQuote, theatreChangeSeat } from "~/contract/theatre/change-seat";
import { theatreTickets } from "~/contract/theatre/sale";
import { changeSeatWith } from "~server/backend/business/theatre/change-seat";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { hold, openTheatre, seatIds, sell, seller, type Theatre } from "./support";

const hall = ["1 oooo A", "2 oooooooooooo A", "3 oooooooooooo A"].join("\n");
const rights = ["seatSale/seatSale:change", "offlineOrderList"];

let backend: TestBackend;
let house: Theatre;
let parkId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  house = await openTheatre(backend, parkId, hall);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

async function soldTo(of: TestBackend, sessionId: number, seat: string, as = of.admin): Promise<number> {
  await hold(of, sessionId, await seatIds(of, sessionId, seat), as, as === of.admin ? { leaveGaps: true } : {});
  const { orderNo } = (await sell(of, sessionId, as)).data;
  return (await of.call(theatreTickets, { orderNo }, { as })).data.tickets[0]?.id ?? 0;
}
const change = async (
  of: TestBackend,
  sessionId: number,
  ticketId: number,
  seat: string,
  as = of.admin,
  more: object = {},
) => {
  const [seatId = 0] = await seatIds(of, sessionId, seat);
  return of.call(theatreChangeSeat, { ticketId, seatId, idempotencyKey: fresh("gap-key"), ...more }, { as });
};
const labels = async (of: TestBackend, sessionId: number) =>
  (await of.sql("select label from theatre_ticket where session_id = $1 order by label", [sessionId])).map(
    ({ label }) => label,
  );

test("where a session has the rule, a seat that would be left alone is named and nothing changes", async () => {
  const sessionId = await house.addSession({ day: "2026-12-01", noGaps: true });
  const as = await seller(backend, ...rights);
  const ticketId = await soldTo(backend, sessionId, "2/1", as);
  const [seatId = 0] = await seatIds(backend, sessionId, "1/2");
  const quote = (await backend.call(theatreChangeQuote, { ticketId, seatId }, { as })).data;
  expect([quote.gap, quote.mayLeave]).toEqual(["池座 1排1座", false]);
  const refused = await change(backend, sessionId, ticketId, "1/2", as);
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("池座 1排1座")]);
  expect((await change(backend, sessionId, ticketId, "1/2", as, { leaveGaps: true })).status).toBe(403);
  expect(await labels(backend, sessionId)).toEqual(["池座 2排1座"]);
  expect(await backend.sql("select state from theatre_place where session_id = $1", [sessionId])).toEqual([
    { state: "sold" },
  ]);
  // Beside one's own old seat, which is free with it, that one is left alone.
  expect((await change(backend, sessionId, ticketId, "2/2", as)).message).toContain("池座 2排1座");
  expect((await change(backend, sessionId, ticketId, "1/1", as)).success).toBe(true);
});

test("who has the right may leave one on purpose; without the rule nobody is asked", async () => {
  const sessionId = await house.addSession({ day: "2026-12-02", noGaps: true });
  const as = await seller(backend, ...rights, "seatSale/seatSale:gaps");
  const ticketId = await soldTo(backend, sessionId, "2/1", as);
  const [seatId = 0] = await seatIds(backend, sessionId, "1/2");
  expect((await backend.call(theatreChangeQuote, { ticketId, seatId }, { as })).data).toMatchObject({
    ...{ gap: "池座 1排1座", mayLeave: true },
  });
  expect((await change(backend, sessionId, ticketId, "1/2", as)).status).toBe(409);
  expect((await change(backend, sessionId, ticketId, "1/2", as, { leaveGaps: true })).success).toBe(true);
  const free = await house.addSession({ day: "2026-12-03" });
  const other = await seller(backend, ...rights);
  expect((await change(backend, free, await soldTo(backend, free, "2/1", other), "1/2", other)).success).toBe(true);
});

test("a seat that stood alone before is nobody's fault", async () => {
  const sessionId = await house.addSession({ day: "2026-12-04", noGaps: true });
  const as = await seller(backend, ...rights);
  // 1/1 stands alone beside 1/2, by whoever may do so.
  await soldTo(backend, sessionId, "1/2");
  const ticketId = await soldTo(backend, sessionId, "2/1", as);
  expect((await change(backend, sessionId, ticketId, "1/1", as)).success).toBe(true);
});

/** Seats 3 and 5 of a row of twelve: seat 4 would be left between them, and of neither alone. */
async function twoChanges(of: TestBackend, own: Theatre, day: string) {
  const sessionId = await own.addSession({ day, noGaps: true });
  const two = [await seller(of, ...rights), await seller(of, ...rights)];
  const tickets = [await soldTo(of, sessionId, "3/1", two[0]), await soldTo(of, sessionId, "3/12", two[1])];
  return race(of, 2, (person) =>
    change(of, sessionId, tickets[person] ?? 0, ["2/3", "2/5"][person] ?? "", two[person]),
  );
}

test("two who change at once never leave a single seat between them", { timeout: 120_000 }, async () => {
  for (let day = 10; day < 15; day += 1) {
    const all = await twoChanges(backend, house, `2026-12-${day}`);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(all.find(({ success }) => !success)?.message).toContain("池座 2排4座");
  }
});

test.runIf(raceIsReal)("control: who changes beside others leaves a gap with them", async () => {
  const meet = meeting(2);
  const beside = changeSeatWith(async (_call, _session, _seats, take) => {
    await take();
    await meet();
  });
  const open = await openTestBackend({
    served: [...allServed.filter(({ method }) => method !== theatreChangeSeat), beside],
  });
  const own = await openTheatre(open, (await createPark(open)).parkId, hall);
  const all = await twoChanges(open, own, "2026-12-07");
  expect(all.filter(({ success }) => success)).toHaveLength(2);
  await open.close();
});
