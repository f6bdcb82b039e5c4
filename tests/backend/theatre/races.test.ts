/** Many buyers at once: no seat twice, holds all or nothing, whatever is killed in the middle; and what happens without the lock. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreBest, theatreHold } from "~/contract/theatre/sale";
import { Refusal } from "~server/backend/kernel/refusal";
import { rowsOf } from "~server/backend/kernel/rows";
import { serve } from "~server/backend/kernel/served";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { hold, openTheatre, seatIds, sell, seller, type Theatre } from "./support";

/** Five rows of two eights with an aisle between: ten blocks. */
const hall = ["1", "2", "3", "4", "5"].map((row) => `${row} oooooooo_oooooooo A`).join("\n");
const people = raceIsReal ? 60 : 24;

let backend: TestBackend;
let house: Theatre;
let sellers: string[] = [];
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId, hall);
  sellers = [];
  for (let place = 0; place < 12; place += 1) sellers.push(await seller(backend));
}, 120_000);
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const by = (person: number) => sellers[person % sellers.length] ?? "";
const places = (sessionId: number) =>
  backend.sql<{ seat_id: number; holder_id: number | null; state: string }>(
    "select seat_id::int, holder_id::int, state from theatre_place where session_id = $1",
    [sessionId],
  );

test(`of ${people} who want one seat, one seller has it`, { timeout: 120_000 }, async () => {
  const sessionId = await house.addSession({ day: "2026-12-01" });
  const seats = await seatIds(backend, sessionId, "1/1");
  const all = await race(backend, people, (person) => hold(backend, sessionId, seats, by(person)));
  // A seller who presses again still has it: what counts is that nobody else got it.
  const [row, ...more] = await places(sessionId);
  expect(more).toEqual([]);
  const sold = await race(backend, sellers.length, (person) => sell(backend, sessionId, by(person)));
  expect(sold.filter(({ success }) => success)).toHaveLength(1);
  expect(all.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(all.filter(({ success }) => success).length).toBeLessThanOrEqual(Math.ceil(people / sellers.length));
  expect(row?.holder_id).not.toBeNull();
  const tickets = await backend.sql("select 1 from theatre_ticket where session_id = $1", [sessionId]);
  expect(tickets).toHaveLength(1);
});

test("overlapping wishes of four are all or nothing", { timeout: 120_000 }, async () => {
  const sessionId = await house.addSession({ day: "2026-12-02" });
  const row = await seatIds(backend, sessionId, ...Array.from({ length: 16 }, (_, at) => `1/${at + 1}`));
  const all = await race(backend, sellers.length, (person) =>
    hold(backend, sessionId, row.slice(person, person + 4), by(person)),
  );
  const held = new Map<number, number>();
  for (const { holder_id } of await places(sessionId)) held.set(holder_id ?? 0, (held.get(holder_id ?? 0) ?? 0) + 1);
  expect([...held.values()].every((n) => n === 4)).toBe(true);
  expect(held.size).toBe(all.filter(({ success }) => success).length);
  expect(held.size).toBeGreaterThan(0);
});

test(`of ${people} who want the best eight together as many have them as there are, each its own`, {
  timeout: 240_000,
}, async () => {
  const sessionId = await house.addSession({ day: "2026-12-03" });
  const all = await race(backend, people, (person) =>
    backend.call(theatreBest, { sessionId, count: 8, zone: "" }, { as: by(person) }),
  );
  expect(all.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const rows = await places(sessionId);
  expect(new Set(rows.map(({ seat_id }) => seat_id)).size).toBe(rows.length);
  expect(rows.length).toBe(8 * all.filter(({ success }) => success).length);
  expect(rows.length).toBe(80);
});

test("holds that end while others sell: each seat has one buyer", { timeout: 120_000 }, async () => {
  const sessionId = await house.addSession({ day: "2026-12-04" });
  const row = await seatIds(backend, sessionId, ...Array.from({ length: 16 }, (_, at) => `2/${at + 1}`));
  for (const [place, seat] of row.entries()) await hold(backend, sessionId, [seat], by(place % 6));
  backend.setNow(new Date(friday.getTime() + 11 * 60_000));
  await race(backend, 12, async (person) => {
    if (person < 6) return sell(backend, sessionId, by(person));
    await hold(backend, sessionId, row.slice((person - 6) * 2, (person - 6) * 2 + 2), by(person));
    return sell(backend, sessionId, by(person));
  });
  backend.setNow(friday);
  const sold = await backend.sql("select seat_id from theatre_ticket where session_id = $1", [sessionId]);
  expect(new Set(sold.map((one) => one.seat_id)).size).toBe(sold.length);
  expect(sold.length).toBe(12);
  await checkInvariants(backend);
});

test.runIf(raceIsReal)("killed in the middle of a hold, nothing is held and nobody waits", async () => {
  const sessionId = await house.addSession({ day: "2026-12-05" });
  const seats = await seatIds(backend, sessionId, "1/1", "1/2");
  const victim = await backend.database.pool.connect();
  victim.on("error", () => {});
  const { rows } = await victim.query("select pg_backend_pid() as pid");
  await victim.query("begin");
  await victim.query(
    "insert into theatre_place (corp_code, session_id, seat_id, state, holder_id, until) values ('0001', $1, $2, 'held', 1, now() + interval '1 hour')",
    [sessionId, seats[0]],
  );
  const waiting = hold(backend, sessionId, seats, by(0));
  await backend.sql("select pg_terminate_backend($1)", [rows[0]?.pid]);
  expect((await waiting).success).toBe(true);
  victim.release(true);
  expect(await places(sessionId)).toHaveLength(2);
});

test.runIf(raceIsReal)("control: who only looks first sells a seat twice", async () => {
  const meet = meeting(2);
  const careless = serve(theatreHold, async (call, { sessionId, seatIds: wanted }) => {
    const taken = await rowsOf(call.db, sql`select 1 from theatre_place where session_id = ${sessionId}`);
    await meet();
    if (taken.length > 0) throw new Refusal("taken");
    await call.db.execute(sql`
      insert into theatre_place (session_id, seat_id, state, holder_id, until)
      values (${sessionId}, ${wanted[0]}, 'held', ${call.caller.userId}, now() + interval '1 year')
    `);
    return { seats: 1, until: "", payable: 0 };
  });
  const served = [...allServed.filter(({ method }) => method !== theatreHold), careless];
  const open = await openTestBackend({ served });
  const { parkId } = await createPark(open);
  const own = await openTheatre(open, parkId, hall);
  await open.sql("alter table theatre_place drop constraint theatre_place_once");
  const sessionId = await own.addSession({ day: "2026-12-06" });
  const seats = await seatIds(open, sessionId, "1/1");
  const two = [await seller(open), await seller(open)];
  const all = await race(open, 2, (person) => hold(open, sessionId, seats, two[person] ?? ""));
  expect(all.filter(({ success }) => success)).toHaveLength(2);
  expect(await open.sql("select 1 from theatre_place where session_id = $1", [sessionId])).toHaveLength(2);
  await open.close();
});
