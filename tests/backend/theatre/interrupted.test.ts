/** Two at once in one row, kills in the middle, and holds that end while others press: what is left is whole. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreHold } from "~/contract/theatre/sale";
import { holdWith } from "~server/backend/business/theatre/hold";
import { endHolds } from "~server/backend/business/theatre/jobs";
import { createWorker } from "~server/backend/jobs/worker";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed-while";
import { createPark, fresh, friday } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { hold, openTheatre, seatIds, sell, seller, type Theatre } from "./support";

const hall = [...["1", "2", "3", "4", "5"].map((row) => `${row} oooooooo_oooooooo A`), "6 oooooooooooo A"].join("\n");

let backend: TestBackend;
let house: Theatre;
const sellers: string[] = [];
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId, hall);
  for (let place = 0; place < 20; place += 1) sellers.push(await seller(backend));
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const by = (person: number) => sellers[person % sellers.length] ?? "";
const places = (sessionId: number) =>
  backend.sql<{ state: string }>("select state from theatre_place where session_id = $1", [sessionId]);

/** Two pairs of a row of twelve: seat 5 would be left between them, and of neither alone. */
async function twoPairsOfARow(of: TestBackend, own: Theatre, day: string, two: readonly string[]) {
  const sessionId = await own.addSession({ day, noGaps: true });
  const pairs = [await seatIds(of, sessionId, "6/3", "6/4"), await seatIds(of, sessionId, "6/6", "6/7")];
  const all = await race(of, 2, (person) => hold(of, sessionId, pairs[person] ?? [], two[person] ?? ""));
  const held = await of.sql("select 1 from theatre_place where session_id = $1", [sessionId]);
  return { all, held: held.length };
}

test("two at once never leave a single seat between them", { timeout: 120_000 }, async () => {
  for (let day = 10; day < 20; day += 1) {
    const { all, held } = await twoPairsOfARow(backend, house, `2026-12-${day}`, sellers);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(all.find(({ success }) => !success)?.message).toContain("池座 6排5座 剩成孤座");
    expect(held).toBe(2);
  }
});

test.runIf(raceIsReal)("control: who holds beside others leaves a gap with them", async () => {
  let meet = meeting(2);
  const beside = holdWith(async (_call, _session, _seats, take) => {
    await take();
    await meet();
  });
  const open = await openTestBackend({
    served: [...allServed.filter(({ method }) => method !== theatreHold), beside],
  });
  const { parkId } = await createPark(open);
  const own = await openTheatre(open, parkId, hall);
  const two = [await seller(open), await seller(open)];
  // The slower one may look when the faster one's seats are in already, and is refused then.
  const seen: number[][] = [];
  for (let day = 7; day < 27 && seen.at(-1)?.[0] !== 2; day += 1) {
    meet = meeting(2);
    const { all, held } = await twoPairsOfARow(open, own, `2026-12-${String(day).padStart(2, "0")}`, two);
    seen.push([all.filter(({ success }) => success).length, held]);
  }
  expect(seen.at(-1)).toEqual([2, 4]);
  await open.close();
});

test.runIf(raceIsReal)(
  "killed in the middle of a sale, nothing is sold, the seats stay held, and the same press sells them once",
  async () => {
    const sessionId = await house.addSession({ day: "2026-12-21" });
    const seats = await seatIds(backend, sessionId, "1/1", "1/2", "1/3");
    await hold(backend, sessionId, seats, by(0));
    const key = fresh("theatre-key");
    const press = () => sell(backend, sessionId, by(0), { idempotencyKey: key });
    const reply = await killedWhile(backend, { table: "theatre_ticket" }, press);
    const tickets = () => backend.sql("select 1 from theatre_ticket where session_id = $1", [sessionId]);
    const states = async () => (await places(sessionId)).map(({ state }) => state);
    expect([reply.success, await tickets(), await states()]).toEqual([false, [], ["held", "held", "held"]]);
    // The same press once more: sold once.
    expect((await press()).success).toBe(true);
    expect((await press()).success).toBe(true);
    expect(await tickets()).toHaveLength(3);
    expect(await states()).toEqual(["sold", "sold", "sold"]);
    await checkInvariants(backend);
  },
);

test.runIf(raceIsReal)("killed in the middle of a hold of three, none is held and others may have them", async () => {
  const sessionId = await house.addSession({ day: "2026-12-22" });
  const seats = await seatIds(backend, sessionId, "1/1", "1/2", "1/3");
  const reply = await killedWhile(backend, { table: "theatre_place" }, () => hold(backend, sessionId, seats, by(0)));
  expect([reply.success, await places(sessionId)]).toEqual([false, []]);
  expect((await hold(backend, sessionId, seats, by(1))).success).toBe(true);
  expect(await places(sessionId)).toHaveLength(3);
});

test("holds end while the job clears them away and others take them: each seat has one holder", {
  timeout: 240_000,
}, async () => {
  const sessionId = await house.addSession({ day: "2026-12-23" });
  const names = [1, 2, 3, 4, 5].flatMap((row) => Array.from({ length: 16 }, (_, at) => `${row}/${at + 1}`));
  const seats = await seatIds(backend, sessionId, ...names);
  let now = friday.getTime();
  const worker = createWorker({ database: backend.database, kinds: [endHolds], now: () => new Date(now) });
  await worker.drain();
  for (let turn = 0; turn < 4; turn += 1) {
    const group = (person: number, from: number) =>
      seats.slice(((person + from) % 10) * 8, ((person + from) % 10) * 8 + 8);
    for (let person = 0; person < 10; person += 1)
      expect((await hold(backend, sessionId, group(person, turn), by(person))).success).toBe(true);
    now += 10 * 60_000;
    backend.setNow(new Date(now));
    // Ten old holders press sale a second too late, ten others take the seats, and the job runs beside them.
    const all = await race(backend, 21, async (person) => {
      if (person === 20) return void (await worker.drain());
      if (person < 10) return sell(backend, sessionId, by(person));
      return hold(backend, sessionId, group(person - 10, turn), by(person));
    });
    expect(all.slice(0, 10).map((reply) => reply?.status)).toEqual(Array(10).fill(409));
    expect(all.slice(10, 20).map((reply) => reply?.status)).toEqual(Array(10).fill(200));
    now += 10 * 60_000;
    backend.setNow(new Date(now));
  }
  backend.setNow(friday);
  expect(await backend.sql("select 1 from theatre_ticket where session_id = $1", [sessionId])).toEqual([]);
  await checkInvariants(backend);
});
